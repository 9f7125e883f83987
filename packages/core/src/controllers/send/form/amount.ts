import type { HeldToken } from '../../balances/token.js'
import { fiatDecimals } from '../../../kit/amount/fiat.js'
import { latinDigits, numberFormat } from '../../../kit/amount/numberFormat.js'
import { parseAmount } from '../../../kit/amount/parse.js'
import type { SendForm } from './store.js'

/** The first digits of the scripts in which people type numbers: Arabic, Persian, Devanagari, Bengali, fullwidth. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]
const latin = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९০-৯０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find((zero) => code >= zero && code <= zero + 9) ?? code))
  })

/** The sign with which a language parts thousands. */
const groupSignOf = (locale: string) =>
  numberFormat(latinDigits(locale), 'exact', {})
    .formatToParts(1_000_000)
    .find(({ type }) => type === 'group')?.value

/** Whether a text is a thousand times more to who parts thousands with its sign: `1,000` in English, `1.000` in German. */
function isAmbiguous(text: string, locale: string): boolean {
  const sign = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text)?.[1]
  return sign !== undefined && sign === groupSignOf(locale)
}

/**
 * An amount as people type it, in the smallest unit: digits of any of their scripts, and one point or comma. Undefined for
 * anything else, and for more decimals than there are: nothing is rounded, and nothing is guessed.
 * @example const units = readTypedAmount('1,5', 18, 'de') // 1500000000000000000n
 * @param locale language of who typed it, BCP 47: what is one amount in it with thousands parted and another without, as
 * `1,000` in English, is none. Without it, a point or a comma is where decimals begin
 */
export function readTypedAmount(text: string, decimals: number, locale?: string): bigint | undefined {
  const digits = latin(text.trim())
  if (locale !== undefined && isAmbiguous(digits, locale)) return undefined
  const plain = digits.replace(/[,٫]/, '.')
  const [, fraction = ''] = plain.split('.')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain) || fraction.replace(/0+$/, '').length > decimals) return undefined
  return parseAmount(plain, decimals)
}

/**
 * What is to be sent, in the token's smallest unit, cut off where money does not come out even. Undefined while it is no amount.
 * @example const units = unitsOf(sendFormStore(portico).getState()) // 1500000n, of 1.5 USDC
 */
export function unitsOf({
  amount,
  typedIn,
  unit,
  token,
}: Pick<SendForm, 'amount' | 'typedIn' | 'unit'> & { readonly token: HeldToken | undefined }): bigint | undefined {
  if (!token) return undefined
  if (unit === 'token') return readTypedAmount(amount, token.decimals, typedIn)
  const money = token.price === undefined ? undefined : readTypedAmount(amount, fiatDecimals, typedIn)
  return money === undefined || !token.price ? undefined : (money * 10n ** BigInt(token.decimals)) / token.price
}
