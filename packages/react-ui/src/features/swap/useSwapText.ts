import { formatAmount, toDecimal } from '@portico/core'
import { formatExact } from '@portico/core/kit'
import { formatFiat, valueOf } from '@portico/core/balances'
import type { SwapQuote, SwapToken } from '@portico/core/swap'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePorticoContext } from '../../PorticoProvider.js'

/** Services by their names, which are the same in every language. */
const names: Readonly<Record<string, string>> = { oneinch: '1inch', zeroex: '0x', lifi: 'LI.FI', jupiter: 'Jupiter' }

/** Amounts, rates and shares of a swap in words. */
export function useSwapText() {
  const t = useT()
  const { locale } = usePorticoContext()
  const symbolOf = ({ symbol }: Pick<SwapToken, 'symbol'>): string => safeText(symbol) || t('swap.tokens.unnamed')
  const amount = (token: SwapToken, units: bigint): string => `${formatAmount(units, token.decimals, locale.code)} ${symbolOf(token)}`
  return {
    symbolOf,
    /** Figures alone. */
    figure: (token: SwapToken, units: bigint): string => formatAmount(units, token.decimals, locale.code),
    amount,
    /** With every digit where some would be cut off for show. */
    exact: (token: SwapToken, units: bigint): string => {
      const whole = toDecimal(units, token.decimals)
      return (whole.split('.')[1] ?? '').length <= 3 ? amount(token, units) : `${formatExact(whole, locale.code)} ${symbolOf(token)}`
    },
    /** What it is worth; undefined where no price is known. */
    worth: (token: SwapToken, units: bigint): string | undefined =>
      token.price === undefined ? undefined : formatFiat(valueOf(units, token.decimals, token.price), 'usd', locale.code).text,
    /** What one of what is paid comes to. */
    rate: (from: SwapToken, to: SwapToken, units: bigint, received: bigint): string =>
      units === 0n ? '' : `1 ${symbolOf(from)} = ${amount(to, (received * 10n ** BigInt(from.decimals)) / units)}`,
    /** A share of one, as a percentage. */
    percent: (share: number): string => new Intl.NumberFormat(locale.code, { style: 'percent', maximumFractionDigits: 2 }).format(share),
    provider: ({ provider }: SwapQuote): string => {
      if (provider === 'onchain') return t('swap.provider.onchain')
      return names[provider] ?? (safeText(provider) || t('swap.provider.other'))
    },
  }
}
