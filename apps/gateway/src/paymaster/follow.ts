import type { Log } from '@portico/service'
import type { Database } from '@portico/service/database'
import { type Hex, decodeEventLog, getAddress, pad, toHex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { z } from 'zod'
import type { BundlerChain } from '../bundler/chain.js'
import { operationTopic } from '../bundler/events.js'
import { entryPoint } from '../bundler/operation.js'
import { RpcError, hexData, hexNumber } from '../rpc/node.js'
import type { Budget } from './budget.js'

/** Blocks of one question at the most, and how many are looked at again: the chain may have gone another way. */
const mostBlocks = 1000
const again = 16

export const headSchema = z.object({ number: hexNumber, timestamp: hexNumber })
const logs = z.array(z.object({ topics: z.array(hexData), data: hexData }))

export interface FollowParameters {
  db: Database
  chain: BundlerChain
  paymaster: Hex
  budget: Budget
  log: Log
}

/** Where counting begins, once: with the first promise nothing can have been paid yet. */
export async function beginFollowing({ db, chain, paymaster }: FollowParameters, block: number): Promise<void> {
  await db
    .insertInto('paymaster_blocks')
    .values({ chain: chain.number, paymaster, number: block })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Counts what was paid since the last look, by the entry point's own word, whoever brought it to the chain; and lets go of promises
 * that are over. Several gateways may do it at once: each promise is counted by one.
 * @throws NodeUnavailableError, RpcError
 */
export async function followPayments({ db, chain, paymaster, budget }: FollowParameters): Promise<void> {
  const row = await db
    .selectFrom('paymaster_blocks')
    .select('number')
    .where('chain', '=', chain.number)
    .where('paymaster', '=', paymaster)
    .executeTakeFirst()
  if (!row) return
  const head = await chain.node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, headSchema)
  const note = (number: number) =>
    db.updateTable('paymaster_blocks').set({ number }).where('chain', '=', chain.number).where('paymaster', '=', paymaster).execute()
  let blocks = mostBlocks
  // A chain that became shorter is another one.
  let from = Math.max(0, Math.min(row.number, head.number) - again)
  while (from <= head.number) {
    const to = Math.min(head.number, from + blocks - 1)
    const topics = [operationTopic, null, null, pad(paymaster)]
    const filter = { address: entryPoint, topics, fromBlock: toHex(from), toBlock: toHex(to) }
    const found = await chain.node.call({ method: 'eth_getLogs', params: [filter] }, logs).catch((error: unknown) => {
      if (!(error instanceof RpcError) || blocks === 1) throw error
    })
    if (!found) {
      // Nodes tell of as many as they like, and each of another number.
      blocks = Math.ceil(blocks / 2)
      continue
    }
    for (const each of found) {
      const { args } = decodeEventLog({
        abi: entryPoint08Abi,
        eventName: 'UserOperationEvent',
        topics: each.topics as [Hex, ...Hex[]],
        data: each.data,
      })
      await budget.settle(getAddress(args.sender), args.nonce, args.actualGasCost)
    }
    if (to > row.number) await note(to)
    from = to + 1
  }
  await note(head.number)
  await budget.release(head.timestamp)
}
