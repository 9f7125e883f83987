import type { z } from 'zod'
import type { HeldTransaction } from '../../activity/readHistory.js'
import type { HeldTransfer } from '../../activity/classify.js'
import type { erc1155, erc20, erc721, internal, transaction } from './wire.js'

export interface Lists {
  readonly transactions: readonly z.output<typeof transaction>[]
  readonly internal: readonly z.output<typeof internal>[]
  readonly erc20: readonly z.output<typeof erc20>[]
  readonly erc721: readonly z.output<typeof erc721>[]
  readonly erc1155: readonly z.output<typeof erc1155>[]
}

export interface Joined {
  readonly held: readonly HeldTransaction[]
  /** The block from which the next page is read; null after the last. */
  readonly next: string | null
}

/**
 * Five lists, newest first, as one. A list that is full tells nothing of the blocks below its last row, and of that row's block
 * perhaps not all: what is below waits for the next page. A block that fills a list by itself is shown as far as it is told.
 */
export function transactionsOf(lists: Lists, { viewer, limit }: { readonly viewer: string; readonly limit: number }): Joined {
  const full = Object.values(lists).filter((list) => list.length >= limit)
  const bottoms = full.map((list) => list.at(-1)?.blockNumber ?? 0)
  const bottom = bottoms.length > 0 ? Math.max(...bottoms) : -1
  const groups = groupsOf(lists, viewer)
  const above = [...groups.values()].filter(({ transaction: { block } }) => block > bottom)
  const isStuck = above.length === 0 && bottom >= 0
  const shown = isStuck ? [...groups.values()].filter(({ transaction: { block } }) => block === bottom) : above
  const held = shown.toSorted((one, other) => {
    const [a, b] = [one.transaction, other.transaction]
    return b.block - a.block || b.position - a.position
  })
  const last = isStuck ? bottom - 1 : bottom
  return { held, next: full.length === 0 || last < 0 ? null : String(last) }
}

function groupsOf(lists: Lists, viewer: string): ReadonlyMap<string, HeldTransaction> {
  const groups = new Map<string, { transaction: HeldTransaction['transaction']; transfers: HeldTransfer[] }>()
  for (const each of lists.transactions) {
    const created = each.to === '' ? (each.contractAddress ?? null) : null
    const failed = each.isError === '1'
    const { hash, blockNumber: block, from: sender, to, value, input, nonce } = each
    const transfers: HeldTransfer[] = []
    const receiver = to === '' ? created : to
    if (value > 0n && !failed && receiver)
      transfers.push({ ...coin, kind: 'native', sub: 0, sender, recipient: receiver, amount: String(value) })
    groups.set(hash, {
      transaction: {
        block,
        position: each.transactionIndex ?? 0,
        hash,
        time: each.timeStamp * 1000,
        sender,
        recipient: to === '' ? null : to,
        created,
        nonce,
        method: /^0x[0-9a-f]{8}/i.test(input) ? input.slice(0, 10).toLowerCase() : '',
        value: String(value),
        fee: String(each.gasUsed * each.gasPrice),
        status: failed ? 0 : 1,
      },
      transfers,
    })
  }
  const add = (row: Row, transfer: Omit<HeldTransfer, 'sub' | 'sender' | 'recipient' | 'spread'>) => {
    const group = groups.get(row.hash) ?? { transaction: unsigned(row, viewer), transfers: [] }
    groups.set(row.hash, group)
    group.transfers.push({ ...transfer, sub: group.transfers.length, sender: row.from, recipient: row.to, spread: 1 })
  }
  for (const row of lists.internal)
    if (row.value > 0n && row.isError !== '1') add(row, { kind: 'internal', token: '', token_id: '', amount: String(row.value) })
  for (const row of lists.erc20) add(row, { kind: 'erc20', token: row.contractAddress, token_id: '', amount: String(row.value) })
  for (const row of lists.erc721) add(row, { kind: 'erc721', token: row.contractAddress, token_id: row.tokenID, amount: '1' })
  for (const row of lists.erc1155)
    add(row, { kind: 'erc1155', token: row.contractAddress, token_id: row.tokenID, amount: String(row.tokenValue) })
  return groups
}

type Row = Pick<z.output<typeof internal>, 'hash' | 'blockNumber' | 'timeStamp' | 'from' | 'to'>

const coin = { token: '', token_id: '', spread: 1 } as const

/** A transaction that somebody else signed: the lists tell of its transfers alone. */
function unsigned({ hash, blockNumber: block, timeStamp, from, to }: Row, viewer: string): HeldTransaction['transaction'] {
  const sender = from === viewer ? to : from
  return {
    block,
    position: 0,
    hash,
    time: timeStamp * 1000,
    sender,
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
