import type { ConnectTarget, Namespace, Portico } from '@portico/core'
import { currentDevice, namespaceFilterStore, queryClientOf, recentWalletStore } from '@portico/core/kit'
import { walletsQuery } from '@portico/core/wallets'
import { directory } from '../../wallets/builtInWallets.js'
import { amongOf } from '../../wallets/useWallets.js'

/** The directory's own order, from its first page on. */
export function allQuery(
  portico: Portico,
  namespaces: readonly Namespace[],
  more: { readonly certified?: boolean; readonly search?: string } = {},
) {
  const { mobile, platform } = currentDevice()
  const place = mobile && (platform === 'ios' || platform === 'android') && { platform }
  return walletsQuery(portico, { namespaces, ...place, ...more })
}

/** What the directory adds to the built-in list, and to an earlier visit's wallets, of which the name alone is known. */
export function topQuery(portico: Portico, namespaces: readonly Namespace[], recents: readonly { readonly id: string }[]) {
  return walletsQuery(portico, { namespaces, include: [...directory, ...recents].map(({ id }) => id) })
}

/** Asks for the first page while a pointer or the focus is on what opens the list. */
export function askAhead(portico: Portico, target: ConnectTarget | undefined): void {
  if (!portico.options.apiUrl) return
  const namespaces = amongOf(portico, target?.namespace, namespaceFilterStore(portico).getState().namespaces)
  const client = queryClientOf(portico)
  // The view asks anew, and says what failed.
  for (const query of [allQuery(portico, namespaces), topQuery(portico, namespaces, recentWalletStore(portico).getState())])
    client.fetchInfiniteQuery(query).catch(() => client.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' }))
}
