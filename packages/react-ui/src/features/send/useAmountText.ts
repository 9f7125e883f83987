import { formatAmount, toDecimal } from '@portico/core'
import { formatExact } from '@portico/core/kit'
import type { SendToken } from '@portico/core/send'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePorticoContext } from '../../PorticoProvider.js'

/** By what name a visitor knows what is sent. */
export function useAssetName(): (token: SendToken) => string {
  const t = useT()
  return ({ item, name, symbol }) => (item ? safeText(name) || t('send.item.unnamed') : safeText(symbol) || t('send.tokens.unnamed'))
}

/** How much of what, in one text: `250 USDC`, `Colonnade #204`, `3 × Night Portal`. @returns takes units in the smallest unit */
export function useAmountText(): (token: SendToken, units: bigint) => string {
  const { locale } = usePorticoContext()
  const nameOf = useAssetName()
  return (token, units) => {
    const amount = formatAmount(units, token.decimals, locale.code)
    if (!token.item) return `${amount} ${nameOf(token)}`
    return units === 1n ? nameOf(token) : `${amount} × ${nameOf(token)}`
  }
}

/** As {@link useAmountText}, with every digit where some would be cut off for show. */
export function useExactText(): (token: SendToken, units: bigint) => string {
  const { locale } = usePorticoContext()
  const amountText = useAmountText()
  const nameOf = useAssetName()
  return (token, units) => {
    const exact = toDecimal(units, token.decimals)
    return (exact.split('.')[1] ?? '').length <= 3 ? amountText(token, units) : `${formatExact(exact, locale.code)} ${nameOf(token)}`
  }
}
