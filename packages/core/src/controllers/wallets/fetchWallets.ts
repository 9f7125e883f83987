import type { Namespace } from '../../kit/caip/ids.js'
import { RequestAbortedError } from '../../kit/http/errors.js'
import { request, type RequestError } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import type { WalletRecord } from '../../portico/options.js'
import { staleAfter } from '../../portico/query.js'
import { nameList } from './named.js'
import { loadOwnLinks } from './loadOwnLinks.js'
import { recordOf, walletsAnswer, type IsOwnLink } from './schema.js'
import { searchTermOf } from './searchTerm.js'
import { noteWallets } from './store.js'

/** How many wallets a page holds unless told, and at most. */
export const walletsPerPage = 40
export const walletsPerPageLimit = 100
/** The last page that can be asked for. */
export const walletPageLimit = 1000
/** How long a page of the directory is fresh, in milliseconds: as long as the directory says. */
export const walletsLifetime = 5 * 60_000
/** What the directory takes of a list of names, and how many characters of a URL, which has 8192 at the most, each list may have. */
const nameLimits = { names: 200, name: 128 }
const sentLimits = { include: 4000, exclude: 2000, first: 1000 }
/** How long entries are read before the page gets a turn, in milliseconds. */
const readingTime = 5

/** Where a wallet is used. */
export type WalletPlatform = 'ios' | 'android' | 'browser' | 'desktop' | 'web'

export interface WalletsParameters {
  /** What the visitor typed. Below two characters it is no search. */
  readonly search?: string
  /** Only wallets with the operator's badge. */
  readonly certified?: boolean
  /** Only wallets that speak one of these. Default: the chain families of the site. */
  readonly namespaces?: readonly Namespace[]
  /** Only these, by rdns, id or name, beside what the option `includeWallets` says. */
  readonly include?: readonly string[]
  /** Not these, by rdns, id or name, beside what the option `excludeWallets` says. */
  readonly exclude?: readonly string[]
  readonly platform?: WalletPlatform
  /** How many to a page, from 1 to 100. Default 40. */
  readonly entries?: number
}

export interface FetchWalletsParameters extends WalletsParameters {
  /** From 1. */
  readonly page?: number
}

/** A page of the directory. */
export interface WalletsPage {
  readonly wallets: readonly WalletRecord[]
  /** How many there are on all pages, as the directory counts. */
  readonly count: number
  readonly page: number
  /** Whether there is a page after this one. */
  readonly hasNext: boolean
}

/**
 * Asks the directory at `apiUrl` for a page of wallets: `GET /v1/wallets`. The order is the directory's, without a search the
 * wallets of the option `featuredWallets` first. What arrives is known to `findWallet` from then on. Repeats what may be
 * repeated (R7). Without `apiUrl` there is no directory: the page is empty, and nothing is asked. A list of names may have 200,
 * in about 4000 characters; of a longer one to leave out the rest is left out here, of a longer one to take in it is not asked for.
 * @example const { wallets, count } = await fetchWallets(portico, { search: 'rain' })
 * @throws {@link RequestError}
 */
export async function fetchWallets(portico: Portico, parameters: FetchWalletsParameters = {}, signal?: AbortSignal): Promise<WalletsPage> {
  const { apiUrl, includeWallets, excludeWallets = [], featuredWallets } = portico.options
  const { search, certified, namespaces = [...portico.adapters.keys()], include, exclude = [], platform } = parameters
  const page = clamped(parameters.page ?? 1, walletPageLimit)
  const entries = clamped(parameters.entries ?? walletsPerPage, walletsPerPageLimit)
  const wanted = include ?? includeWallets
  // A list that lets nothing in has no first page.
  if (!apiUrl || namespaces.length === 0 || wanted?.length === 0) return { wallets: [], count: 0, page, hasNext: false }

  const unwanted = [...exclude, ...excludeWallets]
  const term = searchTermOf(search)
  const query = {
    page,
    entries,
    search: term,
    badge: certified ? 'certified' : undefined,
    chains: [...namespaces].sort().join(','),
    include: sent(wanted, sentLimits.include),
    exclude: sent(unwanted, sentLimits.exclude),
    first: term === undefined ? sent(featuredWallets, sentLimits.first) : undefined,
    platform,
  }
  const asked = request(portico, { path: '/v1/wallets', query, schema: walletsAnswer, ...(signal && { signal }) })
  const [{ data, count }, isOwnLink] = await Promise.all([asked, loadOwnLinks()])
  const read = await readEntries(data, { apiUrl, isOwnLink, limit: entries, signal })
  const unique = [...new Map(read.map((wallet) => [wallet.id, wallet])).values()]
  const without = nameList(unwanted)
  const within = [include, includeWallets].flatMap((list) => (list ? nameList(list) : []))
  const wallets = noteWallets(portico, unique).filter((wallet) => !without.has(wallet) && within.every((list) => list.has(wallet)))
  return { wallets, count, page, hasNext: page * entries < count && data.length > 0 && page < walletPageLimit }
}

