import { accountIdOf } from '../../kit/caip/accountIds.js'
import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'
import type { Portico } from '../../portico/createPortico.js'
import { valueOf } from '../../kit/amount/fiat.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'

/**
 * Accounts, by CAIP-10 id, of which only the chain itself told last, as the gateway failed: tokens and prices are missing or old.
 * @example const end = incompleteStore(portico).subscribe((ids) => showNote(ids.has('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')))
 */
export const incompleteStore = defineStore<ReadonlySet<string>>('incomplete balances', () => new Set())

/**
 * Whether only the chain itself told last of an account, as the gateway failed.
 * @example if (isIncomplete(incompleteStore(portico).getState(), { address, networkId })) showNote('Some tokens are missing.')
 */
export const isIncomplete = (incomplete: ReadonlySet<string>, { address, networkId }: HolderParameters): boolean =>
  incomplete.has(accountIdOf(networkId, address))

/** Says of an account whether all was told of it. */
export function noteComplete(portico: Portico, id: string, complete: boolean): void {
  const store = incompleteStore(portico)
  const before = store.getState()
  if (before.has(id) === !complete) return
  const ids = new Set(before)
  if (complete) ids.delete(id)
  else ids.add(id)
  store.setState(ids, true)
}

/** What the gateway told last of an account, by CAIP-10 id. */
export const toldOf = defineSlot<Map<string, readonly HeldToken[]>>('balances as told by the gateway', () => new Map())

/**
 * What the gateway told last, with the amounts that the chain tells now, and what only the chain knows. A token of which the chain says
 * nothing stays as it was told: nothing is taken away because the gateway is.
 */
export function renewed(told: readonly HeldToken[], chain: readonly HeldToken[]): readonly HeldToken[] {
  const byKey = new Map(chain.map((token) => [keyOf(token), token]))
  const kept = told.map((token) => {
    const units = byKey.get(keyOf(token))?.units ?? token.units
    byKey.delete(keyOf(token))
    return { ...token, units, ...(token.price !== undefined && { value: valueOf(units, token.decimals, token.price) }) }
  })
  return [...kept, ...byKey.values()]
}

/** Hex is one whatever its case. */
const keyOf = (token: HeldToken) => (token.networkId.startsWith('eip155:') ? tokenKey(token).toLowerCase() : tokenKey(token))
