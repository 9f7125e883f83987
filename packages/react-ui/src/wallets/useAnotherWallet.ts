'use client'
import type { ConnectTarget } from '@portico/core'
import { replaceView, resetView } from '@portico/core/kit'
import { isConnected } from '../modal/isConnected.js'
import { wayTo } from '../modal/wayTo.js'
import { usePortico } from '../PorticoProvider.js'

/** Leads to the other wallets: to all of them for one who is connected, else back to the start. */
export function useAnotherWallet(target: ConnectTarget | undefined): () => void {
  const portico = usePortico()
  const { namespace, networkId } = target ?? {}
  const params = namespace && { namespace, ...(networkId && { networkId }) }
  return () => {
    const toAll = isConnected(portico) ? wayTo(portico, 'AllWallets', replaceView) : undefined
    const go = toAll ?? wayTo(portico, 'Connect', resetView)
    go?.(params)
  }
}
