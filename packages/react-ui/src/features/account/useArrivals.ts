'use client'
import { accountStore, type Namespace, type NetworkId } from '@portico/core'
import { refreshPast, tokenKey, type HeldToken } from '@portico/core/balances'
import { useEffect, useRef } from 'react'
import { usePortico } from '../../PorticoProvider.js'

interface Holder {
  readonly address: string
  readonly namespace: Namespace
  readonly networkId: NetworkId | undefined
}

/**
 * Has the past asked for anew when what an account holds has changed while it is looked at: something came or went. Before the first list
 * of what it holds, what changed is told by the balance that its button has shown.
 */
export function useArrivals({ address, namespace, networkId }: Holder, held: readonly HeldToken[] | undefined): void {
  const portico = usePortico()
  const seen = useRef<{ readonly of: string; readonly units: string }>(undefined)
  useEffect(() => {
    if (!held || !networkId || address === '') return
    const of = `${networkId}:${address}`
    const units = held.map((token) => `${tokenKey(token)}=${token.units}`).join()
    const before = seen.current
    seen.current = { of, units }
    const facts = accountStore(portico).getState()[namespace]
    const shown = facts?.address === address && facts.balance?.networkId === networkId ? facts.balance.units : undefined
    const coin = held.find((token) => token.address === undefined)?.units ?? 0n
    const hasChanged = before?.of === of ? before.units !== units : shown !== undefined && shown !== coin
    if (hasChanged) void refreshPast(portico, { address, networkId })
  }, [portico, address, namespace, networkId, held])
}
