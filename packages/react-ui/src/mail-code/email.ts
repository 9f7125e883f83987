import { defineSlot } from '@portico/core/kit'

/** Whether a text looks like an e-mail address. Whether it is one, the mail that is sent to it shows. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text) && text.length <= 254

/** What a visitor typed into a field, while the page is there: going back does not lose it. */
export interface Typed {
  login: string
  update: string
}

export const typedIn = defineSlot<Typed>('typed addresses', () => ({ login: '', update: '' }))
