import { formatUnits, parseUnits } from 'viem'
import type { OnrampFiat, OnrampMethod, OnrampMoney } from './types.js'
import { OnrampRefusedError } from './errors.js'

/** Whole units of either fiat that may be paid at once. */
export const onrampLimits: Readonly<Record<OnrampMethod, { readonly min: number; readonly max: number }>> = {
  CARD: { min: 10, max: 7500 },
  ACH_BANK_ACCOUNT: { min: 10, max: 25_000 },
}

/** Digits behind the point of every fiat here. */
export const fiatDecimals = 2

/** An amount as it stands in bodies: text, or a number of existing clients. */
const written = /^\d{1,15}(\.\d{1,36})?$/

/** @returns the smallest units; what is behind them is cut off. Undefined for what is no decimal number */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  if (!written.test(text)) return undefined
  const [whole = '0', rest = ''] = text.split('.')
  return parseUnits(`${whole}.${rest.slice(0, decimals) || '0'}`, decimals)
}

/** Cents as a decimal number: `50.00`. */
export const fiatOf = (cents: bigint, currency: OnrampFiat): OnrampMoney => ({
  amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
  currency,
})

export const coinsOf = (units: bigint, { decimals, symbol }: { decimals: number; symbol: string }): OnrampMoney => ({
  amount: formatUnits(units, decimals),
  currency: symbol,
})

/** A number of an answer as text, without an exponent. */
export const plain = (value: number | string): string =>
  typeof value === 'string' ? value : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 })

/** @throws OnrampRefusedError for an amount that may not be paid in this way */
export function checkLimits(amount: string, fiat: OnrampFiat, method: OnrampMethod): bigint {
  const cents = unitsOf(amount, fiatDecimals)
  if (cents === undefined) throw new OnrampRefusedError('amount')
  const { min, max } = onrampLimits[method]
  if (cents < BigInt(min) * 100n) throw new OnrampRefusedError('amountTooSmall', { detail: `${min} ${fiat}` })
  if (cents > BigInt(max) * 100n) throw new OnrampRefusedError('amountTooLarge', { detail: `${max} ${fiat}` })
  return cents
}
