import type { Namespace } from '../../kit/caip/ids.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
// What an adapter can do for names, for programs that read this file without that feature.
import type {} from '../names/capability.js'
import { balanceLifetime, identityLifetime, queryClientOf, staleAfter } from '../../portico/query.js'
import { showToast } from '../../toast/toast.js'
import { currentEntry, routerStore } from '../../router/store.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import type { Connection } from '../connection/machine.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { NetworkNotConfiguredError } from '../network/errors.js'
import { findNetwork } from '../network/store.js'
import { BalanceUnavailableError } from './errors.js'
import { accountStore } from './store.js'
import type { NamedAddress } from '../names/reverseName.js'
import { noteAccount } from './account.js'

/**
 * How long a failed balance is left alone, in milliseconds (R11).
 * @example setTimeout(() => void refreshBalance(portico), balanceCooldown) // sooner, nobody would be asked
 */
export const balanceCooldown = 30_000

/** When the balance of an address failed last, and whether the visitor was told of this outage, by network and address. */
const failuresOf = defineSlot<Map<string, { readonly at: number; readonly said: boolean }>>('balance failures', () => new Map())

/**
 * Reads the native balance of the account in use into the account store. Cached for 30 s; after a failure, nothing is
 * asked for 30 s and, while the modal is open, the toast 'Token Balance Unavailable' says so, once until it can be
 * read again (R11). A network that is not the site's is such a failure. Never throws.
 * @example await refreshBalance(portico, { namespace: 'eip155' })
 * @param force asks again although the cache is fresh, for example after sending
 */
export async function refreshBalance(
  portico: Portico,
  { namespace, force = false }: { readonly namespace?: Namespace; readonly force?: boolean } = {},
): Promise<void> {
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  const connection = activeConnection(state, where)
  if (!connection) return
  const {
    networkId,
    addresses: [address],
  } = connection
  const failures = failuresOf(portico)
  const key = `${networkId}:${address}`
  const failed = failures.get(key)
  const since = failed ? Date.now() - failed.at : Infinity
  if (since >= 0 && since < balanceCooldown) return noteAccount(portico, where, address, { balanceStatus: 'failed' })

  const isCurrent = () => isInUse(portico, where, connection)
  noteAccount(portico, where, address, { balanceStatus: 'loading' })
  try {
    const network = findNetwork(portico, networkId)
    if (!network) throw new NetworkNotConfiguredError({ networkId })
    const units = await queryClientOf(portico).fetchQuery({
      queryKey: ['balance', networkId, address],
      queryFn: async ({ signal }) => (await loadAdapter(portico, where)).getBalance({ address, networkId, signal }),
      staleTime: staleAfter(force ? 0 : balanceLifetime),
      retry: false, // the transport repeats by itself
    })
    failures.delete(key)
    const { decimals, symbol } = network.nativeCurrency
    if (isCurrent()) noteAccount(portico, where, address, { balance: { units, decimals, symbol, networkId }, balanceStatus: 'ready' })
  } catch (cause) {
    const said = failures.get(key)?.said === true
    const says = !said && isCurrent() && currentEntry(routerStore(portico).getState()) !== undefined
    failures.set(key, { at: Date.now(), said: said || says })
    if (!isCurrent()) return
    noteAccount(portico, where, address, { balanceStatus: 'failed' })
    if (says) {
      const error = new BalanceUnavailableError({ cause })
      showToast(portico, { variant: 'error', message: error.message, error })
    }
  }
}

/** Whether an account is still the one in use, on the network that it was on. */
function isInUse(portico: Portico, namespace: Namespace, { addresses: [address], networkId }: Connection): boolean {
  const now = activeConnection(connectionStore(portico).getState(), namespace)
  return now?.addresses[0] === address && now.networkId === networkId
}

/**
 * Reads the name and picture behind the account in use into the account store. Cached for 5 min. Never throws.
 * @example await refreshIdentity(portico)
 */
export async function refreshIdentity(portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): Promise<void> {
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  const connection = activeConnection(state, where)
  if (!connection) return
  const {
    networkId,
    addresses: [address],
  } = connection
  try {
    // Where the gateway gives names away it is asked as well, in a chunk that other sites do without.
    const { lookupAddress } = await loadAdapter(portico, where)
    if (!lookupAddress && !portico.options.names) return // nobody to ask
    const { name, avatar }: NamedAddress = portico.options.names
      ? await (await import('../names/reverseName.js')).reverseName(portico, { address, networkId })
      : await queryClientOf(portico).fetchQuery({
          queryKey: ['identity', networkId, address],
          queryFn: async ({ signal }) => (await lookupAddress?.({ address, networkId, signal })) ?? {},
          staleTime: staleAfter(identityLifetime),
          retry: false,
        })
    if (!isInUse(portico, where, connection)) return
    // One that it had and has no more is taken away.
    const known = accountStore(portico).getState()[where]
    const { profileName, profileImage } = known?.address === address ? known : {}
    noteAccount(portico, where, address, {
      ...(name !== profileName && { profileName: name }),
      ...(avatar !== profileImage && { profileImage: avatar }),
    })
  } catch {
    // A name is a courtesy: without one the address is shown.
  }
}
