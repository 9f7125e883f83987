import { z } from 'zod'
import { type Node, evmAddress, hash, hexBigint, hexNumber } from '../../rpc/node.js'
import { ProviderError } from '../errors.js'
import { borderOf } from '../wholeBlocks.js'

/** Chains of which Alchemy tells the coins that moved inside of transactions. */
const withInternal: readonly string[] = ['eip155:1', 'eip155:137']

/** How many pages are read for the rest of one block. */
const mostPages = 10

const transfer = z.object({
  blockNum: hexNumber,
  uniqueId: z.string(),
  hash,
  from: evmAddress,
  to: z.nullish(evmAddress),
  category: z.string(),
  rawContract: z.nullish(z.object({ value: z.nullish(hexBigint) })),
})
type Transfer = z.output<typeof transfer>

/** `alchemy_getAssetTransfers`. */
const answer = z.object({ transfers: z.array(transfer), pageKey: z.nullish(z.string()) })

export interface FindTransfersParameters {
  readonly node: Node
  /** CAIP-2. */
  readonly chain: string
  readonly viewer: string
  /** The block to begin at, downwards; undefined for the newest. */
  readonly from: number | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export interface FoundTransfers {
  /** Of the transactions of whole blocks, newest first. */
  readonly hashes: readonly string[]
  /** Coins that moved inside of them, by their hash; undefined where Alchemy does not tell. */
  readonly internal:
    | ReadonlyMap<string, readonly { readonly sender: string; readonly recipient: string; readonly value: bigint }[]>
    | undefined
  /** The block at which the next page begins; null after the last. */
  readonly next: number | null
}

/**
 * Which transactions an account had a part in: those that it sent and those that it got are two lists, put together as far down as
 * the shorter of them tells. A page begins at a block, since a `pageKey` does not live long. @throws ProviderError, NodeUnavailableError, RpcError
 */
export async function findTransfers(parameters: FindTransfersParameters): Promise<FoundTransfers> {
  const { chain, limit } = parameters
  const hasInternal = withInternal.includes(chain)
  const lists = [await listOf(parameters, 'fromAddress', hasInternal), await listOf(parameters, 'toAddress', hasInternal)]
  // What somebody sends to themselves is in both.
  const transfers = [...new Map(lists.flatMap((list) => list.transfers.map((each) => [each.uniqueId, each]))).values()]
  const bottom = Math.max(...lists.map((list) => list.bottom))
  const blocks = new Map(transfers.filter(({ blockNum }) => blockNum > bottom).map((each) => [each.hash, each.blockNum]))
  const found = [...blocks].toSorted(([, one], [, other]) => other - one)
  const border = Math.max(
    bottom,
    borderOf(
      found.map(([, block]) => block),
      limit,
    ),
  )
  return {
    hashes: found.filter(([, block]) => block > border).map(([each]) => each),
    internal: hasInternal ? insideOf(transfers) : undefined,
    next: border < 0 ? null : border,
  }
}

interface List {
  readonly transfers: readonly Transfer[]
  /** Of this block and those below it, not all is known; -1 where it is. */
  readonly bottom: number
}

/** One whole block at least, and as many as a page has. */
async function listOf(
  { node, viewer, from, limit, signal }: FindTransfersParameters,
  side: 'fromAddress' | 'toAddress',
  hasInternal: boolean,
): Promise<List> {
  const asked = {
    fromBlock: '0x0',
    toBlock: from === undefined ? 'latest' : hex(from),
    [side]: viewer,
    category: ['external', ...(hasInternal ? ['internal'] : []), 'erc20', 'erc721', 'erc1155'],
    order: 'desc',
    // A call of a contract moves no coin, and is there all the same.
    excludeZeroValue: false,
    maxCount: hex(limit),
  }
  const transfers: Transfer[] = []
  const seen = new Set<string>()
  let pageKey: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const params = [{ ...asked, ...(pageKey !== undefined && { pageKey }) }]
    const page = await node.call({ method: 'alchemy_getAssetTransfers', params }, answer, signal)
    transfers.push(...page.transfers)
    if (!isInOrder(transfers, from)) throw new ProviderError('malformed', 'alchemy answered in another order.')
    const last = transfers.at(-1)?.blockNum ?? -1
    if (!page.pageKey) return { transfers, bottom: -1 }
    if (last < (transfers[0]?.blockNum ?? -1)) return { transfers, bottom: last }
    // One that comes again leads nowhere.
    if (seen.has(page.pageKey)) break
    seen.add(page.pageKey)
    pageKey = page.pageKey
  }
  // A block of which no end is found is shown as far as it is told.
  return { transfers, bottom: (transfers[0]?.blockNum ?? 0) - 1 }
}

const hex = (number: number) => `0x${number.toString(16)}`

/** Downwards from where it was asked to begin: otherwise the pages would not end. */
const isInOrder = (transfers: readonly Transfer[], from = Number.POSITIVE_INFINITY): boolean =>
  transfers.every(({ blockNum }, at) => blockNum <= (transfers[at - 1]?.blockNum ?? from))

function insideOf(transfers: readonly Transfer[]): NonNullable<FoundTransfers['internal']> {
  const inside = new Map<string, { sender: string; recipient: string; value: bigint }[]>()
  for (const { category, hash: of, from, to, rawContract } of transfers) {
    const value = rawContract?.value ?? 0n
    if (category !== 'internal' || !to || value === 0n) continue
    inside.set(of, [...(inside.get(of) ?? []), { sender: from, recipient: to, value }])
  }
  return inside
}
