import { connectorStore, type ConnectTarget, type Portico, type WalletRecord } from '@portico/core'
import { currentDevice, pushView } from '@portico/core/kit'
import { browserLink, openWalletLink, takesWalletConnect } from '@portico/core/wallets'
import { prefetchView } from '../../modal/registry.js'
import { askToPair, pairWithAny } from './askToPair.js'
import type { Choice } from '../connect/chooseWallet.js'
import { openWallet } from './openWallet.js'
import { pairingNamespace, prepareLink, uriAtHand } from './pairing.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { withStores } from '../../wallets/builtInLinks.js'

// What `chooseWallet` calls by way of `loadPairing`.
export { askWallet, isAsked } from '../connect/askWallet.js'
export { keepCodeReady } from './pairing.js'

interface PairOptions {
  readonly target: ConnectTarget | undefined
  /** The press is over, so that a phone opens no app any more: the view has a button for it. */
  readonly late?: boolean
}

/**
 * What a press on a wallet that is not in this browser does: pairs with it elsewhere, or shows how to get it. Called in the
 * press itself where that is possible: on a phone the wallet's app opens with it.
 */
export function pairWallet(portico: Portico, { connector, record: known, id }: Choice, { target, late = false }: PairOptions): void {
  const record = known && withStores(known)
  if (connector?.kind === 'walletConnect') {
    if (currentDevice().mobile && showsAllWallets(portico)) pushView(portico, { view: 'AllWallets', params: target })
    else pairWithAny(portico, target)
  } else if (!record) {
    pairWith(portico, id, undefined, { target }) // used here before, and only the directory knows it
  } else if (canPair(portico, record, target)) {
    pairWith(portico, record.id, record, { target, late })
  } else if (!openInItsBrowser(record)) {
    pushView(portico, { view: 'Downloads', params: { walletId: record.id } })
  }
}

/** Fetches on the way to a press what that will need. `pair`: has the code made as well, so that it shows at once. */
export function warmUpPairing(portico: Portico, { connector, record }: Pick<Choice, 'connector' | 'record'>, pair: boolean): void {
  const any = connector?.kind === 'walletConnect'
  const pairing = any
    ? connector
    : record && !canPair(portico, record, undefined)
      ? undefined
      : pairingConnector(connectorStore(portico).getState())
  if (!pairing) return void prefetchView(portico, 'Downloads')
  void prefetchView(portico, any ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
  if (pair) prepareLink(portico, pairing)
}

/** Whether the wallet takes pairings, and for something that the site uses. */
function canPair(portico: Portico, record: WalletRecord, target: ConnectTarget | undefined): boolean {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  return connector !== undefined && takesWalletConnect(record) && pairingNamespace(portico, connector, record, target) !== undefined
}

/** Opens the view with the code for one wallet. On a phone where the code is at hand, the wallet is opened at once. */
function pairWith(portico: Portico, walletId: string, record: WalletRecord | undefined, { target, late = false }: PairOptions) {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  if (!connector) return pushView(portico, { view: 'Downloads', params: { walletId } })
  const uri = uriAtHand(connector.link?.state())
  pushView(portico, { view: 'ConnectingWalletConnect', params: { ...target, walletId } })
  askToPair(portico, connector, { target, walletId, record })
  const device = currentDevice()
  if (!late && device.mobile && record && uri !== undefined) openWallet(portico, { record, uri, device, connector })
}

/** On a phone, a wallet that takes no pairing may show the page in a browser of its own, where it is at hand. */
function openInItsBrowser(record: WalletRecord): boolean {
  const device = currentDevice()
  const href = device.mobile ? browserLink(record, location.href) : undefined
  return href !== undefined && openWalletLink(href, device)
}
