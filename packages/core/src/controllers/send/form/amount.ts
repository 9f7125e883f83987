import type { HeldToken } from '../../balances/token.js'
import { fiatDecimals } from '../../../kit/amount/fiat.js'
import { parseAmount } from '../../../kit/amount/parse.js'
import type { SendForm } from './store.js'

/** The first digits of the scripts in which people type numbers: Arabic, Persian, Devanagari, Bengali, fullwidth. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]
const latin = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९০-৯０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find((zero) => code >= zero && code <= zero + 9) ?? code))
  })

/**
 * An amount as people type it, in the smallest unit: digits of any of their scripts, and one point or comma. Undefined for
 * anything else, and for more decimals than there are: nothing is rounded.
 */
export function readTypedAmount(text: string, decimals: number): bigint | undefined {
  const plain = latin(text.trim()).replace(/[,٫]/, '.')
  const [, fraction = ''] = plain.split('.')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain) || fraction.replace(/0+$/, '').length > decimals) return undefined
  return parseAmount(plain, decimals)
}

/** What is to be sent, in the token's smallest unit, cut off where money does not come out even. Undefined while it is no amount. */
export function unitsOf({
  amount,
  unit,
  token,
}: Pick<SendForm, 'amount' | 'unit'> & { readonly token: HeldToken | undefined }): bigint | undefined {
  if (!token) return undefined
  if (unit === 'token') return readTypedAmount(amount, token.decimals)
  const money = token.price === undefined ? undefined : readTypedAmount(amount, fiatDecimals)
  return money === undefined || !token.price ? undefined : (money * 10n ** BigInt(token.decimals)) / token.price
}
