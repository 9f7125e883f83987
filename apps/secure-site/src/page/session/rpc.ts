import { isSafeMethod, isSigningMethod } from '@portico/embedded/protocol'
import { PorticoError, isNetworkId, namespaceOf, type NetworkId } from '@portico/core'
import type { RequestContext } from '../types.js'
import type { SigningRequest } from './signing.js'
import type { Wallet, WalletNamespace } from './wallet.js'

/** The method is on neither list (S4). */
export class CallNotAllowedError extends PorticoError {
  override readonly name = 'CallNotAllowedError'
  constructor() {
    super('Requested RPC call is not allowed', { code: 4200, shown: 'Action not allowed' })
  }
}

export interface RpcOptions {
  readonly wallet: Wallet
  readonly context: () => Promise<RequestContext>
  readonly sign: (request: SigningRequest, signal?: AbortSignal) => Promise<unknown>
  readonly read: (method: string, params: unknown, networkId: NetworkId, context: RequestContext) => Promise<unknown>
}

export interface RpcRequest {
  readonly id: string
  readonly method: string
  readonly params?: unknown
  /** CAIP-2. */
  readonly chainId?: string | undefined
}

/**
 * Answers a call of the site: what the wallet knows itself, what the operator's node reads (S6), and what only the visitor can
 * allow (S5). Nothing else.
 * @throws CallNotAllowedError, and the errors of signing and reading
 */
export function createRpc({ wallet, context, sign, read }: RpcOptions) {
  return async function rpc({ id, method, params, chainId }: RpcRequest, signal?: AbortSignal): Promise<unknown> {
    if (isSigningMethod(method)) return sign({ id, method, params, ...(chainId === undefined ? {} : { chainId }) }, signal)
    if (!isSafeMethod(method)) throw new CallNotAllowedError()
    switch (method) {
      // Who the accounts are is not the node's to say.
      case 'eth_accounts':
        return [(await wallet.addresses()).eip155]
      case 'eth_chainId':
        return `0x${BigInt(wallet.active().eip155.slice('eip155:'.length)).toString(16)}`
      // What comes with smart accounts.
      case 'wallet_getCapabilities':
        return {}
      default:
        return read(method, params ?? [], networkOf(chainId, wallet), await context())
    }
  }
}

function networkOf(chainId: string | undefined, wallet: Wallet): NetworkId {
  if (!isNetworkId(chainId)) return wallet.active().eip155
  const namespace: WalletNamespace = namespaceOf(chainId) === 'solana' ? 'solana' : 'eip155'
  return namespace === 'solana' ? wallet.active().solana : chainId
}
