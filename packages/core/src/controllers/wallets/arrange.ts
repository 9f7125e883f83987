import type { Namespace } from '../../kit/caip/ids.js'
import type { Connector } from '../../connector.js'
import type { PorticoOptions, WalletRecord } from '../../portico/options.js'
import type { RecentWallet } from '../connection/recentWallets.js'
import { connectorTypes, type ConnectorType } from './connectorTypes.js'
import { nameList, type NameList } from './named.js'

/** A wallet to offer, in one row. */
export interface WalletRow {
  /** Of its connector, else of its record, else of the recent wallet. Unique among the rows. */
  readonly id: string
  /** Untrusted text. */
  readonly name: string
  /** Untrusted: the connector's own picture, else the record's. */
  readonly icon: string | undefined
  /** Where it stands in the order of `connectorTypeOrder`. */
  readonly type: ConnectorType
  /** Its way in on this device, if there is one now. */
  readonly connector: Connector | undefined
  /** What a list knows of it. Both are undefined for a recent wallet that no list here knows: `loadWallet` may. */
  readonly record: WalletRecord | undefined
  /** It was used here before; true for a wallet of each type, once the order puts another type first. */
  readonly recent: boolean
  /** It is named in `featuredWallets`. */
  readonly featured: boolean
}

type ArrangeOptions = Pick<PorticoOptions, 'wallets' | 'featuredWallets' | 'includeWallets' | 'excludeWallets' | 'connectorTypeOrder'>

export interface ArrangeParameters {
  /** Ways in, each wallet once: `listConnectors(state, among)`. */
  readonly connectors: readonly Connector[]
  /** The last one used first: the state of `recentWalletStore`. */
  readonly recents: readonly RecentWallet[]
  /** The built-in list, or pages of the directory, in their order. */
  readonly directory?: readonly WalletRecord[]
  /** Chain families that are asked for: records without any of them are left out. */
  readonly among: readonly Namespace[]
  /** `portico.options`. */
  readonly options: ArrangeOptions
  /** On a phone or tablet: `currentDevice().mobile`. */
  readonly mobile: boolean
}

/**
 * The rows of Connect and AllWallets, in their order. A pure function of what it is given:
 *
 * - Each wallet is in one row. A record and a connector are one where rdns or id are the same; of a connector without rdns, as
 *   outside of EVM, also where the name is. A connector's own row comes before a record's; the host's own record before the
 *   directory's of the same id or rdns.
 * - `type` is the first that fits, of {@link connectorTypeOf}.
 * - Rows are sorted by `connectorTypeOrder`; kinds that it does not name follow in the default order. Within a type: recent
 *   ones by how recent, then those of `featuredWallets` in the host's order, then as they came.
 * - `excludeWallets` leaves out records and recents (core leaves out connectors already), `includeWallets` records of the
 *   directory alone. Both know a wallet by rdns, id or name.
 * - A recent wallet that nobody here knows is listed by its name where pairing with WalletConnect is possible: it was found in
 *   the directory on an earlier visit.
 * - On a phone the row of WalletConnect itself is left out, for its code is on the screen that would scan it (AllWallets offers
 *   the code), and so is a nameless 'Browser Wallet' that is not there.
 *
 * It does not trim: a view shows as many of the first rows as it has room for, and leads to all of them.
 * @example
 * const rows = arrangeWallets({
 *   connectors: listConnectors(connectorStore(portico).getState(), ['eip155']),
 *   recents: recentWalletStore(portico).getState(),
 *   among: ['eip155'], options: portico.options, mobile: currentDevice().mobile,
 * })
 */
