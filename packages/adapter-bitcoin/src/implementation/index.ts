import type { Portico } from '@portico/core'
import type { Adapter, AdapterEvents } from '@portico/core/kit'
import type { Actions } from '../actions/index.js'
import type { BitcoinOptions } from '../options.js'
import { readAddress } from './address.js'
import { chainOf } from './chains.js'
import { createConnections } from './connections.js'
import { loaded } from './loaded.js'

export interface CreateAdapterParameters {
  readonly portico: Portico
  readonly events: AdapterEvents
  readonly options: BitcoinOptions
}

/** What `bitcoin()` loads when it is first needed: connections. What is done with them loads when it is done. */
export function createAdapter({ portico, events, options }: CreateAdapterParameters): Adapter {
  const connections = createConnections({ events, options })
  const { connect, reconnect, disconnect, watch } = connections
  let made: Actions | undefined
  const actions = async () => {
    const { createActions } = await loaded(import('../actions/index.js'))
    return (made ??= createActions({ portico, options, connections }))
  }
  return {
    connect,
    reconnect,
    disconnect,
    watch,
    readAddress: async ({ text, networkId }) => (await readAddress(text, chainOf(networkId)))?.address,
    // BIP-21. The address says which chain it is of.
    paymentUri: ({ address }) => `bitcoin:${address}`,
    switchNetwork: async (request) => (await actions()).switchNetwork(request),
    signMessage: async (request) => (await actions()).signMessage(request),
    signPsbt: async (request) => (await actions()).signPsbt(request),
    getBalance: async (request) => (await actions()).getBalance(request),
    getTransactions: async (request) => (await actions()).getTransactions(request),
    getFeeSpeeds: async (request) => (await actions()).getFeeSpeeds(request),
    getFeeRates: async (request) => (await actions()).getFeeRates(request),
    getMaximum: async (request) => (await actions()).getMaximum(request),
    estimateFee: async (request) => (await actions()).estimateFee(request),
    sendTransaction: async (request) => (await actions()).sendTransaction(request),
    inspectRecipient: async (request) => (await actions()).inspectRecipient(request),
    waitForReceipt: async (request) => (await actions()).waitForReceipt(request),
  }
}