interface ReadOptions {
  readonly apiUrl: string
  readonly isOwnLink: IsOwnLink
  /** How many wallets are wanted. */
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/** The wallets among the entries of an answer. A page of them takes a slow phone longer than it may stand still, so it is read in parts. */
async function readEntries(data: readonly unknown[], { apiUrl, isOwnLink, limit, signal }: ReadOptions): Promise<readonly WalletRecord[]> {
  const wallets: WalletRecord[] = []
  await nextTurn()
  let start = performance.now()
  for (const entry of data) {
    if (signal?.aborted) throw new RequestAbortedError()
    const wallet = recordOf(entry, apiUrl, isOwnLink)
    if (wallet && wallets.push(wallet) >= limit) break
    if (performance.now() - start < readingTime) continue
    await nextTurn()
    start = performance.now()
  }
  await nextTurn()
  if (signal?.aborted) throw new RequestAbortedError()
  return wallets
}

/** Resolves in a task of its own, after what waits already, such as a press. By a message: a timer is held back where several follow each other. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

/**
 * The directory as an endless list, for an infinite query: `usePages(walletsQuery(portico, { search }))` in react-ui, or
 * `queryClientOf(portico).fetchInfiniteQuery(…)`. All that it depends on is in its key, so a changed search is another query and
 * the old one's request is aborted when nobody looks any more. Pages are fresh for 5 minutes. The transport repeats by itself,
 * so the query does not; offline it fails at once rather than wait, and `refetch` or `fetchNextPage` goes on where it stopped.
 * {@link walletsOf} makes one list of its pages.
 * @example const { pages } = await queryClient.fetchInfiniteQuery(walletsQuery(portico, { search: 'rain' }))
 */
export function walletsQuery(portico: Portico, parameters: WalletsParameters = {}) {
  const { search, entries = walletsPerPage, certified = false, namespaces = [...portico.adapters.keys()], ...rest } = parameters
  const term = searchTermOf(search)
  const asked: WalletsParameters = {
    ...rest,
    entries,
    certified,
    namespaces: [...namespaces].sort(),
    ...(term !== undefined && { search: term }),
  }
  return {
    queryKey: ['wallets', asked] as const,
    queryFn: ({ pageParam, signal }: { readonly pageParam: number; readonly signal: AbortSignal }): Promise<WalletsPage> =>
      fetchWallets(portico, { ...asked, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasNext }: WalletsPage): number | undefined => (hasNext ? page + 1 : undefined),
    staleTime: staleAfter(walletsLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

/**
 * The wallets of several pages, each once: the directory may have moved one while pages were fetched.
 * @example const wallets = walletsOf(data?.pages ?? [])
 */
export function walletsOf(pages: readonly WalletsPage[]): readonly WalletRecord[] {
  return [...new Map(pages.flatMap(({ wallets }) => wallets.map((wallet) => [wallet.id, wallet] as const))).values()]
}

export type FetchWalletsError = RequestError

const clamped = (value: number, limit: number) => Math.min(Math.max(Math.trunc(value) || 1, 1), limit)

/** A list as the directory takes it, as much of it as fits; undefined where nothing of it does. */
function sent(list: readonly string[] | undefined, limit: number): string | undefined {
  const parts: string[] = []
  let characters = 0
  for (const part of new Set((list ?? []).map((entry) => entry.trim()))) {
    if (!part || part.length > nameLimits.name || part.includes(',') || /\p{Cs}/u.test(part)) continue
    characters += encodeURIComponent(part).length + 3
    if (parts.length >= nameLimits.names || characters > limit) break
    parts.push(part)
  }
  return parts.length > 0 ? parts.join(',') : undefined
}
