import { BalanceUnavailableError, InvalidOptionError, type Portico } from '@portico/core'
import { readItem, type Adapter } from '@portico/core/kit'
import type { SolanaCalls } from '../calls/index.js'
import type { SolanaOptions } from '../options.js'
import type { createSwaps } from '../swap/index.js'
import { untilNew } from './blockhash.js'
import { readAddress, readBase58 } from './bytes.js'
import type { Connections } from './connections.js'
import { unsigned } from './encode.js'
import { loaded } from './loaded.js'
import { pricesOf, speedsOf } from './priority.js'
import { createRpc } from './rpc.js'
import { createSigning, type Sent } from './sign.js'
import { getToken, getTokenBalances } from './tokens.js'
import { inspectRecipient } from './recipient.js'
import { getBalance } from './balance.js'
import { checkFunds, estimateFee, getMaximum, planTransfer } from './transfer.js'
import { waitForReceipt } from './waitForReceipt.js'

type Names =
  | 'signMessage'
  | 'signTransactions'
  | 'signAndSendTransaction'
  | 'getBalance'
  | 'getTokenBalances'
  | 'getToken'
  | 'inspectRecipient'
  | 'getMaximum'
  | 'getFeeSpeeds'
  | 'estimateFee'
  | 'sendTransaction'
  | 'waitForReceipt'
  | 'resolveName'
  | 'lookupAddress'
export type Actions = { readonly [Name in Names]: NonNullable<Adapter[Name]> } & {
  readonly calls: () => Promise<SolanaCalls>
  readonly swaps: () => Promise<ReturnType<typeof createSwaps>>
}

export interface CreateActionsParameters {
  readonly portico: Portico
  readonly options: SolanaOptions
  readonly connections: Connections
}

/** What can be done with an account, and read of the chain by JSON-RPC. */
export function createActions({ portico, options, connections }: CreateActionsParameters): Actions {
  const rpc = createRpc(portico, options)
  const sent = new Map<string, Sent>()
  const asked = new Set<string>()
  const signing = createSigning({ connections, rpc, sent })
  const { signMessage, signTransactions, signAndSendTransaction } = signing
  const networkIds = options.networks.map(({ id }) => id)
  const names = () => loaded(import('../names/index.js'))
  let made: SolanaCalls | undefined
  const calls = async (): Promise<SolanaCalls> => {
    const { createCalls } = await loaded(import('../calls/index.js'))
    return (made ??= createCalls({ portico, connections, rpc, signing, sent, asked, networkIds }))
  }
  // A batch of a page before this one may not be through.
  if (readItem(portico, 'signed')) void calls().then(({ sendLeft }) => sendLeft(), console.warn)

  /** A balance is there, or it is not: why is in the cause. */
  const orUnavailable = <T>(asking: Promise<T>): Promise<T> =>
    asking.catch((cause: unknown) => {
      throw new BalanceUnavailableError({ cause })
    })

  return {
    signMessage,
    signTransactions,
    signAndSendTransaction,

    calls,
    swaps: async () => (await loaded(import('../swap/index.js'))).createSwaps(rpc),

    getBalance: (request) => orUnavailable(checked(request.address, () => getBalance(rpc, request))),
    getTokenBalances: (request) => orUnavailable(checked(request.address, () => getTokenBalances(rpc, request))),

    getToken: (request) => checked(request.address, () => getToken(rpc, request)),
    inspectRecipient: (request) => checked(request.address, () => inspectRecipient(rpc, request)),
    resolveName: async (request) => (await names()).resolveName(rpc, networkIds, request),
    lookupAddress: async (request) => (await names()).lookupAddress(rpc, networkIds, request),
    getMaximum: (request) => checked(request.address, () => getMaximum(rpc, request)),

    getFeeSpeeds: async (request) => speedsOf(await pricesOf(rpc, request)),

    estimateFee: (request) => checked(request.address, () => estimateFee(rpc, request)),

    async sendTransaction(request) {
      const { connectorId, address, networkId } = request
      const target = { connectorId, address, networkId }
      connections.use(target) // before the chain is asked
      const { transfer } = await untilNew(asked, async () => {
        const planned = await planTransfer(rpc, request)
        return { transfer: planned, messages: [planned.message] }
      })
      checkFunds(transfer)
      return signAndSendTransaction({ ...target, transaction: unsigned(transfer.message) })
    },

    async waitForReceipt({ hash, networkId, signal }) {
      if (!readBase58(hash, 64)) throw new InvalidOptionError({ option: 'hash', problem: 'expected a signature, 64 bytes in base58' })
      return waitForReceipt(rpc, { hash, networkId, signal, sent: sent.get(hash) })
    },
  }
}

async function checked<T>(address: string, then: () => Promise<T>): Promise<T> {
  if (!readAddress(address)) throw new InvalidOptionError({ option: 'address', problem: 'expected an address, 32 bytes in base58' })
  return then()
}
