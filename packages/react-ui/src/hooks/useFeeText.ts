import { toDecimal, type Network } from '@portico/core'
import { formatFiat, valueOf, type HeldToken } from '@portico/core/balances'
import { safeText } from '@portico/ui/safe-text'
import { usePorticoContext } from '../PorticoProvider.js'

/** A fee as it is shown. */
export interface FeeText {
  /** In the network's own coin, to three digits that say something: fees are small. */
  readonly coin: string
  /** In money, where the coin's price is known. */
  readonly money: string | undefined
  /** One of them: money, unless it is less than a cent. */
  readonly short: string
}

/** What a fee comes to, beside others of its kind. @returns takes lamports, wei, satoshi */
export function useFeeText({ nativeCurrency }: Network, tokens: readonly HeldToken[] | undefined): (fee: bigint) => FeeText {
  const { locale } = usePorticoContext()
  const { decimals, symbol } = nativeCurrency
  const price = tokens?.find(({ address }) => address === undefined)?.price
  return (fee) => {
    const digits = new Intl.NumberFormat(locale.code, { maximumSignificantDigits: 3 })
    const coin = `${digits.format(Number(toDecimal(fee, decimals)))} ${safeText(symbol)}`
    const worth = price === undefined ? undefined : valueOf(fee, decimals, price)
    const money = worth === undefined ? undefined : formatFiat(worth, 'usd', locale.code).text
    const isShown = worth !== undefined && worth >= 10n ** 16n
    return { coin, money, short: isShown && money !== undefined ? money : coin }
  }
}
