/** What becomes of a card. */
export type CardFate = 'ok' | 'declined' | 'funds' | 'expired' | 'secure' | 'bankError' | 'refunded' | 'slow'

/** The cards that the page knows, with what it says of them. */
export const cards: readonly { readonly number: string; readonly fate: CardFate; readonly note: string }[] = [
  { number: '4242424242424242', fate: 'ok', note: 'Accepted' },
  { number: '4000002500003155', fate: 'secure', note: 'Asks for 3-D Secure: 123456' },
  { number: '4000000000000002', fate: 'declined', note: 'Declined' },
  { number: '4000000000009995', fate: 'funds', note: 'Too little money' },
  { number: '4000000000000069', fate: 'expired', note: 'Expired' },
  { number: '4000000000000119', fate: 'bankError', note: 'The bank does not answer' },
  { number: '4000000000000077', fate: 'slow', note: 'Accepted, and slow' },
  { number: '4000000000005126', fate: 'refunded', note: 'Accepted, then refunded' },
]

/** What the visitor is told when it was not to be. */
export const refusals: Partial<Readonly<Record<CardFate, { readonly code: string; readonly text: string }>>> = {
  declined: { code: 'card_declined', text: 'Your bank declined this card. Try another one.' },
  funds: { code: 'insufficient_funds', text: 'There is too little money on this card. Try another one.' },
  expired: { code: 'expired_card', text: 'This card has expired. Try another one.' },
  bankError: { code: 'bank_error', text: 'Your bank could not be reached. Try again, or take another card.' },
}

/** The code that every bank of the sandbox sends. */
export const secureCode = '123456'

/** @returns undefined for what is no card number */
export function fateOf(text: string): CardFate | undefined {
  const number = text.replaceAll(/[ -]/g, '')
  if (!/^\d{13,19}$/.test(number) || !isLuhn(number)) return undefined
  return cards.find((card) => card.number === number)?.fate ?? 'declined'
}

/** ISO/IEC 7812-1, annex B. */
function isLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
