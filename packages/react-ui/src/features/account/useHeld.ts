'use client'
import { networkStore, type Account, type NetworkId } from '@portico/core'
import { balancesQuery, watched, type HeldToken } from '@portico/core/balances'
import type { QueryObserverResult } from '@tanstack/query-core'
import { useIncomplete } from '../../balances/useIncomplete.js'
import { useQuery } from '../../hooks/useQuery.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/**
 * What the account in use holds on its network. Of a network that is not the site's nothing is asked.
 * `incomplete` where the gateway failed and only the chain could tell.
 * @param watches asks again every 10 s while it is on the screen
 */
export function useHeld(
  { address = '', namespace }: Account,
  watches = false,
): QueryObserverResult<readonly HeldToken[]> & { readonly networkId?: NetworkId; readonly incomplete: boolean } {
  const portico = usePortico()
  const here = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const networkId = here?.unsupported ? undefined : here?.active.id
  const query = balancesQuery(portico, { address, networkId: networkId ?? portico.defaultNetwork.id })
  const result = useQuery<readonly HeldToken[]>({ ...query, ...(watches && watched), enabled: networkId !== undefined && address !== '' })
  const incomplete = useIncomplete(networkId && { address, networkId })
  return { ...result, incomplete, ...(networkId && { networkId }) }
}
