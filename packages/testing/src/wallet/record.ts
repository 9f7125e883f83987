import { isAddress, type Address, type LocalAccount } from 'viem'
import type { PersonState } from '../shared/types.js'
import { findKey } from './keys.js'
import { isRecord } from './params.js'
import type { WalletState } from './types.js'

/** What the wallet knows beside accounts. */
export type ChainState = Pick<WalletState, 'chainId' | 'chains'>
/** The wallet's state with its accounts by index. */
export type State = PersonState & ChainState

/** How the wallet is remembered: with addresses instead of indexes, because another time it may be made with other keys. */
export function createRecord(keys: readonly LocalAccount[]) {
  return {
    write: ({ chainId, chains, exposed, permitted, locked }: State) => ({
      chainId,
      chains,
      exposed: exposed.flatMap((index) => keys[index]?.address ?? []),
      permitted,
      locked,
    }),
    /** Counts as far as it still holds: node URLs of the options win, and accounts without a key are gone. */
    read(saved: Readonly<Record<string, unknown>>, state: State): State {
      const { chainId, exposed, permitted, locked } = saved
      if (typeof chainId !== 'number' || typeof locked !== 'boolean' || !isRecord(saved['chains'])) return state
      if (!isListOf(exposed, isAnAddress) || !isListOf(permitted, isString)) return state
      const added = Object.entries(saved['chains']).flatMap(([id, url]) =>
        /^\d+$/.test(id) && isString(url) ? [[Number(id), url] as const] : [],
      )
      const chains: ChainState['chains'] = { ...Object.fromEntries(added), ...state.chains }
      const known = exposed.map((address) => indexOf(keys, address))
      return {
        ...state,
        chains,
        chainId: chains[chainId] === undefined ? state.chainId : chainId,
        exposed: known.includes(-1) ? state.exposed : known,
        permitted,
        locked,
      }
    },
  }
}

/** The place of an account among the keys; -1 without one. */
export function indexOf(keys: readonly LocalAccount[], address: Address): number {
  const key = findKey(keys, address)
  return key ? keys.indexOf(key) : -1
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isAnAddress(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
