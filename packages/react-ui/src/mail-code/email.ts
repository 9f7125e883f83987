import { defineSlot } from '@portico/core/kit'

/**
 * An e-mail address as it was typed or pasted, for the one that is read: signs of full width, as Japanese and Chinese keyboards type
 * them, are the ordinary ones, and what is not seen is not there. Joiners stay: Persian and Hindi words have them.
 */
export const emailOf = (text: string): string =>
  text
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('。', '.')
    .trim()

/** Whether a text looks like an e-mail address. Whether it is one, the mail that is sent to it shows. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text) && text.length <= 254

/** What a visitor typed into a field, while the page is there: going back does not lose it. */
export interface Typed {
  login: string
  update: string
}

export const typedIn = defineSlot<Typed>('typed addresses', () => ({ login: '', update: '' }))
