'use client'
import { formatAmount, type Account } from '@portico/core'
import { formatFiat, totalOf } from '@portico/core/balances'
import { balanceCooldown } from '@portico/core/kit'
import { safeText } from '@portico/ui/safe-text'
import { Skeleton } from '@portico/ui/skeleton'
import { useT } from '../../i18n/useT.js'
import { usePorticoContext } from '../../PorticoProvider.js'
import { useArrivals } from './useArrivals.js'
import { useHeld } from './useHeld.js'

/** How much: what all of it is worth where prices are known, else how much of the network's own coin there is. */
export function Balance({ account }: { readonly account: Account }) {
  const { locale } = usePorticoContext()
  const t = useT()
  const { balance, balanceStatus, balanceSymbol = '' } = account
  const { data: tokens, isError, networkId } = useHeld(account, true)
  useArrivals({ address: account.address ?? '', namespace: account.namespace, networkId }, tokens)
  const total = tokens && totalOf(tokens)
  if (total !== undefined) {
    const { before, cents, after } = formatFiat(total, 'usd', locale.code)
    return (
      <div className="po-mt4">
        <div className="po-figure po-num" data-length={lengthOf(before + cents + after)}>
          <span className="po-sr">{t('account.total')} </span>
          <bdi dir="ltr">
            {before}
            <span className="po-dim">
              {cents}
              {after}
            </span>
          </bdi>
        </div>
      </div>
    )
  }
  if (balance) {
    const shown = formatAmount(balance.units, balance.decimals, locale.code)
    return (
      <div className="po-mt4">
        <div className="po-figure po-num" data-length={lengthOf(`${shown} ${safeText(balance.symbol)}`)}>
          <span className="po-sr">{t('account.balance')} </span>
          <bdi dir="ltr">
            {shown}
            <span className="po-dim"> {safeText(balance.symbol)}</span>
          </bdi>
        </div>
      </div>
    )
  }
  if (balanceStatus !== 'failed') {
    return (
      <div className="po-mt4 po-figure" role="status" aria-label={t('account.loading')}>
        <Skeleton width={168} height={32} radius="var(--po-r-2)" />
      </div>
    )
  }
  return (
    <div className="po-mt4">
      <div className="po-figure po-dim">
        <bdi dir="ltr">– {safeText(balanceSymbol)}</bdi>
      </div>
      {!isError && <p className="po-meta">{t('account.nobalance', { seconds: balanceCooldown / 1000 })}</p>}
    </div>
  )
}

/** A long figure is set smaller: it stays on its line, also at 130% of the size. */
const lengthOf = (text: string) => (text.length > 16 ? 'longest' : text.length > 12 ? 'long' : undefined)
