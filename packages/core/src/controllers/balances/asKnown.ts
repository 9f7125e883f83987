import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'

/**
 * Tokens as they are known already wherever nothing about them has changed, and the known list itself where nothing has: what shows them
 * then draws only what is new. It stands in for the query client's own comparison, which knows nothing of keys and goes through all of it.
 */
export function asKnown(portico: Portico, { address, networkId }: HolderParameters, tokens: readonly HeldToken[]): readonly HeldToken[] {
  const known = queryClientOf(portico).getQueryData<readonly HeldToken[]>(['balances', networkId, address]) ?? []
  const byKey = new Map(known.map((token) => [tokenKey(token), token]))
  const kept = tokens.map((token) => {
    const before = byKey.get(tokenKey(token))
    return before && isSame(before, token) ? before : token
  })
  return kept.length === known.length && kept.every((token, at) => token === known[at]) ? known : kept
}

function isSame(one: HeldToken, other: HeldToken): boolean {
  const names = Object.keys(one) as (keyof HeldToken)[] // its own
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
