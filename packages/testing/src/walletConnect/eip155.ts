import type { LocalAccount } from 'viem'
import type { Prepared, WalletCore } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { findMethod } from '../wallet/methods/index.js'
import { callNode } from '../wallet/rpc.js'
import type { WalletRequest } from '../wallet/types.js'

/** What sites may be granted. Reads go to the chain's node. */
export const evmMethods: readonly string[] = [
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sendRawTransaction',
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
]

/** Names that sites use for the same. */
const aliases: Readonly<Record<string, string>> = { eth_signTypedData: 'eth_signTypedData_v4' }

export interface EvmSideOptions {
  readonly keys: readonly LocalAccount[]
  /** Chain id to node URL. */
  readonly chains: () => Readonly<Record<number, string>>
  readonly addChain: (chainId: number, url: string) => void
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface EvmRequest {
  readonly request: WalletRequest
  readonly chainId: number
  /** The accounts that the session covers there, by index. */
  readonly indexes: readonly number[]
  /** Told when the site moved the wallet to another chain. */
  readonly onSwitch: (chainId: number) => void
}

/** The EVM methods, each on the chain that its request names: a session has no chain in use, as a page has. */
export function createEvmSide({ keys, chains, addChain, fetch }: EvmSideOptions) {
  const bundles: WalletCore['bundles'] = new Map()
  const queues = new Map<number, Promise<unknown>>()

  return async function prepare({ request, chainId, indexes, onSwitch }: EvmRequest): Promise<Prepared> {
    const name = aliases[request.method] ?? request.method
    const exposed = indexes.flatMap((index) => keys[index]?.address ?? [])
    const core: WalletCore = {
      keys,
      supportsSwitch: true,
      supportsAdd: true,
      batches: 'unsupported',
      bundles,
      upgraded: new Set(),
      getState: () => ({ chainId, chains: chains(), exposed, permitted: [request.origin], locked: false, online: true, policy: 'approve' }),
      setChain(patch) {
        for (const [id, url] of Object.entries(patch.chains ?? {})) if (chains()[Number(id)] === undefined) addChain(Number(id), url)
        if (patch.chainId !== undefined) onSwitch(patch.chainId)
      },
      // A session's permissions are its own: it is there, and its site is let in.
      permit: () => {},
      revoke: () => {},
      emit: () => {},
      callNode: (url, called, params) => callNode({ url, method: called, params, fetch }),
      inOrder(id, task) {
        const result = (queues.get(id) ?? Promise.resolve()).then(task)
        queues.set(
          id,
          result.catch(() => {}),
        )
        return result
      },
    }
    const method = findMethod(name, core)
    if (!method) throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${request.method}" is not supported.`)
    return method(core, { ...request, method: name })
  }
}
