import type { AccountTransaction } from '@portico/core'
import type { ChainTransaction, Output } from './esplora.js'

/** How many confirmed transactions an esplora page has. */
const pageLength = 25

/** What a transaction did to an address. Its fee is told where the address paid it. */
function describe({ txid, inputs, outputs, fee, status: { height, time } }: ChainTransaction, address: string): AccountTransaction {
  const mine = (list: readonly (Output | undefined)[]) => list.reduce((sum, one) => (one?.address === address ? sum + one.value : sum), 0n)
  const spent = mine(inputs.map(({ prevout }) => prevout))
  return {
    hash: txid,
    change: mine(outputs) - spent,
    ...(spent > 0n && { fee }),
    ...(time !== undefined && { time }),
    ...(height !== undefined && { blockNumber: height }),
  }
}

/** A page of an address's past, and the cursor of the next one while there may be one. A page that starts over ends it (R21). */
export function pageOf(transactions: readonly ChainTransaction[], address: string, cursor?: string) {
  const fresh = transactions.filter(({ txid }) => txid !== cursor)
  const confirmed = fresh.filter(({ status }) => status.height !== undefined)
  const next = confirmed.length >= pageLength ? confirmed.at(-1)?.txid : undefined
  return { transactions: fresh.map((transaction) => describe(transaction, address)), ...(next && { cursor: next }) }
}
