import type { Portico } from '../../portico/createPortico.js'
import { balanceLifetime, staleAfter } from '../../portico/query.js'
import { getBalances } from './getBalances.js'
import { getPortfolio, type GetPortfolioParameters, type Portfolio } from './getPortfolio.js'
import { isShutDown } from './isShutDown.js'
import type { HeldToken, HolderParameters } from './token.js'

/** How often balances are asked for while somebody looks at them, in milliseconds. */
export const watchInterval = 10_000

/** The same, of an account that has nothing yet: who looks at it waits for the first coins to come. */
export const awaitingInterval = 1000

const common = {
  staleTime: staleAfter(balanceLifetime),
  retry: false as const, // the transport repeats by itself
  networkMode: 'always' as const,
}

/**
 * {@link getBalances} for a query client, fresh for 30 s: `queryClientOf(portico).fetchQuery(…)`, or TanStack's `useQuery`.
 * @example const tokens = await queryClient.fetchQuery(balancesQuery(portico, { address, networkId: 'eip155:8453' }))
 */
export function balancesQuery(portico: Portico, { address, networkId }: HolderParameters) {
  return {
    queryKey: ['balances', networkId, address] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<readonly HeldToken[]> =>
      getBalances(portico, { address, networkId, signal }),
    ...common,
    structuralSharing: false as const, // it keeps what has not changed by itself
  }
}

/**
 * {@link getPortfolio} for a query client, fresh for 30 s.
 * @example const { total } = await queryClient.fetchQuery(portfolioQuery(portico, { accounts: [{ address, networkId: 'eip155:8453' }] }))
 */
export function portfolioQuery(portico: Portico, { accounts }: Pick<GetPortfolioParameters, 'accounts'>) {
  return {
    queryKey: ['portfolio', accounts.map(({ networkId, address }) => `${networkId}:${address}`)] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Portfolio> => getPortfolio(portico, { accounts, signal }),
    ...common,
  }
}

interface Watched {
  readonly state: { readonly data?: unknown; readonly error: unknown }
}

/**
 * What makes a query one that is watched: asked again every 10 s while somebody looks, every second while there is nothing, until the
 * service answers 503.
 * @example const query = { ...balancesQuery(portico, { address, networkId: 'eip155:8453' }), ...watched } // for useQuery of TanStack
 */
export const watched = {
  refetchInterval: ({ state: { data, error } }: Watched): number | false => {
    if (isShutDown(error)) return false
    return error === null && isNothing(data) ? awaitingInterval : watchInterval
  },
}

/** Whether what was told of balances is that there are none. */
const isNothing = (data: unknown): boolean => Array.isArray(data) && data.every(({ units }: HeldToken) => units === 0n)
