import type { Address, LocalAccount } from 'viem'
import { findKey } from './keys.js'
import type { Remembered } from './memory.js'
import type { WalletOptions, WalletState } from './types.js'

/** The state a wallet starts with. @throws when it has no chain */
export function readOptions(options: WalletOptions, first: Address | undefined, origin: string): WalletState {
  const { chains, locked = false, policy = 'approve', connected } = options
  const chainId = options.chainId ?? Number(Object.keys(chains)[0])
  if (!Number.isSafeInteger(chainId)) throw new Error('A wallet needs at least one chain.')
  const permitted = connected === true ? [origin] : (connected ?? [])
  return { chainId, chains, exposed: first ? [first] : [], permitted, locked, online: true, policy }
}

/** What is remembered counts as far as it still holds: node URLs of the options win, and accounts without a key are gone. */
export function recall(state: WalletState, remembered: Remembered | undefined, keys: readonly LocalAccount[]): WalletState {
  if (!remembered) return state
  const chains = { ...remembered.chains, ...state.chains }
  const chainId = chains[remembered.chainId] === undefined ? state.chainId : remembered.chainId
  const known = remembered.exposed.filter((address) => findKey(keys, address))
  const exposed = known.length === remembered.exposed.length ? known : state.exposed
  return { ...state, ...remembered, chains, chainId, exposed }
}

/** @throws when the wallet has no such account */
export function addressAt(keys: readonly LocalAccount[], index: number): Address {
  const key = keys[index]
  if (!key) throw new Error(`The wallet has no account ${index}.`)
  return key.address
}

/** The address as the wallet writes it. @throws when the wallet has no key for it */
export function ownAddress(keys: readonly LocalAccount[], address: Address): Address {
  const key = findKey(keys, address)
  if (!key) throw new Error(`The wallet has no key for ${address}.`)
  return key.address
}
