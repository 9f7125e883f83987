'use client'
import { activeConnection, connectionStore, findNetwork, type Namespace } from '@portico/core'
import { noteChange, portfolioQuery, watched, type HeldToken, type HolderParameters, type Portfolio } from '@portico/core/balances'
import { useCallback, useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { useAnswer, type Answer } from './holdings.js'
import { useQuery } from './useQuery.js'

/** A token that is not the network's own coin. */
export interface HeldContract extends HeldToken {
  readonly address: string
}

export interface PortfolioParameters {
  /** Whose. Default: the account in use of each chain family that has one, on the network that its wallet is on. */
  readonly accounts?: readonly HolderParameters[]
  /** Asks again every 10 s while the component is there, until the service wants to be left alone. Default: false. */
  readonly watch?: boolean
}

/**
 * What accounts hold together, with what it is worth: `data.total`, `data.tokens`, and `data.accounts` one by one. Amounts are
 * `bigint`: `formatFiat` of `@portico/core/balances` writes what they are worth. Cached for 30 s; after a failure nothing is asked for
 * 30 s, but by `refresh`.
 * @example
 * const { data } = usePortfolio({ watch: true })
 * const total = data?.total
 */
export function usePortfolio({ accounts, watch = false }: PortfolioParameters = {}): Answer<Portfolio> {
  const inUse = useHoldersInUse()
  return usePortfolioOf(accounts ?? inUse, watch)
}

/**
 * The tokens of the account in use beside its network's own coin, with prices where they are known. Cached for 30 s.
 * @example const { data: tokens = [] } = useTokenBalances()
 */
export function useTokenBalances({ namespace }: NamespaceParameters = {}): Answer<readonly HeldContract[]> {
  const inUse = useHoldersInUse(namespace ?? 'active')
  const answer = usePortfolioOf(inUse, false)
  const data = useMemo(() => answer.data?.tokens.flatMap((token) => (isContract(token) ? [token] : [])), [answer.data])
  return { ...answer, data }
}

const isContract = (token: HeldToken): token is HeldContract => token.address !== undefined

function usePortfolioOf(accounts: readonly HolderParameters[], watch: boolean): Answer<Portfolio> {
  const portico = usePortico()
  const asks = accounts.length > 0
  const query = useQuery<Portfolio>({ ...portfolioQuery(portico, { accounts }), ...(watch && watched), enabled: asks })
  const answer = useAnswer(query, asks)
  const { refetch } = query
  const refresh = useCallback(async () => {
    if (!asks) return
    for (const account of accounts) noteChange(portico, account)
    await refetch()
  }, [portico, accounts, asks, refetch])
  return { ...answer, refresh }
}

/** The accounts in use: of each chain family, of one, or of the one in use. */
function useHoldersInUse(which?: Namespace | 'active'): readonly HolderParameters[] {
  const portico = usePortico()
  const key = usePorticoStore(connectionStore, (state) => {
    const wanted = which === 'active' ? state.activeNamespace : which
    return [...portico.adapters.keys()]
      .flatMap((namespace) => {
        const connection = wanted === undefined || wanted === namespace ? activeConnection(state, namespace) : undefined
        const networkId = findNetwork(portico, connection?.networkId)?.id
        return connection && networkId ? [`${networkId} ${connection.addresses[0]}`] : []
      })
      .join('\n')
  })
  return useMemo(
    () =>
      key.split('\n').flatMap((line) => {
        const [networkId, address] = line.split(' ')
        const network = findNetwork(portico, networkId)
        return network && address ? [{ networkId: network.id, address }] : []
      }),
    [portico, key],
  )
}
