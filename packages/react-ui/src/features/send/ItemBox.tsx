'use client'
import { formatAmount, type Network } from '@portico/core'
import { setSendAmount, setSendUnits, type SendForm, type SendItem, type SendToken } from '@portico/core/send'
import { cls } from '@portico/ui/cls'
import { LinkButton } from '@portico/ui/link'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { AssetTile } from './AssetTile.js'

interface Props {
  readonly form: SendForm
  readonly token: SendToken & { readonly item: SendItem }
  readonly network: Network | undefined
  /** There are not as many. */
  readonly short: boolean
  /** So much cannot be sent: the view's button says why. */
  readonly wrong: boolean
}

/** The item of a collection that is sent, and how many of it where the account holds several. Names are whoever's made it (S36). */
export function ItemBox({ form, token, network, short, wrong }: Props) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const isFixed = form.fixed || form.progress.status !== 'editing'
  return (
    <div className={cls('po-amt po-mt2', short && 'is-bad')}>
      <div className="po-amt__r">
        <AssetTile token={token} network={network} size={72} />
        <div className="po-grow">
          <div className="po-title po-clip" dir="auto">
            {safeText(token.name) || t('send.item.unnamed')}
          </div>
          <div className="po-meta po-clip" dir="auto">
            {safeText(token.item.collection)}
          </div>
        </div>
      </div>
      {token.units > 1n && (
        <div className="po-amt__many po-between po-meta po-num">
          <label className="po-flex">
            {t('send.item.count')}
            <input
              className="po-amt__count"
              inputMode="numeric"
              placeholder="0"
              dir="ltr"
              autoComplete="off"
              value={form.amount}
              readOnly={isFixed}
              aria-invalid={wrong}
              {...(wrong && { 'aria-describedby': 'po-check' })}
              onChange={({ currentTarget }) => setSendAmount(portico, currentTarget.value)}
            />
          </label>
          <span className="po-flex">
            <span className={short ? 'po-bad' : undefined}>
              {t('send.item.held', { amount: formatAmount(token.units, 0, locale.code) })}
            </span>
            {!isFixed && <LinkButton onClick={() => setSendUnits(portico, token.units)}>{t('send.max')}</LinkButton>}
          </span>
        </div>
      )}
    </div>
  )
}
