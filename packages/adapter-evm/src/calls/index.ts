import type { NetworkId } from '@portico/core'
import type { Calls } from '@portico/core/kit'
import type { Client } from 'viem'
import { parseAddress } from '../implementation/order.js'
import type { Provider } from '../implementation/provider.js'
import { getAssets } from './assets.js'
import { getCapabilities } from './capabilities.js'
import { askForCalls } from './errors.js'
import { checkpoint, findSent } from './findSent.js'
import { getCallReceipts } from './receipts.js'
import { sendCalls } from './send.js'
import { getCallsStatus } from './status.js'

export interface CreateCallsParameters {
  readonly clientOf: (networkId: NetworkId) => Client
  readonly providerOf: (connectorId: string) => Promise<Provider>
  readonly networkIds: readonly NetworkId[]
}

/** Batches with the connected wallet (EIP-5792), and what sending one by one needs of the chain. */
export function createCalls({ clientOf, providerOf, networkIds }: CreateCallsParameters): Required<Calls> {
  return {
    getCapabilities: async (target) => getCapabilities(await providerOf(target.connectorId), target, networkIds),
    sendCalls: (request) => sendCalls(() => providerOf(request.connectorId), request),
    getCallsStatus: async (request) => getCallsStatus(await providerOf(request.connectorId), request),
    async showCallsStatus({ connectorId, id }) {
      await askForCalls(await providerOf(connectorId), 'wallet_showCallsStatus', [id])
    },
    getCallReceipts: ({ hashes, networkId }) => getCallReceipts(clientOf(networkId), hashes),
    checkpoint: ({ address, networkId }) => checkpoint(clientOf(networkId), parseAddress(address, 'address')),
    findSent: ({ address, networkId, ...asked }) => findSent(clientOf(networkId), { ...asked, address: parseAddress(address, 'address') }),
    getAssets: async (request) => getAssets(await providerOf(request.connectorId), request),
  }
}