export function arrangeWallets({ connectors, recents, directory = [], among, options, mobile }: ArrangeParameters): readonly WalletRow[] {
  const { wallets = [], includeWallets, excludeWallets = [], featuredWallets = [], connectorTypeOrder = [] } = options
  const excluded = nameList(excludeWallets)
  const included = includeWallets && nameList(includeWallets)
  const own = wallets.filter((record) => worksWith(record, among) && !excluded.has(record))
  const listed = directory.filter((record) => worksWith(record, among) && !excluded.has(record) && (!included || included.has(record)))
  const records = uniqueRecords([...own, ...listed])

  const isListed = isAboutOneOf(connectors)
  const recordOf = recordAbout(records)
  const known: readonly Known[] = [
    ...connectors
      .filter((connector) => !mobile || (connector.kind !== 'walletConnect' && (!connector.generic || connector.installed)))
      .map((connector) => ({ connector, record: recordOf(connector) })),
    ...records.filter((record) => !isListed(record)).map((record) => ({ connector: undefined, record })),
  ]
  const facts = { recents, wallets: new Set(own), featured: nameList(featuredWallets) }
  const rows = [...known.map((wallet) => rowOf(wallet, facts)), ...rememberedRows(known, facts, { connectors, excluded, among })]
  const order = [...new Set([...connectorTypeOrder, ...connectorTypes])]
  return rows
    .map(({ row, recent, featured }, at) => ({ row, rank: [order.indexOf(row.type), recent >>> 0, featured >>> 0, at] })) // -1 comes last
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ row }) => row)
}

/** What decides over the type of a row. */
export interface TypeFacts {
  readonly connector: Connector | undefined
  readonly record: WalletRecord | undefined
  readonly recents: readonly RecentWallet[]
  /** The host's own: `options.wallets`. */
  readonly wallets: readonly WalletRecord[]
  readonly featuredWallets: readonly string[]
}

/**
 * Which type of row a wallet is, the first that fits:
 *
 * | type | when |
 * | --- | --- |
 * | `walletConnect` | its connector pairs with any wallet (kind `walletConnect`) |
 * | `recent` | it was used here before, under the id of its connector, a member of that, or its record |
 * | `injected` | a connector that lives in the page: kinds `announced`, `multiChain`, `injected` |
 * | `external` | a connector that brings an SDK of its own: kind `external` |
 * | `custom` | a connector that the host handed in: kinds `custom`, `embedded` |
 * | `featured` | a record that `featuredWallets` names |
 * | `custom` | a record of the host's own: `options.wallets` |
 * | `recommended` | any other record |
 */
export function connectorTypeOf({ connector, record, recents, wallets, featuredWallets }: TypeFacts): ConnectorType {
  return rowOf({ connector, record }, { recents, wallets: new Set(wallets), featured: nameList(featuredWallets) }).row.type
}

interface Known {
  readonly connector: Connector | undefined
  readonly record: WalletRecord | undefined
}

interface Facts {
  readonly recents: readonly RecentWallet[]
  readonly wallets: ReadonlySet<WalletRecord>
  readonly featured: NameList
}

interface Ranked {
  readonly row: WalletRow
  readonly recent: number
  readonly featured: number
}

function rowOf({ connector, record }: Known, facts: Facts): Ranked {
  const { id, name } = connector ?? record ?? { id: '', name: '' }
  const keys = keysOf({ connector, record })
  const recent = connector?.kind === 'walletConnect' ? -1 : facts.recents.findIndex((one) => keys.includes(one.id))
  const featured = Math.max(connector ? facts.featured.placeOf(connector) : -1, record ? facts.featured.placeOf(record) : -1)
  const type = typeOf({ connector, record }, facts, { isRecent: recent >= 0, isFeatured: featured >= 0 })
  return {
    row: { id, name, icon: connector?.icon ?? record?.icon, type, connector, record, recent: recent >= 0, featured: featured >= 0 },
    recent,
    featured,
  }
}

function typeOf(
  { connector, record }: Known,
  { wallets }: Facts,
  { isRecent, isFeatured }: { readonly isRecent: boolean; readonly isFeatured: boolean },
): ConnectorType {
  const kind = connector?.kind
  if (kind === 'walletConnect') return 'walletConnect'
  if (isRecent) return 'recent'
  if (kind) return kind === 'external' ? 'external' : kind === 'custom' || kind === 'embedded' ? 'custom' : 'injected'
  if (isFeatured) return 'featured'
  return record && wallets.has(record) ? 'custom' : 'recommended'
}

