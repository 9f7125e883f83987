import {
  activeConnection, asError, cancelConnect, closeModal, connect, connectionStore, currentEntry, pushView, resetView, routerStore,
  type Connector, type ConnectTarget, type Portico,
} from '@portico/core'
import type { WalletItem } from './walletList.js'

/** How long "Connected" stays before the modal goes on, in milliseconds. */
export const connectedPause = 600

/** What a press on a wallet does: connects it, asks on which chain family first, or shows how to get it. */
export function chooseWallet(portico: Portico, { connector, record, id }: WalletItem, target?: ConnectTarget): void {
  if (!connector?.installed) pushView(portico, { view: 'GetWallet', params: { walletId: record?.id ?? id } })
  else if (connector.members) pushView(portico, { view: 'ConnectingMultiChain', params: { connectorId: connector.id } })
  else connectFromView(portico, connector, { ...(connector.namespaces.length === 1 && { namespace: connector.namespaces[0] }), ...target })
}

/** Opens the view that waits for the wallet, and asks the wallet. */
export function connectFromView(portico: Portico, { id }: Pick<Connector, 'id'>, target?: ConnectTarget): void {
  const params = { ...target, connectorId: id }
  pushView(portico, { view: 'ConnectingExternal', params })
  askWallet(portico, params)
}

/**
 * Asks a wallet on behalf of the view on screen. Leaving that view turns away from the wallet (R1); once connected, the
 * modal closes, or has the wallet change to the network that was asked for.
 */
export function askWallet(portico: Portico, params: ConnectTarget & { readonly connectorId: string }): void {
  const { connectorId, namespace, networkId } = params
  const router = routerStore(portico)
  const key = currentEntry(router.getState())?.key
  const isHere = () => currentEntry(router.getState())?.key === key
  const stop = router.subscribe(() => {
    if (isHere()) return
    stop()
    cancelConnect(portico, { ...(namespace && { namespace }) })
  })
  const goOn = () => {
    if (!isHere()) return
    if (!networkId || activeConnection(connectionStore(portico).getState(), namespace)?.networkId === networkId) return closeModal(portico)
    resetView(portico, { view: 'Account' })
    pushView(portico, { view: 'SwitchNetwork', params: { networkId } })
  }
  connect(portico, params)
    .then(
      () => {
        stop()
        setTimeout(goOn, connectedPause)
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
