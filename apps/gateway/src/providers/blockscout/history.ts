import type { z } from 'zod'
import type { HeldTransfer } from '../../activity/classify.js'
import { historyRow } from '../../activity/historyRow.js'
import type { HeldTransaction } from '../../activity/readHistory.js'
import type { Chain } from '../../chains/chains.js'
import type { TokenFacts } from '../../indexer/tokens.js'
import { withSpam } from '../spam.js'
import { borderOf } from '../wholeBlocks.js'
import type { HistoryPage } from '../wire.js'
import { type Page, readList, readReached, writeReached } from './lists.js'
import { type Next, type internal, isScam, type tokenTransfer, type transaction } from './wire.js'

type Transaction = z.output<typeof transaction>
type TokenTransfer = z.output<typeof tokenTransfer>
type Internal = z.output<typeof internal>
type Load<Row> = (page: Next) => Promise<Page<Row>>

interface Parameters {
  readonly chain: Chain
  readonly lists: {
    readonly transactions: Load<Transaction>
    readonly 'token-transfers': Load<TokenTransfer>
    readonly 'internal-transactions': Load<Internal>
  }
  readonly viewer: string
  readonly cursor: string | undefined
  readonly limit: number
}

/** Three lists, newest first, as one, as far down as the shortest of them tells. @throws ProviderError */
export async function readHistory({ chain, lists, viewer, cursor, limit }: Parameters): Promise<HistoryPage> {
  const { below, places } = readReached(cursor)
  const [transactions, tokens, internals] = await Promise.all([
    readList(lists.transactions, places.transactions, below),
    readList(lists['token-transfers'], places['token-transfers'], below),
    readList(lists['internal-transactions'], places['internal-transactions'], below),
  ])
  const bottom = Math.max(transactions.bottom, tokens.bottom, internals.bottom)
  const held = heldOf({ transactions: transactions.rows, tokens: tokens.rows, internals: internals.rows }, viewer)
    .filter(({ transaction: { block } }) => block > bottom)
    .toSorted(({ transaction: one }, { transaction: other }) => other.block - one.block || other.position - one.position)
  const blocks = held.map(({ transaction: { block } }) => block)
  const border = Math.max(bottom, borderOf(blocks, limit))
  const following = {
    transactions: transactions.onFrom(border),
    'token-transfers': tokens.onFrom(border),
    'internal-transactions': internals.onFrom(border),
  }
  const isOver = border < 0 || Object.values(following).every((place) => place === 'over')
  const { names, isSpam } = factsOf(tokens.rows, chain)
  return {
    data: held
      .filter(({ transaction: { block } }) => block > border)
      .map((each) => withSpam(historyRow(each, { chain, viewer, names }), chain, isSpam)),
    next: isOver ? null : writeReached({ below: border + 1, places: following }),
  }
}

/** What the transfers say of their tokens; those of the operator's list are known. */
function factsOf(rows: readonly TokenTransfer[], chain: Chain) {
  const names = new Map(chain.tokens.map((token): [string, TokenFacts] => [token.address, { ...token, isListed: true }]))
  const spam = new Set<string>()
  for (const { token } of rows) {
    const address = token.address_hash.toLowerCase()
    if (names.get(address)?.isListed) continue
    if (isScam(token)) spam.add(address)
    const { name, symbol, icon_url: icon, decimals, type } = token
    const isNft = type === 'ERC-721' || type === 'ERC-1155'
    names.set(address, {
      name: name ?? '',
      symbol: symbol ?? '',
      decimals: isNft ? -1 : decimals,
      iconUrl: icon ?? '',
      isListed: false,
    })
  }
  return { names, isSpam: (address: string) => spam.has(address) }
}

interface Rows {
  readonly transactions: readonly Transaction[]
  readonly tokens: readonly TokenTransfer[]
  readonly internals: readonly Internal[]
}

interface Group {
  readonly transaction: HeldTransaction['transaction']
  readonly transfers: HeldTransfer[]
}

/** The transactions of the lists, each once, with what moved in them. */
function heldOf({ transactions, tokens, internals }: Rows, viewer: string): readonly HeldTransaction[] {
  const groups = new Map<string, Group>()
  for (const each of transactions) groups.set(each.hash, groupOf(each))
  const add = (row: TokenTransfer | Internal, moved: Pick<HeldTransfer, 'kind' | 'token' | 'token_id' | 'amount' | 'recipient'>) => {
    const group = groups.get(row.transaction_hash) ?? { transaction: unsigned(row, viewer, moved.recipient), transfers: [] }
    groups.set(row.transaction_hash, group)
    group.transfers.push({ ...moved, sender: row.from.hash, spread: 1, sub: group.transfers.length })
  }
  for (const row of internals) {
    const recipient = (row.to ?? row.created_contract)?.hash
    // The call of the transaction itself is in its own list, and what a delegate says of coins moves none.
    const moves = row.value > 0n && row.success !== false && row.type !== 'delegatecall' && row.type !== 'staticcall'
    if (recipient !== undefined && moves) add(row, { kind: 'internal', token: '', token_id: '', amount: String(row.value), recipient })
  }
  for (const row of tokens) {
    const { token, total, to } = row
    if (!total) continue // hidden by the token itself
    const { value, token_id: id } = total
    const kind = typeof id !== 'string' ? 'erc20' : token.type === 'ERC-1155' ? 'erc1155' : 'erc721'
    const amount = String(value ?? (kind === 'erc20' ? 0n : 1n))
    add(row, { kind, token: token.address_hash.toLowerCase(), token_id: id ?? '', amount, recipient: to.hash })
  }
  return [...groups.values()]
}

function groupOf(each: Transaction): Group {
  const { hash, from, to, created_contract: made, value, status, raw_input: input } = each
  const created = to ? null : (made?.hash ?? null)
  const failed = status === 'error'
  const receiver = to?.hash ?? created
  const coin = { kind: 'native', token: '', token_id: '', sender: from.hash, spread: 1, sub: 0 } as const
  return {
    transaction: {
      block: each.block_number ?? 0,
      position: each.position ?? 0,
      hash,
      time: timeOf(each),
      sender: from.hash,
      recipient: to?.hash ?? null,
      created,
      nonce: each.nonce,
      method: /^0x[0-9a-f]{8}/i.test(input ?? '') ? (input ?? '').slice(0, 10).toLowerCase() : '',
      value: String(value),
      fee: String(each.fee?.value ?? 0n),
      status: failed ? 0 : 1,
    },
    transfers: value > 0n && !failed && receiver ? [{ ...coin, recipient: receiver, amount: String(value) }] : [],
  }
}

/** A transaction that somebody else signed: the lists tell of its transfers alone. */
function unsigned(row: TokenTransfer | Internal, viewer: string, recipient: string): Group['transaction'] {
  return {
    block: row.block_number ?? 0,
    position: 0,
    hash: row.transaction_hash,
    time: timeOf(row),
    sender: row.from.hash === viewer ? recipient : row.from.hash,
    recipient: null,
    created: null,
    nonce: 0,
    // Something was called: what moved came of it.
    method: '0x',
    value: '0',
    fee: '0',
    status: 1,
  }
}

const timeOf = ({ timestamp }: { readonly timestamp?: string | null | undefined }): number => Date.parse(timestamp ?? '') || 0
