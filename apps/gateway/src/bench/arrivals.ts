import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, decodeEventLog, toHex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { z } from 'zod'
import { operationTopic } from '../bundler/events.js'
import { entryPoint } from '../bundler/operation.js'
import { type Node, hexData, hexNumber } from '../rpc/node.js'

/** What the entry point's events say, whatever the bundler does. */
export interface Arrivals {
  /** When each operation was seen on the chain, by `performance.now`. */
  readonly at: ReadonlyMap<string, number>
  /** Operations that the chain has more than once, and those whose calls failed. */
  readonly counts: { twice: number; failed: number }
  readonly stop: () => Promise<void>
}

const logs = z.array(z.object({ topics: z.array(hexData), data: hexData }))

/** Looks every 25 ms, so that a time is up to that much too long. */
export async function watchArrivals(node: Node): Promise<Arrivals> {
  const at = new Map<string, number>()
  const counts = { twice: 0, failed: 0 }
  const height = () => node.call({ method: 'eth_blockNumber' }, hexNumber)
  let from = (await height()) + 1
  const look = async (): Promise<void> => {
    const to = await height()
    if (to < from) return
    const filter = { address: entryPoint, topics: [operationTopic], fromBlock: toHex(from), toBlock: toHex(to) }
    const found = await node.call({ method: 'eth_getLogs', params: [filter] }, logs)
    const now = performance.now()
    for (const { topics, data } of found) {
      const { args } = decodeEventLog({
        abi: entryPoint08Abi,
        eventName: 'UserOperationEvent',
        topics: topics as [Hex, ...Hex[]],
        data,
      })
      if (at.has(args.userOpHash)) counts.twice += 1
      else at.set(args.userOpHash, now)
      if (!args.success) counts.failed += 1
    }
    from = to + 1
  }
  let open = true
  const watching = (async () => {
    while (open) {
      await look()
      await pause(25)
    }
    await look()
  })()
  return {
    at,
    counts,
    stop: async () => {
      open = false
      await watching
    },
  }
}
