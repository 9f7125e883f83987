import { setTimeout as pause } from 'node:timers/promises'
import { type Log, failureOf, throttled } from '@portico/service'
import type { Database } from '@portico/service/database'
import type { Chain } from '../../chains/chains.js'
import { type Node, NodeUnavailableError, RpcError } from '../../rpc/node.js'
import { insert } from '../write.js'
import { type OlderRows, fetchTransactions } from './fetchTransactions.js'
import { findTransactions } from './findTransactions.js'
import { createWindow } from './window.js'

/** What is there of accounts below the first block of the index. */
export interface Older {
  /** Notes that an account's rows below a block are wanted: they come with time. */
  readonly want: (address: string, start: number) => Promise<void>
  /** Reads the next blocks for one account. Tells whether there is more to do. @throws NodeUnavailableError, RpcError, DatabaseError */
  readonly step: () => Promise<boolean>
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface OlderParameters {
  readonly options: Chain
  /** Of EIP-155. */
  readonly chain: number
  readonly db: Database
  readonly node: Node
  /** Whether this gateway is the one that reads the chain. */
  readonly isReading: () => boolean
  readonly log: Log
}

/** Accounts that are read at a time: whoever comes later is not noted before one of them is done. */
const mostAccounts = 1000
/** The most transactions that are fetched and written at once. */
const mostTransactions = 300
/** Milliseconds between two requests, so that the node has time for others; and until a node that refuses is asked again. */
const betweenMs = 20
const refusedMs = 60_000

/**
 * Reads the rows of accounts below the first block of the index, the newest first, by what tokens have logged about them. What moved
 * coins alone has logged nothing, and is not found. Whoever is killed goes on where the last written rows end.
 */
export function createOlder({ options, chain, db, node, isReading, log }: OlderParameters): Older {
  const ending = new AbortController()
  const { signal } = ending
  const seldom = throttled(log, 60_000)
  const window = createWindow()
  let following: Promise<void> | undefined

  const next = () =>
    db
      .selectFrom('indexer_older')
      .select(['address', 'unread'])
      .where('chain', '=', chain)
      .where('unread', '>=', options.olderFrom)
      .orderBy('unread', 'desc')
      .limit(1)
      .executeTakeFirst()

  const step = async (): Promise<boolean> => {
    const account = isReading() ? await next() : undefined
    if (!account) return false
    const { address, unread: to } = account
    const from = Math.max(options.olderFrom, to - window.size() + 1)
    const blocks = to - from + 1
    const hashes = await findTransactions({ node, address, from, to, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      if (!(error instanceof RpcError || error instanceof NodeUnavailableError)) throw error
      window.refused(blocks)
      // A node that is away, and one that refuses a single block, are left alone for a while.
      if (blocks === 1 || error instanceof NodeUnavailableError) throw error
    })
    if (!hashes) return true
    if (hashes.length > mostTransactions && blocks > 1) {
      window.refused(blocks)
      return true
    }
    const rows = await fetchTransactions({ node, chain, address, hashes, signal })
    await append({ db, chain, address, from, to }, rows)
    window.answered()
    return true
  }

  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      let wait = options.pollMs
      try {
        if (await step()) wait = betweenMs
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof RpcError) wait = refusedMs
        seldom('warn', 'older.failed', { chain: options.id, ...failureOf(error) })
      }
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    want: async (address, start) => {
      if (start <= options.olderFrom) return
      const at = db.selectFrom('indexer_older').where('chain', '=', chain)
      if (await at.select('unread').where('address', '=', address).executeTakeFirst()) return
      const open = await at
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('unread', '>=', options.olderFrom)
        .executeTakeFirstOrThrow()
      if (Number(open.count) >= mostAccounts) return
      await db
        .insertInto('indexer_older')
        .values({ chain, address, unread: start - 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    step,
    start: () => {
      following ??= follow()
    },
    close: async () => {
      ending.abort()
      await following
    },
  }
}

interface AppendParameters {
  readonly db: Database
  readonly chain: number
  readonly address: string
  readonly from: number
  readonly to: number
}

/** Rows together with the place up to which is read: all of it, or nothing. Nothing as well where the chain has begun anew meanwhile. */
async function append({ db, chain, address, from, to }: AppendParameters, rows: OlderRows): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('indexer_older')
      .set({ unread: from - 1 })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('unread', '=', to)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    // Another account may have had a part in the same transactions.
    const again = { isAgain: true }
    await insert(trx, 'indexer_blocks', rows.blocks, again)
    await insert(trx, 'indexer_transactions', rows.transactions, again)
    await insert(trx, 'indexer_transfers', rows.transfers, again)
    await insert(trx, 'indexer_touched', rows.touched, again)
    await insert(trx, 'indexer_held', rows.held, again)
  })
}
