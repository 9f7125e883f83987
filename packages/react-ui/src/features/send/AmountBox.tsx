'use client'
import { formatAmount, InsufficientFundsError, type Network } from '@portico/core'
import { pushView, showToast } from '@portico/core/kit'
import { formatFiat, valueOf } from '@portico/core/balances'
import { fillMaximum, setSendAmount, toggleSendUnit, unitsOf, type SendForm } from '@portico/core/send'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { cls } from '@portico/ui/cls'
import { chevronDown } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { LinkButton } from '@portico/ui/link'
import { safeText } from '@portico/ui/safe-text'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'

/** How large the figures can be so that a text of some length fits beside the token. */
const fitOf = (length: number) => (length <= 7 ? 3 : length <= 10 ? 2.3 : length <= 14 ? 1.75 : 1.4)

interface Props {
  readonly form: SendForm
  readonly network: Network | undefined
  /** There is not as much. */
  readonly short: boolean
  /** So much cannot be sent: the view's button says why. */
  readonly wrong: boolean
}

/** How much of what, in the token or in money, and the most that can be sent. */
export function AmountBox({ form, network, short, wrong }: Props) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const { token, amount, unit, fixed, progress } = form
  const isFixed = fixed || progress.status !== 'editing'
  const symbol = safeText(token?.symbol) || t('send.tokens.unnamed')
  const units = unitsOf(form)
  const fit: CSSProperties & Record<'--fit', number> = { '--fit': fitOf(amount.length + (unit === 'fiat' ? 1 : 0)) }
  const maximum = () => {
    setBusy(true)
    fillMaximum(portico)
      .catch((error: unknown) => {
        const message = error instanceof InsufficientFundsError ? t('send.short') : errorText(error)
        showToast(portico, { variant: 'error', message })
      })
      .finally(() => setBusy(false))
  }
  // What the amount is in the other unit.
  const other =
    token?.price === undefined
      ? undefined
      : unit === 'token'
        ? formatFiat(valueOf(units ?? 0n, token.decimals, token.price), 'usd', locale.code).text
        : `${formatAmount(units ?? 0n, token.decimals, locale.code)} ${symbol}`
  return (
    <div className={cls('po-amt po-mt2', short && 'is-bad')}>
      <div className="po-meta">{t('send.amount')}</div>
      <div className="po-amt__r">
        <label className="po-grow po-flex po-g1" style={fit}>
          <span className="po-sr">{t('send.amount')}</span>
          {unit === 'fiat' && (
            <span className="po-amt__cur" aria-hidden="true">
              $
            </span>
          )}
          <input
            inputMode="decimal"
            placeholder="0"
            dir="ltr"
            autoComplete="off"
            value={amount}
            readOnly={isFixed}
            aria-invalid={wrong}
            {...(wrong && { 'aria-describedby': 'po-check' })}
            onChange={({ currentTarget }) => setSendAmount(portico, currentTarget.value)}
          />
        </label>
        <button
          type="button"
          className={cls('po-tok', !token && 'is-empty')}
          disabled={isFixed}
          onClick={() => pushView(portico, { view: 'WalletSendSelectToken' })}
        >
          {token && <span className="po-sr">{t('send.choose')}</span>}
          {token && <TokenTile token={token} network={network} size={28} />}
          <span className="po-clip">{token ? symbol : t('send.check.selectToken')}</span>
          {!isFixed && <Icon glyph={chevronDown} size={16} />}
        </button>
      </div>
      <div className="po-between po-meta po-num">
        {other === undefined ? (
          <span />
        ) : isFixed ? (
          <bdi dir="ltr">{other}</bdi>
        ) : (
          <button type="button" className="po-amt__other po-tap" onClick={() => toggleSendUnit(portico)}>
            <bdi dir="ltr">{other}</bdi>
            <span className="po-sr">{unit === 'token' ? t('send.in.fiat') : t('send.in.token', { symbol })}</span>
          </button>
        )}
        {token && (
          <span className="po-flex">
            <span className={short ? 'po-bad' : undefined}>
              {t('send.balance', { amount: formatAmount(token.units, token.decimals, locale.code) })}
            </span>
            {!isFixed && token.units > 0n && (
              <LinkButton aria-busy={busy} onClick={busy ? undefined : maximum}>
                {t('send.max')}
              </LinkButton>
            )}
          </span>
        )}
      </div>
    </div>
  )
}
