import { z } from 'zod'
import { rpc, rpcBatch } from './rpc.js'

/** Remembers the state of a chain. The id is good for one {@link revert}. */
export async function snapshot(rpcUrl: string): Promise<string> {
  return z.string().parse(await rpc(rpcUrl, 'evm_snapshot'))
}

/**
 * Goes back to a snapshot: state, height, waiting transactions and the way blocks are mined. The clock shows the real time
 * again. Returns a new snapshot.
 */
export async function revert(rpcUrl: string, id: string): Promise<string> {
  await rpcBatch(rpcUrl, [
    { method: 'anvil_dropAllTransactions' },
    { method: 'evm_setIntervalMining', params: [0] },
    { method: 'anvil_autoImpersonateAccount', params: [false] },
  ])
  z.literal(true).parse(await rpc(rpcUrl, 'evm_revert', [id]))
  await rpcBatch(rpcUrl, [
    { method: 'evm_setAutomine', params: [true] },
    { method: 'evm_setTime', params: [Math.floor(Date.now() / 1000)] },
  ])
  return snapshot(rpcUrl)
}
