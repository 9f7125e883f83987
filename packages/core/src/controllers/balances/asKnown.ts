import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { inSlices } from '../../kit/slices.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'

/**
 * Tokens as they are known already wherever nothing about them has changed, and the known list itself where nothing has: what shows them
 * then draws only what is new. It stands in for the query client's own comparison, which knows nothing of keys and goes through all of it.
 */
export async function asKnown(
  portico: Portico,
  { address, networkId, signal }: HolderParameters & { readonly signal?: AbortSignal },
  tokens: readonly HeldToken[],
): Promise<readonly HeldToken[]> {
  const known = queryClientOf(portico).getQueryData<readonly HeldToken[]>(['balances', networkId, address]) ?? []
  const byKey = new Map<string, HeldToken>()
  await inSlices(known, (token) => void byKey.set(tokenKey(token), token), signal)
  const asBefore = (token: HeldToken) => {
    const before = byKey.get(tokenKey(token))
    return before && isSame(before, token) ? before : token
  }
  const kept = await inSlices(tokens, asBefore, signal)
  return kept.length === known.length && kept.every((token, at) => token === known[at]) ? known : kept
}

function isSame(one: HeldToken, other: HeldToken): boolean {
  const names = Object.keys(one) as (keyof HeldToken)[] // its own
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
