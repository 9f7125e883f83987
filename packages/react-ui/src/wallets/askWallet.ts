import { asError, cancelConnect, connect, type ConnectTarget, type Portico } from '@portico/core'
import { currentEntry, defineSlot, goOn, routerStore } from '@portico/core/kit'

/** How long "Connected" stays before the modal goes on, in milliseconds. */
export const connectedPause = 600

/** The view that has asked a wallet. */
const askedBy = defineSlot<{ readonly key: number | undefined } | undefined>('asked by', () => undefined)

/** Whether the view on screen has asked a wallet, by {@link askWallet}. */
export const isAsked = (portico: Portico): boolean =>
  askedBy(portico) !== undefined && askedBy(portico)?.key === currentEntry(routerStore(portico).getState())?.key

/**
 * Asks a wallet on behalf of the view on screen. Leaving that view turns away from the wallet (R1); once connected, the gates
 * decide what comes next.
 */
export function askWallet(portico: Portico, params: ConnectTarget & { readonly connectorId: string; readonly walletId?: string }): void {
  const { connectorId, namespace, networkId } = params
  const router = routerStore(portico)
  const key = currentEntry(router.getState())?.key
  askedBy.put(portico, { key })
  const isHere = () => currentEntry(router.getState())?.key === key
  const stop = router.subscribe(() => {
    if (isHere()) return
    stop()
    if (askedBy(portico)?.key === key) askedBy.put(portico, undefined)
    cancelConnect(portico, { ...(namespace && { namespace }) })
  })
  connect(portico, params).then(
    () => {
      stop()
      setTimeout(() => goOn(portico, { from: key, ...(namespace && { namespace }), ...(networkId && { networkId }) }), connectedPause)
    },
    (error: unknown) => {
      // The view shows it, from the attempt that failed.
      portico.events.emit('connection.failed', { connectorId, error: asError(error) })
    },
  )
}

declare module '@portico/core' {
  interface PorticoEvents {
    /** A wallet that the visitor chose did not let the site in, whatever the reason. */
    'connection.failed': { connectorId: string; error: Error }
  }
}
