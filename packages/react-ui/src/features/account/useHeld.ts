'use client'
import { networkStore, type Account, type NetworkId } from '@portico/core'
import { balancesQuery, watched, type HeldToken } from '@portico/core/balances'
import type { QueryObserverResult } from '@tanstack/query-core'
import { useQuery } from '../../hooks/useQuery.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/**
 * What the account in use holds on its network. Of a network that is not the site's nothing is asked.
 * @param watches asks again every 10 s while it is on the screen
 */
export function useHeld(
  { address = '', namespace }: Account,
  watches = false,
): QueryObserverResult<readonly HeldToken[]> & { readonly networkId?: NetworkId } {
  const portico = usePortico()
  const here = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const networkId = here?.unsupported ? undefined : here?.active.id
  const query = balancesQuery(portico, { address, networkId: networkId ?? portico.defaultNetwork.id })
  const result = useQuery<readonly HeldToken[]>({ ...query, ...(watches && watched), enabled: networkId !== undefined && address !== '' })
  return { ...result, ...(networkId && { networkId }) }
}
