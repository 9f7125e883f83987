'use client'
import type { NetworkId } from '@portico/core'
import { refreshPast, tokenKey, type HeldToken } from '@portico/core/balances'
import { useEffect, useRef } from 'react'
import { usePortico } from '../../PorticoProvider.js'

/** Has the past asked for anew when what an account holds has changed while it is looked at: something came or went. */
export function useArrivals(address: string, networkId: NetworkId | undefined, held: readonly HeldToken[] | undefined): void {
  const portico = usePortico()
  const seen = useRef<{ readonly of: string; readonly units: string }>(undefined)
  useEffect(() => {
    if (!held || !networkId || address === '') return
    const of = `${networkId}:${address}`
    const units = held.map((token) => `${tokenKey(token)}=${token.units}`).join()
    const before = seen.current
    seen.current = { of, units }
    if (before?.of === of && before.units !== units) void refreshPast(portico, { address, networkId })
  }, [portico, address, networkId, held])
}
