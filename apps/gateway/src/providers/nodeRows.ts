import { historyRow } from '../activity/historyRow.js'
import type { HeldTransaction } from '../activity/readHistory.js'
import type { Chain } from '../chains/chains.js'
import { type FetchTransactionsParameters, type OlderRows, fetchTransactions } from '../indexer/older/fetchTransactions.js'
import type { TokenNames } from '../indexer/tokens.js'
import type { HistoryRow } from './wire.js'

/** The most transfers of one transaction that a row shows. */
const mostTransfers = 50

interface NodeRowsParameters extends Omit<FetchTransactionsParameters, 'chain' | 'address'> {
  readonly chain: Chain
  /** Of EIP-155. */
  readonly number: number
  readonly names: TokenNames
  readonly viewer: string
}

/** The rows of transactions whose hashes somebody has found, newest first: what was in them a node tells. @throws NodeUnavailableError, RpcError */
export async function nodeRows({ chain, number, names, viewer, signal, ...rest }: NodeRowsParameters): Promise<HistoryRow[]> {
  const held = heldOf(await fetchTransactions({ ...rest, chain: number, address: viewer, signal }), viewer)
  const tokens = held.flatMap(({ transfers }) => transfers.flatMap(({ token }) => (token === '' ? [] : [token])))
  const facts = await names(tokens, signal)
  return held.map((each) => historyRow(each, { chain, viewer, names: facts }))
}

/** As the index would hold them, newest first. */
function heldOf({ blocks, transactions, transfers }: OlderRows, viewer: string): readonly HeldTransaction[] {
  const times = new Map(blocks.map(({ number, time }) => [number, time]))
  return transactions
    .toSorted((one, other) => other.block - one.block || other.position - one.position)
    .map((transaction) => ({
      transaction: { ...transaction, time: times.get(transaction.block) ?? 0 },
      transfers: transfers
        .filter(({ block, position }) => block === transaction.block && position === transaction.position)
        .filter(({ sender, recipient }) => sender === viewer || recipient === viewer)
        .slice(0, mostTransfers),
    }))
}
