'use client'
import { findNetwork, InsufficientFundsError, type FeeEstimate, type Network } from '@portico/core'
import { balancesQuery, watched, type HeldToken } from '@portico/core/balances'
import { checkSend, resumeSend, sendFeeQuery, sendFormStore, setSendToken, type SendCheck, type SendForm } from '@portico/core/send'
import { useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useQuery } from './useQuery.js'

export interface Send {
  readonly form: SendForm
  /** The first thing that is missing, or the transfer. Also `insufficientFunds` where the fee is not covered. */
  readonly check: SendCheck
  readonly network: Network | undefined
  /** What the account holds on the network; undefined while it is loaded, and where it cannot be. */
  readonly tokens: readonly HeldToken[] | undefined
  /** What the transfer will cost; undefined while there is none, or while it is estimated. */
  readonly fee: FeeEstimate | undefined
  /** Why the fee could not be estimated. */
  readonly feeError: Error | undefined
  readonly isEstimating: boolean
  /** Asks for the fee again. */
  readonly renew: () => void
}

/** Asked again every second while there is nothing, and then not by itself. */
const awaited = {
  refetchInterval: (query: Parameters<typeof watched.refetchInterval>[0]) => {
    const next = watched.refetchInterval(query)
    return next !== false && next < 2000 ? next : false
  },
}

/**
 * The transfer of the account in use, with what it needs to be shown: for an interface of one's own. What changes it are the
 * functions of `@portico/core/send`: `setSendAmount(portico, '5')`, `setRecipient(portico, 'noor.eth')`, `submitSend(portico)`.
 * @example const { form, check, fee } = useSend()
 */
export function useSend(): Send {
  const portico = usePortico()
  const form = usePorticoStore(sendFormStore, (state) => state)
  const { sender, token, fixed, progress, speed } = form
  useEffect(() => resumeSend(portico), [portico])

  const asked = sender ?? { address: '', networkId: portico.defaultNetwork.id }
  const { data: tokens } = useQuery<readonly HeldToken[]>({ ...balancesQuery(portico, asked), ...awaited, enabled: sender !== undefined })
  const isEditing = progress.status === 'editing' && !fixed
  useEffect(() => {
    if (!tokens || !isEditing || token?.item) return
    const wanted = token ?? tokens.find(({ units, hidden }) => units > 0n && !hidden) ?? tokens[0]
    const fresh = tokens.find(({ address, networkId }) => address === wanted?.address && networkId === wanted?.networkId)
    if (fresh && fresh !== token) setSendToken(portico, fresh)
  }, [portico, tokens, token, isEditing])

  const check = checkSend(form)
  const transfer = check.status === 'ready' ? check.transfer : undefined
  const { data: fee, error, isFetching, refetch } = useQuery<FeeEstimate>(sendFeeQuery(portico, transfer, speed))
  const isShort = transfer !== undefined && error instanceof InsufficientFundsError
  return {
    form,
    check: isShort ? { status: 'insufficientFunds' } : check,
    network: findNetwork(portico, sender?.networkId),
    tokens,
    fee: transfer && fee,
    feeError: transfer && (error ?? undefined),
    isEstimating: transfer !== undefined && isFetching && !fee,
    renew: () => void refetch(),
  }
}
