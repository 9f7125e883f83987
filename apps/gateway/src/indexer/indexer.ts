import { setTimeout as pause } from 'node:timers/promises'
import { type Log, failureOf, throttled } from '@portico/service'
import type { Database } from '@portico/service/database'
import type { Chain } from '../chains/chains.js'
import { type Node, NodeUnavailableError, RpcError } from '../rpc/node.js'
import { findAncestor, headOf } from './ancestor.js'
import { fetchBlocks } from './fetchBlocks.js'
import { type TraceDialect, findTraceDialect } from './internal.js'
import { createHolder } from '../holder.js'
import { type ChainState, dropLease, leaseMs, takeLease } from './lease.js'
import type { BlockRows } from './rows.js'
import { preparePartitions } from './tables.js'
import { LeaseLostError, appendBlocks, cutBlocks } from './write.js'

/** Blocks in one request, requests at a time, and how many blocks are read before the lease is renewed. */
const blocksPerRequest = 10
const requestsAtOnce = 4

export interface Indexer {
  /** Makes the chain's place in the database and begins to follow it. @throws DatabaseError */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
  /** Whether this gateway is the one that reads the chain, and holds a block of it. */
  readonly isReading: () => boolean
  /** Reads up to the newest block at once, and tells which that is. For tests, and for whoever can't wait. */
  readonly catchUp: () => Promise<number>
}

export interface IndexerParameters {
  chain: Chain
  db: Database
  node: Node
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** The number of an EVM chain: `eip155:10` is 10. */
export const numberOf = (chain: Pick<Chain, 'id'>): number => Number(chain.id.slice('eip155:'.length))

/**
 * Follows a chain into the database, block by block. It survives that the chain goes another way, becomes shorter or begins anew,
 * and that this process ends at any point. Of several gateways on one database one follows a chain.
 */
export function createIndexer({ chain: options, db, node, clock, log }: IndexerParameters): Indexer {
  const chain = numberOf(options)
  const holder = createHolder()
  const ending = new AbortController()
  const { signal } = ending
  const seldom = throttled(log, 60_000)
  let dialect: TraceDialect | undefined
  /** How far the chain is read, as long as nobody else may read it: asking the database each time would write to it each time. */
  let held: { state: ChainState; until: number } | undefined
  let following: Promise<void> | undefined

  const prepare = async (): Promise<void> => {
    await preparePartitions(db, chain)
    const start = options.startBlock ?? (await headOf(node, 'latest', signal))?.number ?? 0
    await db
      .insertInto('indexer_chains')
      .values({ chain, start, number: start - 1, hash: null, internal: 0, holder: null, held_until: 0 })
      .onConflict((conflict) => conflict.column('chain').doNothing())
      .execute()
  }

  const noteInternal = async (isTold: boolean): Promise<void> => {
    await db
      .updateTable('indexer_chains')
      .set({ internal: isTold ? 1 : 0 })
      .where('chain', '=', chain)
      .execute()
    if (!isTold) seldom('warn', 'indexer.no-traces', { chain: options.id })
  }

  const readDialect = async (number: number): Promise<TraceDialect> => {
    const found = await findTraceDialect(node, number)
    await noteInternal(found !== 'none')
    return found
  }

  const readState = async (): Promise<ChainState | undefined> => {
    const now = clock()
    if (held && now < held.until) return held.state
    const state = await takeLease({ db, chain, holder, now })
    held = state && { state, until: now + leaseMs / 3 }
    return state
  }

  const advance = (to: Pick<ChainState, 'number' | 'hash'>): void => {
    if (held) held = { ...held, state: { ...held.state, ...to } }
  }

  /** One step: up to forty blocks, or what has gone another way is taken back. Tells whether there is more to do. */
  const step = async (): Promise<boolean> => {
    const state = await readState()
    const latest = await headOf(node, 'latest', signal)
    if (!state || !latest) return false
    const isSame = state.number < state.start || (state.number <= latest.number && (await isHeld(state)))
    if (!isSame) {
      const ancestor = await findAncestor({ db, node, chain, state, latest: latest.number, signal })
      log('info', 'indexer.reorganised', { chain: options.id, from: state.number, to: ancestor.number })
      await cutBlocks({ db, chain, holder, after: state.number }, ancestor)
      advance(ancestor)
      return true
    }
    if (state.number >= latest.number) return false
    dialect ??= await readDialect(latest.number)
    await append(state, latest.number, dialect)
    return true
  }

  const isHeld = async ({ number, hash }: ChainState): Promise<boolean> => (await headOf(node, number, signal))?.hash === hash

  const append = async (state: ChainState, latest: number, traces: TraceDialect): Promise<void> => {
    const starts = Array.from({ length: requestsAtOnce }, (_, at) => state.number + 1 + at * blocksPerRequest).filter(
      (from) => from <= latest,
    )
    const requests = starts.map((from) => {
      const count = Math.min(blocksPerRequest, latest - from + 1)
      return fetchBlocks({ node, chain, from, count, dialect: traces, signal })
    })
    // Each is waited for below, one after the other: until then a failure is nobody's.
    for (const request of requests) request.catch(() => {})
    let { number: after, hash } = state
    for (const request of requests) {
      const blocks = await request
      if (!follows(blocks, hash)) return
      await appendBlocks({ db, chain, holder, after }, blocks)
      after += blocks.length
      hash = blocks.at(-1)?.block.hash ?? hash
      advance({ number: after, hash })
      if (traces !== 'none' && blocks.some(({ hasInternal }) => !hasInternal)) await noteInternal(false)
    }
  }

  const follow = async (): Promise<void> => {
    let isPrepared = false
    while (!signal.aborted) {
      try {
        if (!isPrepared) await prepare()
        isPrepared = true
        if (await step()) continue
      } catch (error) {
        if (signal.aborted) return
        held = undefined
        if (error instanceof NodeUnavailableError || error instanceof RpcError) {
          seldom('warn', 'indexer.node', { chain: options.id, message: error.message })
          dialect = undefined
        } else if (!(error instanceof LeaseLostError)) {
          // A database that is away for a while comes back.
          seldom('error', 'indexer.failed', { chain: options.id, ...failureOf(error) })
        }
      }
      await pause(options.pollMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    start: () => {
      following ??= follow()
      return Promise.resolve()
    },
    close: async () => {
      ending.abort()
      await following
      await dropLease({ db, chain, holder }).catch(() => {})
    },
    isReading: () => held !== undefined && held.state.number >= held.state.start,
    catchUp: async () => {
      await prepare()
      while (await step());
      const { number } = await db.selectFrom('indexer_chains').select('number').where('chain', '=', chain).executeTakeFirstOrThrow()
      return number
    },
  }
}

/** Whether blocks continue each other and what is held already. @param hash of the newest block held; null where none is */
function follows(blocks: readonly BlockRows[], hash: string | null): boolean {
  let parent = hash
  for (const { block } of blocks) {
    if (parent !== null && block.parent !== parent) return false
    parent = block.hash
  }
  return true
}
