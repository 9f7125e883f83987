'use client'
import { PorticoError, shortAddress } from '@portico/core'
import { answerAccountType, embeddedConnector, type EmbeddedAccountType } from '@portico/core/embedded'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { cls } from '@portico/ui/cls'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { bolt, key, type Glyph } from '@portico/ui/glyphs'
import { Pill } from '@portico/ui/pill'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'
import { useRun } from '../../hooks/useRun.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'

/** Which account to use, where the network has both kinds: at the first login, and from the settings whenever the visitor likes. */
export default function AccountTypeView() {
  const portico = usePortico()
  const t = useT()
  const { user } = useEmbeddedState(embeddedConnector(portico)?.embedded)
  const inUse = user?.preferredAccountType ?? 'eoa'
  const [picked, setPicked] = useState<EmbeddedAccountType>()
  const [busy, setBusy] = useState(false)
  const [error, run] = useRun()
  const type = picked ?? inUse
  const addressOf = (kind: EmbeddedAccountType) => user?.accounts.find((account) => account.type === kind)?.address
  const onContinue = () => {
    if (busy) return
    setBusy(true)
    run(() => answerAccountType(portico, { type }).finally(() => setBusy(false)))
  }
  const option = (kind: EmbeddedAccountType, glyph: Glyph, title: string, text: string, tag?: string) => {
    const address = addressOf(kind)
    return (
      <label className={cls('po-pick', type === kind && 'is-on')} key={kind}>
        <GlyphTile glyph={glyph} tone={type === kind ? 'accent' : undefined} />
        <span className="po-pick__m">
          <span className="po-pick__t">
            <b>{title}</b>
            {tag !== undefined && <Pill tone="accent">{tag}</Pill>}
          </span>
          <span className="po-pick__s">{text}</span>
          {address !== undefined && (
            <bdi className="po-pick__s" dir="ltr">
              {shortAddress(address)}
            </bdi>
          )}
        </span>
        <input
          type="radio"
          name="po-account-type"
          value={kind}
          checked={type === kind}
          disabled={busy || address === undefined}
          data-autofocus={type === kind ? true : undefined}
          onChange={() => setPicked(kind)}
        />
      </label>
    )
  }
  if (!user) return <ConnectFirst title={t('settings.type')} />
  const count = user.smartAccountNetworks?.length ?? 0
  const smart = addressOf('smartAccount')
  const shown = error instanceof PorticoError ? error.shown : undefined
  return (
    <ViewFrame
      title={t('settings.type')}
      lead="back"
      offline={t('connect.offline')}
      foot={
        <Button variant="primary" busy={busy} onClick={onContinue}>
          {busy ? t('type.busy') : t('email.continue')}
        </Button>
      }
    >
      <div className="po-picks" role="radiogroup" aria-label={t('settings.type')}>
        {option('smartAccount', bolt, t('settings.smart'), t('type.smart', { n: count }), t('type.recommended'))}
        {option('eoa', key, t('settings.standard'), t('type.standard'))}
      </div>
      <p className="po-caption po-mt3 po-pick__foot">{smart === undefined ? t('type.none') : t('type.note')}</p>
      {error && (
        <p className="po-help is-bad" role="alert">
          {shown ?? t('type.failed')}
        </p>
      )}
    </ViewFrame>
  )
}
