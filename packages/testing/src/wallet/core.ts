import type { Address, LocalAccount } from 'viem'
import type { Bundle } from './methods/calls.js'
import { rpcError, rpcErrorCodes } from './errors.js'
import { findKey } from './keys.js'
import type { WalletRequest, WalletState } from './types.js'

/** What the wallet's methods work on. */
export interface WalletCore {
  readonly keys: readonly LocalAccount[]
  readonly supportsSwitch: boolean
  readonly supportsAdd: boolean
  /** Batches by id (EIP-5792). */
  readonly bundles: Map<string, Bundle>
  getState(): WalletState
  /** Replaces these parts of the state, remembers it, and tells subscribers. */
  setState(patch: Partial<WalletState>): void
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

export function permit(core: WalletCore, origin: string): void {
  const { permitted } = core.getState()
  if (permitted.includes(origin)) return
  core.setState({ permitted: [...permitted, origin] })
  core.emit('accountsChanged', accountsFor(core, origin), (other) => other === origin)
}

/** Takes permission away from one site, or from all. */
export function revoke(core: WalletCore, origin?: string): void {
  const { permitted } = core.getState()
  const gone = permitted.filter((one) => origin === undefined || one === origin)
  if (gone.length === 0) return
  core.setState({ permitted: permitted.filter((one) => !gone.includes(one)) })
  core.emit('accountsChanged', [], (one) => gone.includes(one))
}

/** Moves to a chain, known or not, and tells every site. */
export function moveToChain(core: WalletCore, chainId: number): void {
  if (core.getState().chainId === chainId) return
  core.setState({ chainId })
  core.emit('chainChanged', toChainId(chainId))
}

export function emitAccounts(core: WalletCore): void {
  const { permitted, locked, exposed } = core.getState()
  core.emit('accountsChanged', locked ? [] : exposed, (origin) => permitted.includes(origin))
}

export function toChainId(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
