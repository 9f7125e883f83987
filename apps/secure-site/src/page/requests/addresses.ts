import { addressEnd, addressStart } from '@portico/core'
import type { RequestContext } from '../types.js'
import { type Finding, warning } from './types.js'

/** The short form that people compare: the first 4 and the last 6 characters, whatever their case. */
const shortForm = (address: string) => `${address.slice(0, addressStart)}${address.slice(-addressEnd)}`.toLowerCase()

/** EVM addresses are equal whatever the case of their letters; in base58 the case counts. */
const same = (a: string, b: string) => (a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b)

/** The known address that another one could be taken for: equal in the short form, and not the same (S17). */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  if (known.some((each) => same(each, address))) return undefined
  return known.find((each) => shortForm(each) === shortForm(address))
}

/** What is to be said of the address that something goes to (S17). */
export function recipientFinding(
  address: string,
  { knownAddresses, addresses }: Pick<RequestContext, 'knownAddresses' | 'addresses'>,
): Finding {
  const known = [...knownAddresses, addresses.eip155, addresses.solana]
  if (known.some((each) => same(each, address))) return { effects: [], warnings: [], risk: 'normal' }
  const imitated = lookAlikeOf(address, known)
  if (imitated !== undefined) return { effects: [], warnings: [warning('lookAlike', { address, known: imitated })], risk: 'risky' }
  return { effects: [], warnings: [warning('newRecipient', { address })], risk: 'caution' }
}
