import {
  activeConnection, asError, browserLink, cancelConnect, closeModal, connect, connectionStore, connectorStore, currentDevice, currentEntry, loadAdapter,
  openWalletLink, pushView, resetView, routerStore, takesWalletConnect, walletLink, walletWebLink, type Connector, type ConnectTarget, type LinkDevice,
  type Portico, type WalletRecord,
} from '@portico/core'
import { prefetchView } from '../modal/loaders.js'
import { pairingConnector, pairingNamespace, prepareLink, uriAtHand } from './pairing.js'
import { showsAllWallets } from './showsAllWallets.js'
import type { WalletItem } from './walletList.js'

/** How long "Connected" stays before the modal goes on, in milliseconds. */
export const connectedPause = 600

/** A wallet to choose: what is known of it. */
export type Choice = Pick<WalletItem, 'id' | 'connector' | 'record'>

/**
 * What a press on a wallet does: connects it, asks on which chain family first, pairs with it elsewhere, or shows how to get it.
 * Called in the press itself: on a phone the wallet's app opens with it.
 */
export function chooseWallet(portico: Portico, { connector, record, id }: Choice, target?: ConnectTarget): void {
  if (connector?.kind === 'walletConnect') {
    if (currentDevice().mobile && showsAllWallets(portico)) pushView(portico, { view: 'AllWallets', params: target })
    else pairWithAny(portico, target)
  } else if (connector?.installed) {
    if (connector.members) pushView(portico, { view: 'ConnectingMultiChain', params: { connectorId: connector.id } })
    else connectFromView(portico, connector, { ...(connector.namespaces.length === 1 && { namespace: connector.namespaces[0] }), ...target })
  } else if (!record) {
    pairWith(portico, id, undefined, target) // used here before, and only the directory knows it
  } else if (canPair(portico, record, target)) {
    pairWith(portico, record.id, record, target)
  } else if (!openInItsBrowser(record)) {
    pushView(portico, { view: 'Downloads', params: { walletId: record.id } })
  }
}

/** Whether the wallet takes pairings, and for something that the site uses. */
function canPair(portico: Portico, record: WalletRecord, target: ConnectTarget | undefined): boolean {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  return connector !== undefined && takesWalletConnect(record) && pairingNamespace(portico, connector, record, target) !== undefined
}

/** Opens the view with the code for one wallet. On a phone where the code is at hand, the wallet is opened at once. */
function pairWith(portico: Portico, walletId: string, record: WalletRecord | undefined, target: ConnectTarget | undefined) {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  if (!connector) return pushView(portico, { view: 'Downloads', params: { walletId } })
  const uri = uriAtHand(connector.link?.state())
  pushView(portico, { view: 'ConnectingWalletConnect', params: { ...target, walletId } })
  askToPair(portico, connector, { target, walletId, record })
  const device = currentDevice()
  if (device.mobile && record && uri !== undefined) openWallet(portico, { record, uri, device, connector })
}

/** Opens the view with the code that any wallet may scan. */
export function pairWithAny(portico: Portico, target?: ConnectTarget): void {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  pushView(portico, { view: 'ConnectingWalletConnectBasic', params: target })
  if (connector) askToPair(portico, connector, { target })
}

export interface PairParameters {
  readonly target: ConnectTarget | undefined
  /** The wallet that is meant; without one any may answer. */
  readonly walletId?: string | undefined
  readonly record?: WalletRecord | undefined
}

/**
 * Pairs on behalf of the view on screen, as {@link askWallet} has it. A chain family is named where one is asked for, or where
 * the wallet does not know the one in use: otherwise the wallet may let the site in for whichever it has.
 */
export function askToPair(portico: Portico, connector: Connector, { target, walletId, record }: PairParameters): void {
  const { link } = connector
  if (link?.state().status === 'waiting' && uriAtHand(link.state()) === undefined) link.cancel() // its time is over
  link?.prepare() // while the adapter is on its way
  const { activeNamespace } = connectionStore(portico).getState()
  const usual = connector.namespaces.includes(activeNamespace) ? activeNamespace : connector.namespaces[0]
  const wanted = pairingNamespace(portico, connector, record, target)
  const namespace = target?.namespace ?? (wanted === usual ? undefined : wanted)
  askWallet(portico, { connectorId: connector.id, ...target, ...(namespace && { namespace }), ...(walletId !== undefined && { walletId }) })
}

