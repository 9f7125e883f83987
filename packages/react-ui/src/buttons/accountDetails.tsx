import { formatAmount, type AccountFacts } from '@portico/core'
import { Avatar } from '../primitives/avatar/Avatar.js'
import { safeText } from '../primitives/safeText.js'

export { keepFresh } from '../account/keepFresh.js'

/** The account's own picture, or its doorway. */
export const Picture = Avatar

/** What is known of an account, in words: made safe to show, and in the form of the visitor's language. */
export function inWords({ balance, profileName }: AccountFacts, locale: string): { readonly name: string | undefined; readonly balance: string | undefined } {
  return {
    name: profileName && safeText(profileName),
    balance: balance && `${formatAmount(balance.units, balance.decimals, locale)} ${safeText(balance.symbol)}`,
  }
}
