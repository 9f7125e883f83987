import { createHash } from 'node:crypto'
import type { Platform, WalletsQuery } from './query.js'
import type { Wallet, WalletRecord } from './schema.js'
import { foldText } from './text.js'

export interface Directory {
  /** The wallets that a query asks for, in the directory's order; a search puts names that begin with it first. */
  list(query: WalletsQuery): { wallets: readonly ListedWallet[]; count: number }
  /** Of some wallets and their order, as this directory tells them. */
  versionOf(wallets: readonly ListedWallet[]): string
  get(id: string): ListedWallet | undefined
  /** All of them, in their order. */
  readonly all: readonly ListedWallet[]
}

/** A wallet and what is worked out once about it. */
export interface ListedWallet {
  wallet: Wallet
  /** The wallet as JSON. */
  json: string
}

interface Entry extends ListedWallet {
  name: string
  rdns: string
  /** What it goes by in `include`, `exclude` and `first`. */
  keys: readonly string[]
  namespaces: ReadonlySet<string>
}

/** @param certified ids of wallets that carry the badge */
export function createDirectory(records: readonly WalletRecord[], certified: ReadonlySet<string> = new Set()): Directory {
  const entries = records.map((record, order) => createEntry(record, order, certified))
  const whole = hash(entries.map(({ json }) => json))
  const byId = new Map(entries.map((entry) => [entry.wallet.id, entry]))
  return {
    all: entries,
    get: (id) => byId.get(id),
    versionOf: (wallets) => hash([whole, ...wallets.map(({ wallet }) => wallet.id)]),
    list(query) {
      const found = rank(
        entries.filter((entry) => matches(entry, query)),
        query,
      )
      const from = (query.page - 1) * query.entries
      return { wallets: found.slice(from, from + query.entries), count: found.length }
    },
  }
}

function createEntry(record: WalletRecord, order: number, certified: ReadonlySet<string>): Entry {
  const wallet: Wallet = {
    ...record,
    badge_type: certified.has(record.id) ? 'certified' : 'none',
    order,
    image_url: record.image_id === null ? null : `/v1/wallets/${record.id}/image?v=${record.image_id}`,
  }
  const name = foldText(record.name)
  const rdns = record.rdns?.toLowerCase() ?? ''
  return {
    wallet,
    json: JSON.stringify(wallet),
    name,
    rdns,
    keys: [record.id, name, ...(rdns ? [rdns] : [])],
    namespaces: new Set(record.chains.map(namespaceOf)),
  }
}

function matches({ wallet, name, rdns, keys, namespaces }: Entry, query: WalletsQuery): boolean {
  if (query.include && placeIn(query.include, keys) === -1) return false
  if (query.exclude && placeIn(query.exclude, keys) !== -1) return false
  if (query.badge && wallet.badge_type !== query.badge) return false
  if (query.rdns && !query.rdns.some((asked) => asked.toLowerCase() === rdns)) return false
  if (query.chains && !isUnknown(wallet) && !query.chains.some((chain) => speaks(wallet, namespaces, chain))) return false
  if (query.platform && !runsOn(wallet, query.platform)) return false
  return query.search === undefined || name.includes(query.search) || rdns.includes(query.search)
}

/** Of what is not known a filter by chains says nothing, so it stays, below what is known. */
const isUnknown = ({ chains }: Wallet): boolean => chains.length === 0

/** Whether a wallet speaks a chain: the very one, or any of its namespace where wallet or query name no more than that. */
function speaks({ chains }: Wallet, namespaces: ReadonlySet<string>, asked: string): boolean {
  return asked.includes(':') ? chains.includes(asked) || chains.includes(namespaceOf(asked)) : namespaces.has(asked)
}

/** A phone's app is known by its store's page; where no store's page is known, a link for phones counts for both. */
function runsOn(wallet: Wallet, platform: Platform): boolean {
  const onPhones = wallet.mobile_link !== null || wallet.universal_link !== null
  const noStore = wallet.app_store === null && wallet.play_store === null
  switch (platform) {
    case 'ios':
      return onPhones && (wallet.app_store !== null || noStore)
    case 'android':
      return onPhones && (wallet.play_store !== null || noStore)
    case 'browser':
      return wallet.rdns !== null || wallet.chrome_store !== null
    case 'desktop':
      return wallet.desktop_link !== null
    case 'web':
      return wallet.webapp_link !== null
  }
}

/** Where a wallet stands in a list, under any of its names; -1 where it does not. */
function placeIn(list: readonly string[], keys: readonly string[]): number {
  return list.findIndex((named) => keys.includes(named))
}

/**
 * In a search, names that begin with what is searched come first, then those of which a word does, then the rest. Without one,
 * those of `first` do, in its order. Where chains are asked for, wallets whose chains are not known come after the others.
 */
function rank(entries: Entry[], { search, first, chains }: Pick<WalletsQuery, 'search' | 'first' | 'chains'>): Entry[] {
  const unknown = ({ wallet }: Entry): number => (chains && isUnknown(wallet) ? 1 : 0)
  if (search === undefined) {
    const place = ({ keys }: Entry): number => (first ? placeIn(first, keys) >>> 0 : 0) // -1 comes last
    return first || chains ? entries.toSorted((a, b) => place(a) - place(b) || unknown(a) - unknown(b)) : entries
  }
  const rankOf = ({ name }: Entry): number => (name.startsWith(search) ? 0 : name.includes(` ${search}`) ? 1 : 2)
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b) || unknown(a) - unknown(b))
}

function namespaceOf(chain: string): string {
  return chain.slice(0, (chain.indexOf(':') + 1 || chain.length + 1) - 1)
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)
}
