import { InvalidOptionError, type Portico } from '@portico/core'
import type { Adapter, AdapterEvents } from '@portico/core/kit'
import type { SolanaOptions } from '../options.js'
import type { Actions } from './actions.js'
import { readAddress } from './bytes.js'
import { createConnections } from './connections.js'
import { loaded } from './loaded.js'

export interface CreateAdapterParameters {
  readonly portico: Portico
  readonly events: AdapterEvents
  readonly options: SolanaOptions
}

/** What `solana()` loads when it is first needed: connections, by the Wallet Standard. What is done with them loads when it is done. */
export function createAdapter({ portico, events, options }: CreateAdapterParameters): Adapter {
  const connections = createConnections({ portico, events, networks: options.networks })
  const { connect, reconnect, disconnect, switchNetwork, watch } = connections
  let made: Actions | undefined

  async function actions(): Promise<Actions> {
    const { createActions } = await loaded(import('./actions.js'))
    return (made ??= createActions({ portico, options, connections }))
  }

  const calls = async () => (await actions()).calls()
  const swaps = async () => (await actions()).swaps()

  return {
    connect,
    reconnect,
    disconnect,
    switchNetwork,
    watch,
    readAddress: ({ text }) => Promise.resolve(readAddress(text) ? text : undefined),
    // Solana Pay. An address is the same on every network, and the URI names none.
    paymentUri({ address }) {
      if (!readAddress(address)) throw new InvalidOptionError({ option: 'address', problem: 'expected an address, 32 bytes in base58' })
      return `solana:${address}`
    },
    signMessage: async (request) => (await actions()).signMessage(request),
    signTransactions: async (request) => (await actions()).signTransactions(request),
    signAndSendTransaction: async (request) => (await actions()).signAndSendTransaction(request),
    getCapabilities: async (request) => (await calls()).getCapabilities(request),
    sendCalls: async (request) => (await calls()).sendCalls(request),
    getCallsStatus: async (request) => (await calls()).getCallsStatus(request),
    getCallReceipts: async (request) => (await calls()).getCallReceipts(request),
    getRouters: async (request) => (await swaps()).getRouters(request),
    readSwapTransaction: async (request) => (await swaps()).readSwapTransaction(request),
    simulateSwap: async (request) => (await swaps()).simulateSwap(request),
    readReceived: async (request) => (await swaps()).readReceived(request),
    getBalance: async (request) => (await actions()).getBalance(request),
    getTokenBalances: async (request) => (await actions()).getTokenBalances(request),
    getToken: async (request) => (await actions()).getToken(request),
    inspectRecipient: async (request) => (await actions()).inspectRecipient(request),
    resolveName: async (request) => (await actions()).resolveName(request),
    lookupAddress: async (request) => (await actions()).lookupAddress(request),
    getMaximum: async (request) => (await actions()).getMaximum(request),
    getFeeSpeeds: async (request) => (await actions()).getFeeSpeeds(request),
    estimateFee: async (request) => (await actions()).estimateFee(request),
    sendTransaction: async (request) => (await actions()).sendTransaction(request),
    waitForReceipt: async (request) => (await actions()).waitForReceipt(request),
  }
}
