import type { Database } from '@portico/service/database'
import { takeLease } from '../indexer/lease.js'
import type { BlockRows } from '../indexer/rows.js'
import { preparePartitions } from '../indexer/tables.js'
import { appendBlocks } from '../indexer/write.js'

const perBlock = 500
const blocksAtOnce = 10
const chain = 1

/** One of many addresses. The first ones are in more transactions than the others. */
export const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/**
 * Fills an index with transactions that each move a token, as they come from a chain, and tells how many were written in a second.
 * Half of them are the first address's, so that its history is long.
 */
export async function fill(db: Database, count: number): Promise<number> {
  await preparePartitions(db, chain)
  const holder = 'bench'
  const row = { chain, start: 0, number: -1, hash: null, internal: 1, holder, held_until: Date.now() + 3_600_000 }
  await db.insertInto('indexer_chains').values(row).execute()
  await takeLease({ db, chain, holder, now: Date.now() })
  const from = performance.now()
  for (let after = -1; (after + 1) * perBlock < count; after += blocksAtOnce) {
    const blocks = Array.from({ length: blocksAtOnce }, (_, at) => blockOf(after + 1 + at))
    await appendBlocks({ db, chain, holder, after }, blocks)
  }
  return count / ((performance.now() - from) / 1000)
}

function blockOf(number: number): BlockRows {
  const rows: BlockRows = {
    block: { chain, number, hash: word(number + 1), parent: word(number), time: number * 12_000 },
    transactions: [],
    transfers: [],
    touched: [],
    held: [],
    hasInternal: true,
  }
  for (let position = 0; position < perBlock; position += 1) {
    const at = { chain, block: number, position }
    const seed = number * perBlock + position
    const sender = addressOf(seed % 2 === 0 ? 1 : 2 + (seed % 20_000))
    const recipient = addressOf(2 + ((seed * 7919) % 20_000))
    const token = addressOf(1_000_000 + (seed % 300))
    rows.transactions.push({
      ...at,
      hash: word(1_000_000_000 + seed),
      sender,
      recipient: token,
      created: null,
      nonce: seed,
      method: '0xa9059cbb',
      value: '0',
      fee: '21000000000000',
      status: 1,
    })
    rows.transfers.push({ ...at, sub: 1024, kind: 'erc20', token, sender, recipient, token_id: '', amount: String(seed), spread: 1 })
    for (const address of new Set([sender, recipient, token])) rows.touched.push({ ...at, address })
    rows.held.push({ chain, address: recipient, token, token_id: '', kind: 'erc20', block: number })
  }
  return rows
}
