import type { NetworkId } from '@portico/core'
import type { Calls } from '@portico/core/kit'
import { solanaCapabilities } from './capabilities.js'
import { sendCalls, type SendCallsContext } from './send.js'
import { getCallReceipts, getCallsStatus } from './status.js'

export type SolanaCalls = Required<Pick<Calls, 'getCapabilities' | 'sendCalls' | 'getCallsStatus' | 'getCallReceipts'>>

export interface CreateCallsParameters extends Omit<SendCallsContext, 'unsent'> {
  readonly networkIds: readonly NetworkId[]
}

/** Batches: Solana's own transactions, of one or many instructions, and what the chain says of them. */
export function createCalls({ networkIds, ...parameters }: CreateCallsParameters): SolanaCalls {
  const context: SendCallsContext = { ...parameters, unsent: new Set() }
  return {
    getCapabilities: async () => Object.fromEntries(networkIds.map((id) => [id, solanaCapabilities])),
    sendCalls: (request) => sendCalls(context, request),
    getCallsStatus: ({ id }) => getCallsStatus(context.rpc, id, context.unsent),
    getCallReceipts: ({ hashes, networkId }) => getCallReceipts(context.rpc, networkId, hashes),
  }
}
