import { currentDevice, type Connector, type Namespace, type Portico, type RecentWallet, type WalletRecord } from '@portico/core'

/** A wallet as the visitor sees it: on this device, or known from a list. */
export interface WalletItem {
  readonly id: string
  readonly name: string
  readonly icon: unknown
  readonly connector: Connector | undefined
  readonly record: WalletRecord | undefined
  readonly recent: boolean
}

/** How many wallets the first view lists before it points to all of them. */
export const firstWallets = 6

interface ListOptions {
  /** The chain families that are asked for. */
  readonly among: readonly Namespace[]
  readonly directory?: readonly WalletRecord[] | undefined
}

/** Wallets to offer: recent ones first, then those on the device, then those that the host and the directory know. */
export function walletList(
  portico: Portico,
  connectors: readonly Connector[],
  recents: readonly RecentWallet[],
  { among, directory = [] }: ListOptions,
): readonly WalletItem[] {
  const { wallets = [], excludeWallets = [] } = portico.options
  const records = [...wallets, ...directory].filter(({ namespaces }) => !namespaces || namespaces.some((namespace) => among.includes(namespace)))
  const { mobile } = currentDevice()
  // Recent is the wallet, whichever of its chain families it was used on.
  const rankOf = ({ id, connector }: Pick<WalletItem, 'id' | 'connector'>) => {
    const ids = [id, ...Object.values(connector?.members ?? {}).map((member) => member.id)]
    return recents.findIndex((recent) => ids.includes(recent.id)) >>> 0 // -1 comes last
  }
  const present = connectors
    // The nameless 'Browser Wallet' is no use on a phone without one (spec point 6).
    .filter((connector) => !connector.generic || !mobile || connector.installed)
    .map((connector) => ({ id: connector.id, name: connector.name, connector, record: records.find((record) => isOf(connector, record)) }))
  const excluded = new Set(excludeWallets.map((wallet) => wallet.toLowerCase()))
  const others = uniqueById(records)
    .filter(({ id, name, rdns }) => ![id, name, rdns].some((key) => key && excluded.has(key.toLowerCase())))
    .filter((record) => !connectors.some((connector) => isOf(connector, record)))
    .map((record) => ({ id: record.id, name: record.name, connector: undefined, record }))
  return [...present, ...others]
    .map((wallet) => ({ ...wallet, icon: wallet.connector?.icon ?? wallet.record?.icon, rank: rankOf(wallet), recent: rankOf(wallet) < recents.length }))
    .sort((a, b) => a.rank - b.rank)
}

/** Whether a record is about a wallet. One that has no rdns, as those outside of EVM, is known by its name. */
const isOf = (connector: Connector, { id, rdns = id, name }: WalletRecord) =>
  (connector.rdns ?? connector.id) === rdns || connector.id === id || (!connector.rdns && connector.name.toLowerCase() === name.toLowerCase())

const uniqueById = (records: readonly WalletRecord[]) => [...new Map([...records].reverse().map((record) => [record.id, record])).values()].reverse()

/** Matches a search by name and rdns. */
export function matches({ name, connector, record }: WalletItem, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return [name, connector?.rdns, record?.rdns].some((text) => text?.toLowerCase().includes(wanted))
}
