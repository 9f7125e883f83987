'use client'
import { shortAddress, type Network } from '@portico/core'
import { pushView, showToast } from '@portico/core/kit'
import { setRecipient, type Recipient, type SendForm } from '@portico/core/send'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Button } from '@portico/ui/button'
import { cls } from '@portico/ui/cls'
import { close, paste as pasteGlyph, qr } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { safeText } from '@portico/ui/safe-text'
import { Spinner } from '@portico/ui/spinner'
import { useLabel } from '../../hooks/useLabel.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'

/** Whether the page may ask for a camera at all: browsers hide it where a site is not served safely. */
const hasCamera = () => typeof navigator !== 'undefined' && navigator.mediaDevices !== undefined

interface Props {
  readonly form: SendForm
  readonly network: Network | undefined
}

/** Whom to send to: one text, which is an address, a name or a payment code. */
export function RecipientBox({ form: { to, recipient, fixed, progress }, network }: Props) {
  const portico = usePortico()
  const t = useT()
  const labelOf = useLabel()
  const input = useRef<HTMLTextAreaElement>(null)
  const label = recipient.status === 'found' ? labelOf(recipient.address) : undefined
  const isFixed = fixed || progress.status !== 'editing'
  const found = recipient.status === 'found' ? recipient : undefined
  const wrong = useTrouble(recipient, network)
  const isBad = wrong !== undefined || found?.warnings.some(({ kind }) => kind === 'lookAlike' || kind === 'token' || kind === 'burn')
  // A whole address takes two lines; a name one, with the address below it.
  const isWhole = found !== undefined && found.name === undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault()
  }
  const clear = () => {
    setRecipient(portico, '')
    input.current?.focus()
  }
  const paste = async () => {
    try {
      setRecipient(portico, (await navigator.clipboard.readText()).trim()) // browsers hide the clipboard where a site is not served safely
      input.current?.focus()
    } catch {
      showToast(portico, { variant: 'error', message: t('send.unpasted') })
    }
  }
  return (
    <div className={cls('po-amt', isBad && 'is-bad')}>
      <div className="po-meta">{t('send.to')}</div>
      <div className="po-amt__r">
        {found && <Avatar address={found.address} size={40} />}
        <div className="po-grow">
          <textarea
            ref={input}
            className={cls('po-amt__to', isWhole && 'po-addr is-whole')}
            rows={isWhole ? 2 : 1}
            dir="ltr"
            value={isWhole ? found.address : to}
            placeholder={t('send.placeholder')}
            aria-label={t('send.recipient')}
            aria-invalid={wrong !== undefined}
            aria-describedby="po-send-to"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            readOnly={isFixed}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget }) => setRecipient(portico, currentTarget.value.replace(/\s+/g, ' '))}
          />
          <div className="po-meta" id="po-send-to" aria-live="polite">
            {wrong && <span className="po-bad">{wrong}</span>}
            {label !== undefined && <bdi>{label} </bdi>}
            {found?.name !== undefined && (
              <bdi className="po-addr" dir="ltr" title={found.address}>
                {shortAddress(found.address)}
              </bdi>
            )}
          </div>
        </div>
        {recipient.status === 'looking' && <Spinner />}
        {!isFixed && to === '' && (
          <>
            <Button size="sm" full={false} icon={pasteGlyph} onClick={() => void paste()}>
              {t('send.paste')}
            </Button>
            {hasCamera() && (
              <IconButton glyph={qr} label={t('send.scan')} filled onClick={() => pushView(portico, { view: 'WalletSendScan' })} />
            )}
          </>
        )}
        {!isFixed && to !== '' && recipient.status !== 'looking' && <IconButton glyph={close} label={t('send.clear')} onClick={clear} />}
      </div>
    </div>
  )
}

/** Why a text is no recipient. */
function useTrouble(recipient: Recipient, network: Network | undefined): string | undefined {
  const t = useT()
  if (recipient.status === 'failed') return t('send.lookup')
  if (recipient.status !== 'invalid') return undefined
  const { family } = recipient
  return family === undefined ? t('send.bad') : t('send.bad.family', { family, network: safeText(network?.name) })
}
