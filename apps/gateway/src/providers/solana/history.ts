import { z } from 'zod'
import { commitment, type SolanaRpc } from './rpc.js'
import { type Signature, signatures, solanaTransaction, type SolanaTransaction } from './wire.js'

/** How many transactions are fetched at a time, and the most on a page: each is a call of its own. */
const atOnce = 8
const mostRows = 25

interface PageParameters {
  /** The owner first, then its token accounts: what others send to those does not name the owner. */
  readonly addresses: readonly string[]
  readonly cursor: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export interface SignaturePage {
  readonly found: readonly { readonly id: string; readonly transaction: SolanaTransaction }[]
  readonly next: string | null
}

/** For each address the signature that the next page begins behind. */
const places = z.record(z.string(), z.string())
type Places = z.output<typeof places>

/** A page of what names any of the addresses, newest first. A cursor that is none of ours begins anew. @throws ProviderError */
export async function historyOf(rpc: SolanaRpc, { addresses, cursor, limit, signal }: PageParameters): Promise<SignaturePage> {
  const size = Math.min(limit, mostRows)
  const before = readCursor(cursor)
  const lists = await Promise.all(
    addresses.map(async (address) => {
      const from = before[address]
      const params = [address, { limit: size, commitment, ...(from !== undefined && { before: from }) }]
      return { address, list: await rpc.call({ method: 'getSignaturesForAddress', params, signal }, signatures) }
    }),
  )
  const all = new Map<string, Signature>(lists.flatMap(({ list }) => list.map((each) => [each.signature, each])))
  const page = [...all.values()].toSorted((one, other) => other.slot - one.slot).slice(0, size)
  const shown = new Set(page.map(({ signature }) => signature))
  const after: Places = { ...before }
  for (const { address, list } of lists) {
    // Up to the first that is left for the next page: one that is shown behind it comes again, and none is lost.
    const left = list.findIndex(({ signature }) => !shown.has(signature))
    const last = left < 0 ? list.at(-1) : list[left - 1]
    if (last) after[address] = last.signature
  }
  const isOver = lists.every(({ list }) => list.length < size) && all.size <= page.length
  return { found: await transactionsOf(rpc, page, signal), next: isOver || page.length === 0 ? null : writeCursor(after) }
}

async function transactionsOf(rpc: SolanaRpc, page: readonly Signature[], signal: AbortSignal): Promise<SignaturePage['found']> {
  const found: { id: string; transaction: SolanaTransaction }[] = []
  const options = { encoding: 'jsonParsed', commitment, maxSupportedTransactionVersion: 0 }
  for (let at = 0; at < page.length; at += atOnce) {
    const some = page.slice(at, at + atOnce)
    const answers = await Promise.all(
      some.map(({ signature }) =>
        rpc.call({ method: 'getTransaction', params: [signature, options], signal }, z.nullable(solanaTransaction)),
      ),
    )
    // A node that has pruned it still lists its signature.
    some.forEach(({ signature }, index) => {
      const transaction = answers[index]
      if (transaction) found.push({ id: signature, transaction })
    })
  }
  return found
}

const writeCursor = (after: Places): string => Buffer.from(JSON.stringify(after)).toString('base64url')

function readCursor(cursor: string | undefined): Places {
  if (cursor === undefined) return {}
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return {}
  }
}
