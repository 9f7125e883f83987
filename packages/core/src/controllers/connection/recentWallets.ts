import { isNamespace, type Namespace } from '../../kit/caip/ids.js'
import type { ConnectorInfo } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'

/** How many wallets are remembered as recent. */
export const recentWalletLimit = 2

/** A wallet that was used here before. */
export interface RecentWallet {
  readonly id: string
  readonly name: string
  /** Where it was used last. */
  readonly namespace?: Namespace
}

/**
 * Recent wallets, the last one used first. Read from storage when first asked for, in the browser only.
 * @example const [last] = recentWalletStore(portico).getState() // such as { id: 'com.harbor', name: 'Harbor', namespace: 'eip155' }
 */
export const recentWalletStore = defineStore<readonly RecentWallet[]>('recentWallets', () => [])

/** They could not be written: from here on, memory knows more than storage. */
const unsaved = defineSlot('recent wallets unsaved', () => false)

/** Reads what an earlier visit remembered. Anything malformed is left out. */
export function loadRecentWallets(portico: Portico): void {
  recentWalletStore(portico).setState(remembered(portico), true)
}

/** Puts a wallet at the front, also when it was there already, and keeps the newest two. */
export function rememberWallet(portico: Portico, { id, name }: ConnectorInfo, namespace?: Namespace): void {
  const wallets = [{ id, name, ...(namespace && { namespace }) }, ...remembered(portico).filter((wallet) => wallet.id !== id)].slice(
    0,
    recentWalletLimit,
  )
  keep(portico, wallets)
}

/**
 * Forgets one recent wallet.
 * @example forgetWallet(portico, id) // out of the recent ones
 */
export function forgetWallet(portico: Portico, { id }: { readonly id: string }): void {
  const wallets = remembered(portico).filter((wallet) => wallet.id !== id)
  keep(portico, wallets)
}

function keep(portico: Portico, wallets: readonly RecentWallet[]) {
  recentWalletStore(portico).setState(wallets, true)
  if (!writeItem(portico, 'recent', JSON.stringify(wallets))) unsaved.put(portico, true)
}

/** What storage has, for another tab may have added one; what memory has where storage has nothing or is full (R14). */
function remembered(portico: Portico): readonly RecentWallet[] {
  const text = unsaved(portico) ? null : readItem(portico, 'recent')
  return text === null ? recentWalletStore(portico).getState() : parseRecentWallets(text)
}

function parseRecentWallets(text: string): RecentWallet[] {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return []
    const wallets = value.flatMap((entry: unknown): [string, RecentWallet][] => {
      if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('name' in entry)) return []
      const { id, name } = entry
      const namespace = 'namespace' in entry && isNamespace(entry.namespace) && { namespace: entry.namespace }
      return typeof id === 'string' && typeof name === 'string' && id && id.length <= 200 && name.length <= 200
        ? [[id, { id, name, ...namespace }]]
        : []
    })
    return [...new Map(wallets).values()].slice(0, recentWalletLimit)
  } catch {
    return []
  }
}
