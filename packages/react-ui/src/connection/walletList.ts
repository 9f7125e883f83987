import { currentDevice, type Connector, type Portico, type RecentWallet, type WalletRecord } from '@portico/core'

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

/** Wallets to offer: recent ones first, then those on the device, then those that the host and the directory know. */
export function walletList(
  portico: Portico,
  connectors: readonly Connector[],
  recents: readonly RecentWallet[],
  directory: readonly WalletRecord[] = [],
): readonly WalletItem[] {
  const { wallets = [], excludeWallets = [] } = portico.options
  const records = [...wallets, ...directory]
  const { mobile } = currentDevice()
  const isRecent = (id: string) => recents.some((recent) => recent.id === id)
  const present = connectors
    // The nameless 'Browser Wallet' is no use on a phone without one (spec point 6).
    .filter((connector) => !connector.generic || !mobile || connector.installed)
    .map((connector) => {
      const record = records.find(({ id, rdns }) => (rdns ?? id) === (connector.rdns ?? connector.id))
      return { id: connector.id, name: connector.name, icon: connector.icon ?? record?.icon, connector, record, recent: isRecent(connector.id) }
    })
  const excluded = new Set(excludeWallets.map((wallet) => wallet.toLowerCase()))
  const others = uniqueById(records)
    .filter(({ id, name, rdns }) => ![id, name, rdns].some((key) => key && excluded.has(key.toLowerCase())))
    .filter(({ id, rdns }) => !connectors.some((connector) => connector.rdns === rdns || connector.id === id))
    .map((record) => ({ id: record.id, name: record.name, icon: record.icon, connector: undefined, record, recent: isRecent(record.id) }))
  const rank = (id: string) => {
    const at = recents.findIndex((recent) => recent.id === id)
    return at < 0 ? recents.length : at
  }
  return [...present, ...others].sort((a, b) => rank(a.id) - rank(b.id))
}

const uniqueById = (records: readonly WalletRecord[]) => [...new Map([...records].reverse().map((record) => [record.id, record])).values()].reverse()

/** Matches a search by name and rdns. */
export function matches({ name, connector, record }: WalletItem, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return [name, connector?.rdns, record?.rdns].some((text) => text?.toLowerCase().includes(wanted))
}
