import {
  connectionStore,
  connectorStore,
  type Connector,
  type ConnectTarget,
  type Namespace,
  type Portico,
  type WalletRecord,
} from '@portico/core'
import { currentEntry, defineSlot, namespaceFilterStore, routerStore, type LinkState } from '@portico/core/kit'
import { pairingConnector } from '../../wallets/pairingConnector.js'

/**
 * The chain family to pair for: the one that is asked for, else the one in use, else the first that suits. Undefined where
 * the site and the wallet have none in common.
 */
export function pairingNamespace(
  portico: Portico,
  connector: Connector,
  record?: WalletRecord,
  target?: ConnectTarget,
): Namespace | undefined {
  const { activeNamespace } = connectionStore(portico).getState()
  const wanted = target?.namespace ? [target.namespace] : (namespaceFilterStore(portico).getState().namespaces ?? connector.namespaces)
  const fitting = wanted.filter(
    (namespace) => connector.namespaces.includes(namespace) && record?.namespaces?.includes(namespace) !== false,
  )
  return fitting.includes(activeNamespace) ? activeNamespace : fitting[0]
}

/** The code that a connector has at hand, unless its time is over. */
export const uriAtHand = (state: LinkState | undefined): string | undefined =>
  state?.status === 'waiting' && state.expiry * 1000 > Date.now() ? state.uri : undefined

/**
 * Has the code made before it is needed: on intent, and on a phone as soon as wallets are listed. One that nobody waits for
 * when the modal closes is put away.
 */
export function prepareLink(portico: Portico, connector: Connector | undefined): void {
  if (!connector?.link) return
  const { id, link } = connector
  link.prepare()
  const router = routerStore(portico)
  if (!currentEntry(router.getState()) || isWatched(portico)) return
  isWatched.put(portico, true)
  const stop = router.subscribe((state) => {
    if (currentEntry(state)) return
    stop()
    isWatched.put(portico, false)
    const { status } = link.state()
    if (!isAwaited(portico, id) && (status === 'waiting' || status === 'loading')) link.cancel()
  })
}

/** Whether the code is put away when the modal closes. */
const isWatched = defineSlot('unused code', () => false)

/** Whether an attempt with a connector is waiting, in any chain family. */
const isAwaited = (portico: Portico, connectorId: string) =>
  Object.values(connectionStore(portico).getState().byNamespace).some(
    ({ attempt }) => attempt?.status === 'waiting' && attempt.connector.id === connectorId,
  )

/**
 * For a phone, where a link opens a wallet only in the moment of a tap: has the code made while the view on screen
 * lists wallets, and made again when it was put away meanwhile.
 * @returns a function that ends that
 */
export function keepCodeReady(portico: Portico): () => void {
  const router = routerStore(portico)
  const connectors = connectorStore(portico)
  const key = currentEntry(router.getState())?.key
  const isChoosing = () => key !== undefined && currentEntry(router.getState())?.key === key
  let followed: Connector | undefined
  let unfollow: (() => void) | undefined
  const follow = (connector: Connector) => {
    if (followed === connector) return
    unfollow?.()
    followed = connector
    unfollow = connector.link?.subscribe(() => {
      if (isChoosing() && connector.link?.state().status === 'idle') prepareLink(portico, connector)
    })
  }
  const look = () => {
    const connector = isChoosing() ? pairingConnector(connectors.getState()) : undefined
    if (!connector) return
    follow(connector)
    prepareLink(portico, connector)
  }
  const stops = [router.subscribe(look), connectors.subscribe(look)]
  look()
  return () => {
    unfollow?.()
    for (const stop of stops) stop()
  }
}
