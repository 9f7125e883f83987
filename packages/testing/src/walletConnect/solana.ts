import { base58, base64 } from '@scure/base'
import type { PersonCore } from '../shared/person.js'
import { prepare as prepareStandard, type SolanaCore } from '../solana/methods.js'
import type { SolanaKeys } from '../solana/keys.js'
import { readTransaction } from '../solana/transaction.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { invalidParams, isRecord, readRecord } from '../wallet/params.js'
import { callNode } from '../wallet/rpc.js'
import type { WalletRequest } from '../wallet/types.js'

/** What sites may be granted. */
export const solanaMethods: readonly string[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_getAccounts',
  'solana_requestAccounts',
]

export interface SolanaSideOptions {
  readonly person: PersonCore
  readonly keys: SolanaKeys
  readonly urlOf: (chain: string) => string | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface SolanaRequest {
  readonly request: WalletRequest
  /** CAIP-2. */
  readonly chain: string
  /** The accounts that the session covers there, by index. */
  readonly indexes: readonly number[]
}

/** The protocol's Solana methods: base58 messages and signatures, base64 transactions (docs of the WalletConnect namespaces). */
export function createSolanaSide({ person, keys, urlOf, fetch }: SolanaSideOptions) {
  return async function prepare({ request, chain, indexes }: SolanaRequest): Promise<Prepared> {
    const { method } = request
    const params = isRecord(request.params) ? request.params : {}
    const account = readAccount(
      params,
      indexes.map((index) => keys.at(index).address),
    )
    const core: SolanaCore = {
      person: { ...person, mayUse: (_origin, index) => indexes.includes(index) },
      keys,
      features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
      transactionVersions: ['legacy', 0],
      describe: (index) => ({ address: keys.at(index).address, publicKey: keys.at(index).publicKey, chains: [], features: [] }),
      knows: (known) => urlOf(known) !== undefined,
      callChain: (known, called, sent) => callNode({ url: urlOf(known) ?? '', method: called, params: sent, fetch }),
    }
    const standard = (feature: string, inputs: readonly object[]) => {
      const { run, ...asked } = prepareStandard(core, { ...request, method: feature, params: inputs })
      return { ...asked, run: async () => listOf(await run()) }
    }

    switch (method) {
      case 'solana_getAccounts':
      case 'solana_requestAccounts':
        return { run: () => indexes.map((index) => ({ pubkey: keys.at(index).address })) }
      case 'solana_signMessage': {
        const { run, ...asked } = standard('solana:signMessage', [{ account, message: readBase58(params['message']) }])
        return { ...asked, run: async () => ({ signature: base58.encode(bytesIn((await run())[0], 'signature')) }) }
      }
      case 'solana_signTransaction': {
        const { run, ...asked } = standard('solana:signTransaction', [{ account, transaction: readBase64(params['transaction']), chain }])
        return {
          ...asked,
          async run() {
            const signed = bytesIn((await run())[0], 'signedTransaction')
            return { signature: base58.encode(signatureOf(signed, account)), transaction: base64.encode(signed) }
          },
        }
      }
      case 'solana_signAllTransactions': {
        const list: readonly unknown[] = Array.isArray(params['transactions']) ? params['transactions'] : []
        const inputs = list.map((text) => ({ account, transaction: readBase64(text), chain }))
        const { run, ...asked } = standard('solana:signTransaction', inputs)
        return {
          ...asked,
          run: async () => ({ transactions: (await run()).map((one) => base64.encode(bytesIn(one, 'signedTransaction'))) }),
        }
      }
      case 'solana_signAndSendTransaction': {
        const options = params['sendOptions'] ?? params['options']
        const input = { account, transaction: readBase64(params['transaction']), chain, ...(options !== undefined && { options }) }
        const { run, ...asked } = standard('solana:signAndSendTransaction', [input])
        return { ...asked, run: async () => ({ signature: base58.encode(bytesIn((await run())[0], 'signature')) }) }
      }
    }
    throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${method}" is not supported.`)
  }
}

/** The account that is to sign: the one that is named, else the session's first. @throws ProviderRpcError 4100 */
function readAccount({ pubkey }: Readonly<Record<string, unknown>>, addresses: readonly string[]): string {
  const wanted = pubkey ?? addresses[0]
  const found = addresses.find((address) => address === wanted)
  if (found === undefined) throw rpcError(rpcErrorCodes.unauthorized)
  return found
}

function readBase58(value: unknown): Uint8Array {
  try {
    return base58.decode(String(value))
  } catch {
    throw invalidParams('The message must be base58.')
  }
}

function readBase64(value: unknown): Uint8Array {
  try {
    return base64.decode(String(value))
  } catch {
    throw invalidParams('The transaction must be base64.')
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function bytesIn(value: unknown, field: string): Uint8Array {
  const bytes = readRecord(value, 'The answer')[field]
  if (!(bytes instanceof Uint8Array)) throw rpcError(rpcErrorCodes.internal)
  return bytes
}

function signatureOf(transaction: Uint8Array, address: string): Uint8Array {
  const { signatures, message } = readTransaction(transaction)
  const signature = signatures[message.accounts.indexOf(address)]
  if (!signature) throw rpcError(rpcErrorCodes.internal)
  return signature
}
