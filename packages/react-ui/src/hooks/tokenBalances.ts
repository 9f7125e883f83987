import { getTokenBalances, type NetworkId, type Portico, type TokenBalance } from '@portico/core'
import { balanceLifetime, staleAfter } from '@portico/core/kit'
import type { QueryObserverOptions } from '@tanstack/query-core'

/** The tokens that an address holds on a network: asked again after 30 s, as the native balance. Nothing is asked without both. */
export function tokenBalancesQuery(
  portico: Portico,
  address: string | undefined,
  networkId: NetworkId | undefined,
): QueryObserverOptions<readonly TokenBalance[]> {
  return {
    queryKey: ['tokenBalances', networkId, address],
    queryFn: ({ signal }) =>
      address !== undefined && networkId !== undefined ? getTokenBalances(portico, { address, networkId, signal }) : [],
    enabled: address !== undefined && networkId !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false, // the transport repeats by itself
  }
}
