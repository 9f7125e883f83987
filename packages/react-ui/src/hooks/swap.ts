'use client'
import { findNetwork, type FeeEstimate, type Network } from '@portico/core'
import { balancesQuery, watched, type HeldToken } from '@portico/core/balances'
import {
  asSwapToken,
  checkSwap,
  chosenQuote,
  feeOfSwap,
  noteSwapTokens,
  orderOfSwap,
  resumeSwap,
  swapFormStore,
  swapOperationQuery,
  swapQuotesQuery,
  swapTokensQuery,
  type SwapCheck,
  type SwapFee,
  type SwapForm,
  type SwapQuote,
  type SwapToken,
} from '@portico/core/swap'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useQuery } from './useQuery.js'

export interface Swap {
  readonly form: SwapForm
  /** The first thing that is missing, or the swap. */
  readonly check: SwapCheck
  readonly network: Network | undefined
  /** What can be swapped on the network; undefined while it is loaded, and where it cannot be. */
  readonly listed: readonly SwapToken[] | undefined
  /** Why that could not be learned. */
  readonly listError: Error | undefined
  /** What the account holds there. */
  readonly held: readonly HeldToken[] | undefined
  /** The quote that counts, also of more than there is; undefined while there is none. */
  readonly quote: SwapQuote | undefined
  /** All of them, the best first. */
  readonly quotes: readonly SwapQuote[] | undefined
  /** What the network takes for it; undefined while nobody can tell. A smart account also pays for the operation around the swap. */
  readonly fee: SwapFee | undefined
  /** Asks for a newer price. */
  readonly renew: () => void
}

/**
 * The swap of the account in use, with what it needs to be shown: for an interface of one's own. What changes it are the functions of
 * `@portico/core/swap`: `setSwapAmount(portico, '5')`, `setSwapToken(portico, 'to', token)`, `submitSwap(portico, swap)`.
 * @example const { form, quote, check } = useSwap()
 */
export function useSwap(): Swap {
  const portico = usePortico()
  const form = usePorticoStore(swapFormStore, (state) => state)
  const { sender, from, to, progress, opened } = form
  useEffect(() => resumeSwap(portico), [portico])

  const asked = sender ?? { address: '', networkId: portico.defaultNetwork.id }
  const enabled = sender !== undefined
  const {
    data: listed,
    error: listError,
    refetch: relist,
  } = useQuery<readonly SwapToken[]>({ ...swapTokensQuery(portico, asked.networkId), enabled })
  const { data: held } = useQuery<readonly HeldToken[]>({ ...balancesQuery(portico, asked), ...watched, enabled })
  const isEditing = progress.status === 'editing'
  useEffect(() => {
    if (!listed || !isEditing) return
    const isChosen = opened !== undefined && 'fromToken' in opened
    const wanted = from ?? (isChosen ? undefined : listed[0])
    const changed = {
      ...changedOf('from', from, wanted && asSwapToken(wanted, listed, held)),
      ...changedOf('to', to, to && asSwapToken(to, listed, held)),
    }
    if (Object.keys(changed).length > 0) noteSwapTokens(portico, changed)
  }, [portico, listed, held, from, to, opened, isEditing])

  const order = isEditing ? orderOfSwap(form) : undefined
  const { data: quotes, error, refetch } = useQuery<readonly SwapQuote[]>(swapQuotesQuery(portico, order))
  const quote = order && chosenQuote(form, quotes)
  const { data: operation } = useQuery<FeeEstimate | null>(swapOperationQuery(portico, sender))
  useTick(quote?.expiresAt)
  return {
    form,
    check: checkSwap(form, { data: quotes, error: listError ?? error }),
    network: findNetwork(portico, sender?.networkId),
    listed,
    listError: listError ?? undefined,
    held,
    quote,
    quotes,
    fee: quote && feeOfSwap(quote, operation),
    renew: () => void (listError ? relist() : refetch()),
  }
}

/** A token as it is known by now, where anything of it has changed. */
function changedOf(
  side: 'from' | 'to',
  before: SwapToken | undefined,
  now: SwapToken | undefined,
): Partial<Record<'from' | 'to', SwapToken>> {
  const names = ['networkId', 'address', 'units', 'price', 'value', 'icon', 'symbol', 'unlisted'] as const
  return now && names.some((name) => before?.[name] !== now[name]) ? { [side]: now } : {}
}

/** Draws once more at a moment: a price that has grown old looks like one. */
function useTick(at: number | undefined): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => tick((count) => count + 1), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
}
