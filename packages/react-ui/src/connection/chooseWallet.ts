import {
  asError, cancelConnect, closeModal, connect, currentEntry, pushView, routerStore, type Connector, type Namespace, type Portico,
} from '@portico/core'
import type { WalletItem } from './walletList.js'

/** How long "Connected" stays before the modal goes on, in milliseconds. */
export const connectedPause = 600

/** What a press on a wallet does: connects it, or shows how to get it. */
export function chooseWallet(portico: Portico, { connector, record, id }: WalletItem): void {
  if (connector?.installed) return connectFromView(portico, connector)
  pushView(portico, { view: 'GetWallet', params: { walletId: record?.id ?? id } })
}

/** Opens the view that waits for the wallet, and asks the wallet. */
export function connectFromView(portico: Portico, { id }: Pick<Connector, 'id'>, namespace?: Namespace): void {
  pushView(portico, { view: 'ConnectingExternal', params: { connectorId: id, ...(namespace && { namespace }) } })
  askWallet(portico, id, namespace)
}

/**
 * Asks a wallet on behalf of the view on screen. Leaving that view turns away from the wallet (R1); once connected, the
 * modal closes, or goes back to where a further wallet was added from.
 */
export function askWallet(portico: Portico, connectorId: string, namespace?: Namespace): void {
  const router = routerStore(portico)
  const key = currentEntry(router.getState())?.key
  const isHere = () => currentEntry(router.getState())?.key === key
  const stop = router.subscribe(() => {
    if (isHere()) return
    stop()
    cancelConnect(portico, { ...(namespace && { namespace }) })
  })
  connect(portico, { connectorId, ...(namespace && { namespace }) })
    .then(
      () => {
        stop()
        setTimeout(() => isHere() && closeModal(portico), connectedPause)
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
