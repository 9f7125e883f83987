import type { NetworkId, Portico } from '@portico/core'
import type { Calls } from '@portico/core/kit'
import { solanaCapabilities } from './capabilities.js'
import { openLeft } from './left.js'
import { sendCalls, sendLeft, type SendCallsContext } from './send.js'
import { getCallReceipts, getCallsStatus } from './status.js'

export type SolanaCalls = Required<Pick<Calls, 'getCapabilities' | 'sendCalls' | 'getCallsStatus' | 'getCallReceipts'>> & {
  /** Goes on with the batches of a page before this one. Never throws. */
  readonly sendLeft: () => Promise<void>
}

export interface CreateCallsParameters extends Omit<SendCallsContext, 'unsent' | 'left'> {
  readonly portico: Portico
  readonly networkIds: readonly NetworkId[]
}

/** Batches: Solana's own transactions, of one or many instructions, and what the chain says of them. */
export function createCalls({ portico, networkIds, ...parameters }: CreateCallsParameters): SolanaCalls {
  const context: SendCallsContext = { ...parameters, unsent: new Set(), left: openLeft(portico) }
  return {
    sendLeft: () => sendLeft(context),
    getCapabilities: async () => Object.fromEntries(networkIds.map((id) => [id, solanaCapabilities])),
    sendCalls: (request) => sendCalls(context, request),
    getCallsStatus: ({ id }) => getCallsStatus(context.rpc, id, context.unsent),
    getCallReceipts: ({ hashes, networkId }) => getCallReceipts(context.rpc, networkId, hashes),
  }
}
