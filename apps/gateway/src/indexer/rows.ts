import type { Tables } from '@portico/service/database'
import { NodeUnavailableError } from '../rpc/node.js'
import { type Move, movesOf, zeroAddress } from './decodeLogs.js'
import type { InternalTransfer } from './internal.js'
import type { FullBlock, Receipts } from './wire.js'

/** What one block adds to the tables. */
export interface BlockRows {
  readonly block: Tables['indexer_blocks']
  readonly transactions: Tables['indexer_transactions'][]
  readonly transfers: Tables['indexer_transfers'][]
  readonly touched: Tables['indexer_touched'][]
  readonly held: Tables['indexer_held'][]
  /** Whether transfers inside of transactions are among them. */
  readonly hasInternal: boolean
}

/** Room for what one log moves, between the places of two logs. */
const logRoom = 1024
const internalPlace = 2 ** 40

interface RowsParameters {
  chain: number
  block: FullBlock
  receipts: Receipts
  /** Undefined where the node does not tell. */
  internal: readonly InternalTransfer[] | undefined
}

/** @throws NodeUnavailableError where the receipts are another block's: the node has changed its mind in between */
export function rowsOf({ chain, block, receipts, internal }: RowsParameters): BlockRows {
  const { number, hash, parentHash, timestamp } = block
  if (receipts.length !== block.transactions.length || receipts.some(({ blockHash }) => blockHash !== hash)) {
    throw new NodeUnavailableError(`The receipts of block ${number} are not those of its transactions.`)
  }
  const rows: BlockRows = {
    block: { chain, number, hash, parent: parentHash, time: timestamp * 1000 },
    transactions: [],
    transfers: [],
    touched: [],
    held: [],
    hasInternal: internal !== undefined,
  }
  const inside = byPosition(internal ?? [])
  for (const [position, transaction] of block.transactions.entries()) {
    const receipt = receipts[position]
    if (!receipt || receipt.transactionHash !== transaction.hash) {
      throw new NodeUnavailableError(`The receipts of block ${number} are in another order.`)
    }
    addTransaction(rows, { at: { chain, block: number, position }, transaction, receipt, internal: inside.get(position) ?? [] })
  }
  return rows
}

export interface TransactionParameters {
  at: { readonly chain: number; readonly block: number; readonly position: number }
  transaction: FullBlock['transactions'][number]
  receipt: Receipts[number]
  internal: readonly InternalTransfer[]
}

/** Adds what one transaction says to the rows. */
export function addTransaction(
  rows: Pick<BlockRows, 'transactions' | 'transfers' | 'touched' | 'held'>,
  { at, transaction, receipt, internal }: TransactionParameters,
): void {
  const created = receipt.contractAddress ?? null
  rows.transactions.push({
    ...at,
    hash: transaction.hash,
    sender: transaction.from,
    recipient: transaction.to ?? null,
    created,
    nonce: transaction.nonce,
    method: transaction.input.slice(0, 10).length === 10 ? transaction.input.slice(0, 10) : '',
    value: String(transaction.value),
    fee: String(receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n)),
    status: receipt.status,
  })
  const transfers = receipt.status === 1 ? transfersOf(transaction, created, receipt, internal) : []
  rows.transfers.push(...transfers.map((transfer) => ({ ...at, ...transfer })))

  const touched = new Set([transaction.from, transaction.to, created, ...transfers.flatMap(({ sender, recipient }) => [sender, recipient])])
  for (const address of touched) if (typeof address === 'string' && address !== zeroAddress) rows.touched.push({ ...at, address })
  for (const { kind, token, recipient, token_id } of transfers) {
    if (token === '' || kind === 'approval' || recipient === zeroAddress) continue
    rows.held.push({ chain: at.chain, address: recipient, token, token_id, kind, block: at.block })
  }
}

type TransferRow = Omit<Tables['indexer_transfers'], 'chain' | 'block' | 'position'>

function transfersOf(
  { from, to, value }: FullBlock['transactions'][number],
  created: string | null,
  { logs }: Receipts[number],
  internal: readonly InternalTransfer[],
): TransferRow[] {
  const receiver = to ?? created
  const native = { kind: 'native', token: '', token_id: '', spread: 1 } as const
  const top: TransferRow[] =
    value > 0n && receiver !== null ? [{ ...native, sub: 0, sender: from, recipient: receiver, amount: String(value) }] : []
  const moves = withoutEchoes(logs.map((entry) => movesOf(entry)))
  const receivers = new Map<string, Set<string>>()
  for (const { token, recipient } of moves.flat()) receivers.set(token, (receivers.get(token) ?? new Set()).add(recipient))
  return [
    ...top,
    ...moves.flatMap((group, log) =>
      group.map(({ kind, token, sender, recipient, tokenId, amount }, item) => ({
        sub: (log + 1) * logRoom + item,
        kind,
        token,
        sender,
        recipient,
        token_id: tokenId,
        amount: String(amount),
        spread: receivers.get(token)?.size ?? 1,
      })),
    ),
    ...internal.map(({ sender, recipient, value: amount }, item) => ({
      ...native,
      kind: 'internal' as const,
      sub: internalPlace + item,
      sender,
      recipient,
      amount: String(amount),
    })),
  ]
}

/** Leaves out what was wrapped or unwrapped where a transfer tells of it as well. */
function withoutEchoes(moves: readonly (readonly Move[])[]): readonly (readonly Move[])[] {
  const keyOf = ({ token, sender, recipient, amount }: Move): string => [token, sender, recipient, amount].join()
  const wraps = (move: Move): boolean => move.wraps === true
  if (!moves.some((group) => group.some(wraps))) return moves
  const told = new Set(moves.flat().flatMap((move) => (wraps(move) ? [] : [keyOf(move)])))
  return moves.map((group) => group.filter((move) => !wraps(move) || !told.has(keyOf(move))))
}

function byPosition(internal: readonly InternalTransfer[]): ReadonlyMap<number, readonly InternalTransfer[]> {
  const found = new Map<number, InternalTransfer[]>()
  for (const each of internal) {
    const group = found.get(each.position)
    if (group) group.push(each)
    else found.set(each.position, [each])
  }
  return found
}
