import type { Portico } from '../../portico/createPortico.js'
import type { WalletRecord } from '../../portico/options.js'
import { walletStore } from './walletStore.js'

export { walletStore } from './walletStore.js'

/**
 * The record of a wallet, by its id, else by its rdns: the host's own first, then what was registered and fetched so far. Asks
 * nothing, and answers the same object until more is known. For a wallet that only the directory knows, see `loadWallet`.
 * @example const wallet = findWallet(portico, id) // among those that are known by now
 */
export function findWallet(portico: Portico, id: string): WalletRecord | undefined {
  const { wallets = [] } = portico.options
  const { records } = walletStore(portico).getState()
  const wanted = id.toLowerCase()
  const hasRdns = ({ rdns }: WalletRecord) => rdns?.toLowerCase() === wanted
  return wallets.find((wallet) => wallet.id === id) ?? records.get(id) ?? wallets.find(hasRdns) ?? [...records.values()].find(hasRdns)
}

/**
 * Makes wallets known to `findWallet`, such as a built-in list. What such a record says counts before what the directory says
 * of the same id; what it leaves out, the directory adds. Registering it again changes nothing.
 * @example registerWallets(portico, [{ id: 'lumen', name: 'Lumen', mobileLink: 'lumen://' }])
 */
export function registerWallets(portico: Portico, wallets: readonly WalletRecord[]): void {
  const store = walletStore(portico)
  const { records, registered, fetched } = store.getState()
  const added = wallets.filter((wallet) => registered.get(wallet.id) !== wallet)
  if (added.length === 0) return
  const known = new Map(records)
  for (const wallet of added) known.set(wallet.id, fetched.has(wallet.id) ? { ...known.get(wallet.id), ...wallet } : wallet)
  store.setState(
    { records: known, registered: new Map([...registered, ...added.map((wallet) => [wallet.id, wallet] as const)]), fetched },
    true,
  )
}

/** Remembers what the directory answered. @returns the records as `findWallet` knows them from now on */
export function noteWallets(portico: Portico, wallets: readonly WalletRecord[]): readonly WalletRecord[] {
  const store = walletStore(portico)
  const { records, registered, fetched } = store.getState()
  const noted = wallets.map((wallet) => ({ ...wallet, ...registered.get(wallet.id) }))
  const entries = noted.map((wallet) => [wallet.id, wallet] as const)
  store.setState(
    { records: new Map([...records, ...entries]), registered, fetched: new Set([...fetched, ...noted.map(({ id }) => id)]) },
    true,
  )
  return noted
}