export interface OpenWalletParameters {
  readonly record: WalletRecord
  /** The pairing URI. A secret (S45). */
  readonly uri: string
  readonly device: LinkDevice
  readonly connector: Connector
  /** Its page on the web, instead of its app. */
  readonly web?: boolean
}

/** The link that hands a pairing to a wallet: to its app, or where it has none for this device to its page on the web. */
export const pairingLink = ({ record, uri, device, web }: Omit<OpenWalletParameters, 'connector'>): string | undefined =>
  (web ? undefined : walletLink(record, uri, { device })) ?? (web || device.mobile ? walletWebLink(record, uri, { device }) : undefined)

/** Hands a pairing to a wallet, in the moment of a press. @returns whether something was opened */
export function openWallet(portico: Portico, parameters: OpenWalletParameters): boolean {
  const { record, device, connector } = parameters
  const href = pairingLink(parameters)
  if (href === undefined || !openWalletLink(href, device)) return false
  noteOpened(portico)
  const { mobileLink, universalLink } = record
  if (device.mobile) connector.link?.opened({ ...(mobileLink && { mobileLink }), ...(universalLink && { universalLink }) })
  return true
}

/** That a view sent the visitor to a wallet. */
interface Opened {
  /** Of the view's entry in the history. */
  readonly key: number | undefined
  readonly at: number
}

/** Remembers that the view on screen opened a wallet. @returns when, in milliseconds since 1970 */
export function noteOpened(portico: Portico): number {
  const opened: Opened = { key: currentEntry(routerStore(portico).getState())?.key, at: Date.now() }
  portico.singletons.set('openedWallet', opened)
  return opened.at
}

/** When the view on screen opened a wallet, in milliseconds since 1970; undefined where it has not. */
export function whenOpened(portico: Portico): number | undefined {
  const opened = portico.singletons.get('openedWallet') as Opened | undefined // set above alone
  return opened && opened.key === currentEntry(routerStore(portico).getState())?.key ? opened.at : undefined
}

/** On a phone, a wallet that takes no pairing may show the page in a browser of its own, where it is at hand. */
function openInItsBrowser(record: WalletRecord): boolean {
  const device = currentDevice()
  const href = device.mobile ? browserLink(record, location.href) : undefined
  return href !== undefined && openWalletLink(href, device)
}

/**
 * Fetches on the way to a press what the press will need, so that the wallet opens at once. `pair`: has the code made as well,
 * so that it shows at once.
 */
export function warmUp(portico: Portico, { connector, record }: Pick<Choice, 'connector' | 'record'>, { pair = false } = {}): void {
  const any = connector?.kind === 'walletConnect'
  if (!any && connector?.installed) {
    const [namespace] = connector.namespaces
    if (namespace) void loadAdapter(portico, namespace).catch(() => undefined)
    return void prefetchView(connector.members ? 'ConnectingMultiChain' : 'ConnectingExternal')
  }
  const pairing = any ? connector : record && !canPair(portico, record, undefined) ? undefined : pairingConnector(connectorStore(portico).getState())
  if (!pairing) return void prefetchView('Downloads')
  void prefetchView(any ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
  if (pair) prepareLink(portico, pairing)
}

/** Opens the view that waits for the wallet, and asks the wallet. One that pairs has a code to show instead. */
export function connectFromView(portico: Portico, { id, kind }: Pick<Connector, 'id' | 'kind'>, target?: ConnectTarget): void {
  if (kind === 'walletConnect') return pairWithAny(portico, target)
  const params = { ...target, connectorId: id }
  pushView(portico, { view: 'ConnectingExternal', params })
  askWallet(portico, params)
}

/** Whether the view on screen has asked a wallet, by {@link askWallet}. */
export const isAsked = (portico: Portico): boolean =>
  portico.singletons.has('askedBy') && portico.singletons.get('askedBy') === currentEntry(routerStore(portico).getState())?.key

/**
 * Asks a wallet on behalf of the view on screen. Leaving that view turns away from the wallet (R1); once connected, the
 * modal closes, or has the wallet change to the network that was asked for.
 */
export function askWallet(portico: Portico, params: ConnectTarget & { readonly connectorId: string; readonly walletId?: string }): void {
  const { connectorId, namespace, networkId } = params
  const router = routerStore(portico)
  const key = currentEntry(router.getState())?.key
  portico.singletons.set('askedBy', key)
  const isHere = () => currentEntry(router.getState())?.key === key
  const stop = router.subscribe(() => {
    if (isHere()) return
    stop()
    if (portico.singletons.get('askedBy') === key) portico.singletons.delete('askedBy')
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
