import type { ConnectorInfo } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { readItem, writeItem } from '../../storage/storage.js'
import { defineStore } from '../../store.js'

/** How many wallets are remembered as recent (spec point 9). */
export const recentWalletLimit = 2

/** A wallet that was used here before. */
export interface RecentWallet {
  readonly id: string
  readonly name: string
}

/** Recent wallets, the last one used first. Read from storage when first asked for, in the browser only. */
export const recentWalletStore = defineStore<readonly RecentWallet[]>('recentWallets', () => [])

/** Reads what an earlier visit remembered. Anything malformed is left out. */
export function loadRecentWallets(portico: Portico): void {
  recentWalletStore(portico).setState(parseRecentWallets(readItem(portico, 'recent')), true)
}

/** Puts a wallet at the front, also when it was there already, and keeps the newest two. */
export function rememberWallet(portico: Portico, { id, name }: ConnectorInfo): void {
  const others = parseRecentWallets(readItem(portico, 'recent') ?? '') // another tab may have added one
  const wallets = [{ id, name }, ...others.filter((wallet) => wallet.id !== id)].slice(0, recentWalletLimit)
  recentWalletStore(portico).setState(wallets, true)
  writeItem(portico, 'recent', JSON.stringify(wallets))
}

/** Forgets one recent wallet. */
export function forgetWallet(portico: Portico, { id }: { readonly id: string }): void {
  const wallets = recentWalletStore(portico).getState().filter((wallet) => wallet.id !== id)
  recentWalletStore(portico).setState(wallets, true)
  writeItem(portico, 'recent', JSON.stringify(wallets))
}

function parseRecentWallets(text: string | null): RecentWallet[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    return value.flatMap((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('name' in entry)) return []
      const { id, name } = entry
      return typeof id === 'string' && typeof name === 'string' && id && id.length <= 200 && name.length <= 200 ? [{ id, name }] : []
    }).slice(0, recentWalletLimit)
  } catch {
    return []
  }
}
