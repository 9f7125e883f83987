import type { Address, LocalAccount } from 'viem'
import type { Bundle } from './methods/calls.js'
import { rpcError, rpcErrorCodes } from './errors.js'
import { findKey } from './keys.js'
import type { WalletOptions, WalletRequest, WalletState } from './types.js'

/** What the wallet's methods work on. */
export interface WalletCore {
  readonly keys: readonly LocalAccount[]
  readonly supportsSwitch: boolean
  readonly supportsAdd: boolean
  readonly batches: NonNullable<WalletOptions['batches']>
  /** Batches by id (EIP-5792). */
  readonly bundles: Map<string, Bundle>
  /** Chains on which the account has been lent code. */
  readonly upgraded: Set<number>
  getState(): WalletState
  /** Moves to a chain, or learns of one, remembers it, and tells subscribers. */
  setChain(patch: Partial<Pick<WalletState, 'chainId' | 'chains'>>): void
  /** Gives permission to a site, and tells it. */
  permit(origin: string): void
  /** Takes permission away from one site, or from all, and tells them. */
  revoke(origin?: string): void
  emit(event: string, payload: unknown, isFor?: (origin: string) => boolean): void
  /** Asks a node by its URL, for chains that are not known yet. */
  callNode(url: string, method: string, params?: unknown): Promise<unknown>
  /** Runs tasks of one chain one after the other, so that two transactions never take the same nonce. */
  inOrder<T>(chainId: number, task: () => Promise<T>): Promise<T>
}

/** What a method is going to do, once everything about the request has been checked. */
export interface Prepared {
  /** What the person is asked. Absent: nobody needs to be. */
  readonly ask?: string
  run(): unknown
}

/** Checks a request and says what it would do. @throws {@link ProviderRpcError} when it is refused without asking */
export type Method = (core: WalletCore, request: WalletRequest) => Prepared | Promise<Prepared>

/** Asks the node of a known chain. @throws {@link ProviderRpcError} 4901 when the wallet has none for it */
export function callChain(core: WalletCore, chainId: number, method: string, params?: unknown): Promise<unknown> {
  const url = core.getState().chains[chainId]
  if (url === undefined) return Promise.reject(rpcError(rpcErrorCodes.chainDisconnected))
  return core.callNode(url, method, params)
}

/** What `eth_accounts` tells this site: nothing before it is permitted, nor while the wallet is locked. */
export function accountsFor(core: WalletCore, origin: string): readonly Address[] {
  const { permitted, locked, exposed } = core.getState()
  return locked || !permitted.includes(origin) ? [] : exposed
}

/** The key of an account that this site may use. @throws {@link ProviderRpcError} 4100 */
export function keyFor(core: WalletCore, origin: string, address: Address): LocalAccount {
  const { permitted, exposed } = core.getState()
  const key = findKey(core.keys, address)
  // A locked wallet still takes the request, and asks for its password before it shows it.
  if (!key || !permitted.includes(origin) || !exposed.includes(key.address)) throw rpcError(rpcErrorCodes.unauthorized)
  return key
}

/** Moves to a chain, known or not, and tells every site. */
export function moveToChain(core: WalletCore, chainId: number): void {
  if (core.getState().chainId === chainId) return
  core.setChain({ chainId })
  core.emit('chainChanged', toChainId(chainId))
}

export function toChainId(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
