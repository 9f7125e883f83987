import type { Database } from '@portico/service/database'
import { z } from 'zod'
import type { Outside } from '../pictures/outside.js'

/** One NFT of a chain: the collection's address, and the id in it. */
export interface Item {
  readonly token: string
  readonly tokenId: string
}

/** What an NFT says of itself: words of whoever made it. Both may be empty. */
export interface Description {
  readonly name: string
  /** Where its picture is, as the chain has it. */
  readonly picture: string
}

export interface DescribeParameters {
  /** CAIP-2. */
  readonly chain: string
  readonly items: readonly Item[]
  /** What the contracts name as the place of the metadata, in the order of the items. */
  readonly placesOf: (items: readonly Item[]) => Promise<readonly (string | undefined)[]>
  readonly signal: AbortSignal
}

/** By `token/tokenId`. Those that nobody has read in time are left out: the next request finds them. */
export type Describe = (parameters: DescribeParameters) => Promise<ReadonlyMap<string, Description>>

/** Milliseconds that a page of NFTs waits for what strangers' servers say. The rest is read on without it. */
const patienceMs = 2500
/** Bytes of a metadata document, and how many are read at once for one page. */
const limit = 1_000_000
const atOnce = 8
/** Milliseconds until one that could not be read is tried again, and until one that could is read anew. */
const failedMs = 3_600_000
const keptMs = 7 * 86_400_000

/** Postgres has no place for U+0000: one such NFT in an account would keep all of them from being told. */
const text = z.string().transform((value) => value.replaceAll('\0', ''))
const metadata = z.object({
  name: z.optional(z.nullable(text.transform((value) => value.slice(0, 300)))).catch(null),
  image: z.optional(z.nullable(text)).catch(null),
  image_url: z.optional(z.nullable(text)).catch(null),
  image_data: z.optional(z.nullable(text)).catch(null),
})

export const keyOf = ({ token, tokenId }: Item): string => `${token}/${tokenId}`

/** @param clock milliseconds since 1970 */
export function createDescribe({ db, outside, clock }: { db: Database; outside: Outside; clock: () => number }): Describe {
  const underWay = new Map<string, Promise<Description>>()

  const known = async (chain: string, items: readonly Item[]): Promise<Map<string, Description>> => {
    if (items.length === 0) return new Map()
    const rows = await db
      .selectFrom('nft_metadata')
      .selectAll()
      .where('chain', '=', chain)
      .where('token', 'in', [...new Set(items.map(({ token }) => token))])
      .where('token_id', 'in', [...new Set(items.map(({ tokenId }) => tokenId))])
      .execute()
    const now = clock()
    const fresh = rows.filter(({ name, picture, at }) => now - Number(at) < (name === '' && picture === '' ? failedMs : keptMs))
    return new Map(fresh.map(({ token, token_id: tokenId, name, picture }) => [keyOf({ token, tokenId }), { name, picture }]))
  }

  const read = async (chain: string, item: Item, place: string | undefined): Promise<Description> => {
    const said = await describeAt(place, item, outside)
    const row = { chain, token: item.token, token_id: item.tokenId, name: said.name, picture: said.picture, at: clock() }
    await db
      .insertInto('nft_metadata')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chain', 'token', 'token_id']).doUpdateSet(row))
      .execute()
    return said
  }

  return async ({ chain, items, placesOf, signal }) => {
    const found = await known(chain, items)
    const unknown = items.filter((item) => !found.has(keyOf(item)))
    if (unknown.length === 0) return found
    const places = await placesOf(unknown)
    signal.throwIfAborted()
    const next = unknown.entries()
    const worker = async (): Promise<void> => {
      for (const [at, item] of next) {
        const key = `${chain}/${keyOf(item)}`
        const reading = underWay.get(key) ?? read(chain, item, places[at]).finally(() => underWay.delete(key))
        underWay.set(key, reading)
        found.set(keyOf(item), await reading)
      }
    }
    const all = Promise.all(Array.from({ length: atOnce }, worker))
    // A page that does not wait for it is answered all the same.
    all.catch(() => undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]).finally(() => clearTimeout(timer))
    return new Map(found)
  }
}

/** Metadata as ERC-721, ERC-1155 and the marketplaces have it. What can't be read says nothing. */
async function describeAt(place: string | undefined, { tokenId }: Item, outside: Outside): Promise<Description> {
  const nothing = { name: '', picture: '' }
  if (place === undefined || place === '') return nothing
  // ERC-1155: the id as 64 digits of lower-case hex.
  const source = place.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))
  try {
    const { bytes } = await outside({ source, limit, signal: new AbortController().signal })
    const { name, image, image_url: url, image_data: data } = metadata.parse(JSON.parse(String(bytes)))
    return { name: name ?? '', picture: pictureOf(image ?? url ?? '') || drawingOf(data ?? '') }
  } catch {
    return nothing
  }
}

const pictureOf = (image: string): string => (/^(https?:|ipfs:|ar:|data:)/i.test(image) ? image : drawingOf(image))

/** Some write the SVG itself. */
const drawingOf = (data: string): string =>
  data.trimStart().startsWith('<svg') ? `data:image/svg+xml;utf8,${encodeURIComponent(data)}` : ''
