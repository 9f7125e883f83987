import type { Namespace } from '../../caip/ids.js'
import type { Connector } from '../../connector.js'
import { connectorTypes, type ConnectorType, type PorticoOptions, type WalletRecord } from '../../portico.js'
import type { RecentWallet } from '../connection/recentWallets.js'
import { isNamed, placeIn } from './named.js'

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
 * The rows of Connect and AllWallets, in their order (spec point 9, connector type order). A pure function of what it is given:
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
 *   the code), and so is a nameless 'Browser Wallet' that is not there (spec point 6).
 *
 * It does not trim: a view shows as many of the first rows as it has room for, and leads to all of them.
 */
export function arrangeWallets({ connectors, recents, directory = [], among, options, mobile }: ArrangeParameters): readonly WalletRow[] {
  const { wallets = [], includeWallets, excludeWallets = [], featuredWallets = [], connectorTypeOrder = [] } = options
  const own = wallets.filter((record) => worksWith(record, among) && !isNamed(excludeWallets, record))
  const listed = directory.filter(
    (record) => worksWith(record, among) && !isNamed(excludeWallets, record) && (!includeWallets || isNamed(includeWallets, record)),
  )
  const records = uniqueRecords([...own, ...listed])

  const present = connectors
    .filter((connector) => !mobile || (connector.kind !== 'walletConnect' && (!connector.generic || connector.installed)))
    .map((connector) => ({ connector, record: connector.kind === 'walletConnect' ? undefined : records.find((record) => isOf(connector, record)) }))
  const absent = records
    .filter((record) => !connectors.some((connector) => isOf(connector, record)))
    .map((record) => ({ connector: undefined, record }))
  const known = [...present, ...absent]
  const isKnown = (recent: RecentWallet) => known.some((wallet) => keysOf(wallet).includes(recent.id))
  const canPair = connectors.some(({ kind }) => kind === 'walletConnect')
  const remembered = recents.filter((recent) => canPair && !isKnown(recent) && !isNamed(excludeWallets, recent) && isAmong(recent, among))

  const rows = [
    ...known.map((wallet) => rowOf(wallet, { recents, wallets: own, featuredWallets })),
    ...remembered.map(({ id, name }): Ranked => {
      const featured = placeIn(featuredWallets, { id, name })
      const recent = recents.findIndex((one) => one.id === id)
      return { row: { id, name, icon: undefined, type: 'recent', connector: undefined, record: undefined, recent: true, featured: featured >= 0 }, recent, featured }
    }),
  ]
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
  if (connector?.kind === 'walletConnect') return 'walletConnect'
  const keys = keysOf({ connector, record })
  if (recents.some(({ id }) => keys.includes(id))) return 'recent'
  if (connector) {
    const { kind } = connector
    return kind === 'external' ? 'external' : kind === 'custom' || kind === 'embedded' ? 'custom' : 'injected'
  }
  if (record && isNamed(featuredWallets, record)) return 'featured'
  return record && wallets.includes(record) ? 'custom' : 'recommended'
}

interface Known {
  readonly connector: Connector | undefined
  readonly record: WalletRecord | undefined
}

interface Ranked {
  readonly row: WalletRow
  readonly recent: number
  readonly featured: number
}

function rowOf({ connector, record }: Known, facts: Omit<TypeFacts, keyof Known>): Ranked {
  const keys = keysOf({ connector, record })
  const { id, name } = connector ?? record ?? { id: '', name: '' }
  const recent = connector?.kind === 'walletConnect' ? -1 : facts.recents.findIndex((one) => keys.includes(one.id))
  const featured = Math.max(connector ? placeIn(facts.featuredWallets, connector) : -1, record ? placeIn(facts.featuredWallets, record) : -1)
  const type = connectorTypeOf({ connector, record, ...facts })
  return { row: { id, name, icon: connector?.icon ?? record?.icon, type, connector, record, recent: recent >= 0, featured: featured >= 0 }, recent, featured }
}

/** Ids under which a wallet may have been remembered. */
const keysOf = ({ connector, record }: Known): readonly string[] =>
  [connector?.id, ...Object.values(connector?.members ?? {}).map((member) => member.id), record?.id].filter((id) => id !== undefined)

/** Whether a record is about a wallet on this device. One that has no rdns, as those outside of EVM, is known by its name. */
function isOf(connector: Connector, { id, rdns = id, name }: WalletRecord): boolean {
  if (connector.kind === 'walletConnect') return false
  return (connector.rdns ?? connector.id) === rdns || connector.id === id || (!connector.rdns && connector.name.toLowerCase() === name.toLowerCase())
}

const worksWith = ({ namespaces }: WalletRecord, among: readonly Namespace[]) => !namespaces || namespaces.some((namespace) => among.includes(namespace))
const isAmong = ({ namespace }: RecentWallet, among: readonly Namespace[]) => !namespace || among.includes(namespace)

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