interface RememberedOptions {
  readonly connectors: readonly Connector[]
  readonly excluded: NameList
  readonly among: readonly Namespace[]
}

/** Recent wallets that nobody here knows. */
function rememberedRows(
  known: readonly Known[],
  { recents, featured }: Facts,
  { connectors, excluded, among }: RememberedOptions,
): readonly Ranked[] {
  if (!connectors.some(({ kind }) => kind === 'walletConnect')) return []
  const keys = new Set(recents.length > 0 ? known.flatMap(keysOf) : [])
  return recents.flatMap((wallet, recent) => {
    const { id, name, namespace } = wallet
    if (keys.has(id) || excluded.has(wallet) || (namespace && !among.includes(namespace))) return []
    const place = featured.placeOf(wallet)
    return [
      {
        row: { id, name, icon: undefined, type: 'recent', connector: undefined, record: undefined, recent: true, featured: place >= 0 },
        recent,
        featured: place,
      },
    ]
  })
}

/** Ids under which a wallet may have been remembered. */
const keysOf = ({ connector, record }: Known): readonly string[] =>
  [connector?.id, ...Object.values(connector?.members ?? {}).map((member) => member.id), record?.id].filter((id) => id !== undefined)

/** By what a record and a connector are known to be one wallet: rdns, or id; the name where the connector has no rdns, as outside of EVM. */
const keysOfRecord = ({ id, rdns = id, name }: WalletRecord) => ({
  rdns: rdns.toLowerCase(),
  id: id.toLowerCase(),
  name: name.toLowerCase(),
})
const keysOfConnector = ({ id, rdns = id, name, rdns: given }: Connector) => ({
  rdns: rdns.toLowerCase(),
  id: id.toLowerCase(),
  name: given ? undefined : name.toLowerCase(),
})

/** Whether a record is about one of the wallets on this device. */
function isAboutOneOf(connectors: readonly Connector[]): (record: WalletRecord) => boolean {
  const all = connectors.filter(({ kind }) => kind !== 'walletConnect').map(keysOfConnector)
  const [rdns, ids, names] = [
    new Set(all.map((keys) => keys.rdns)),
    new Set(all.map((keys) => keys.id)),
    new Set(all.map((keys) => keys.name)),
  ]
  return (record) => {
    const keys = keysOfRecord(record)
    return rdns.has(keys.rdns) || ids.has(keys.id) || names.has(keys.name)
  }
}

/** The first record that is about a wallet on this device. */
function recordAbout(records: readonly WalletRecord[]): (connector: Connector) => WalletRecord | undefined {
  const all = records
    .map(keysOfRecord)
    .map((keys, at) => ({ keys, at }))
    .reverse() // of two with the same key, the first stays
  const rdns = new Map(all.map(({ keys, at }) => [keys.rdns, at]))
  const ids = new Map(all.map(({ keys, at }) => [keys.id, at]))
  const names = new Map(all.map(({ keys, at }) => [keys.name, at]))
  return (connector) => {
    if (connector.kind === 'walletConnect') return undefined
    const keys = keysOfConnector(connector)
    const found = [rdns.get(keys.rdns), ids.get(keys.id), keys.name === undefined ? undefined : names.get(keys.name)].filter(
      (at) => at !== undefined,
    )
    return found.length > 0 ? records[Math.min(...found)] : undefined
  }
}

const worksWith = ({ namespaces }: WalletRecord, among: readonly Namespace[]) =>
  !namespaces || namespaces.some((namespace) => among.includes(namespace))

/** The first of those that share an id or an rdns. */
function uniqueRecords(records: readonly WalletRecord[]): readonly WalletRecord[] {
  const seen = new Set<string>()
  return records.filter(({ id, rdns }) => {
    const keys = [id, rdns].filter((key) => key !== undefined).map((key) => key.toLowerCase())
    const isNew = !keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place])
  return (a[at] ?? 0) - (b[at] ?? 0)
}
