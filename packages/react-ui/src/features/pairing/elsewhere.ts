import { connectorStore, type ConnectTarget, type Portico, type WalletRecord } from '@portico/core'
import { currentDevice, pushView } from '@portico/core/kit'
import { browserLink, openWalletLink, takesWalletConnect } from '@portico/core/wallets'
import { prefetchView } from '../../modal/registry.js'
import { wayTo } from '../../modal/wayTo.js'
import { openWalletApp } from './openWalletApp.js'
import { pair, pairWithAny } from './pair.js'
import { keepCodeReady, pairingNamespace, prepareLink, uriAtHand } from './pairing.js'
import type { WalletChoice, WalletsElsewhere } from '../../wallets/walletsElsewhere.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { withStores } from '../../wallets/builtInLinks.js'

interface PairOptions {
  readonly target: ConnectTarget | undefined
  readonly late: boolean
}

/** What a press on a wallet elsewhere does, on the way to it as well. */
export const elsewhere: WalletsElsewhere = { press: pressElsewhere, warmUp: warmUpPairing, readyForTaps: keepCodeReady }

/** Pairs with the wallet, or shows how to get it. On a phone the wallet's app opens with the press. */
function pressElsewhere(portico: Portico, { connector, record: known, id }: WalletChoice, options: PairOptions): void {
  const record = known && withStores(known)
  const { target } = options
  if (connector?.kind === 'walletConnect') {
    const toAll = currentDevice().mobile && showsAllWallets(portico) ? wayTo(portico, 'AllWallets') : undefined
    if (toAll) toAll(target)
    else pairWithAny(portico, target)
  } else if (!record) {
    pairWith(portico, id, undefined, { target, late: true }) // used here before, and only the directory knows it
  } else if (canPair(portico, record, target)) {
    pairWith(portico, record.id, record, options)
  } else if (!openInItsBrowser(record)) {
    wayTo(portico, 'Downloads')?.({ walletId: record.id })
  }
}

function warmUpPairing(
  portico: Portico,
  { connector, record }: Pick<WalletChoice, 'connector' | 'record'>,
  { code }: { readonly code: boolean },
): void {
  const any = connector?.kind === 'walletConnect'
  const pairing = any
    ? connector
    : record && !canPair(portico, record, undefined)
      ? undefined
      : pairingConnector(connectorStore(portico).getState())
  if (!pairing) return void prefetchView(portico, 'Downloads')
  void prefetchView(portico, any ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
  if (code) prepareLink(portico, pairing)
  else pairing.link?.load?.()
}

/** Whether the wallet takes pairings, and for something that the site uses. */
function canPair(portico: Portico, record: WalletRecord, target: ConnectTarget | undefined): boolean {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  return connector !== undefined && takesWalletConnect(record) && pairingNamespace(portico, connector, record, target) !== undefined
}

/** Opens the view with the code for one wallet. On a phone where the code is at hand, the wallet is opened at once. */
function pairWith(portico: Portico, walletId: string, record: WalletRecord | undefined, { target, late }: PairOptions) {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  if (!connector) return wayTo(portico, 'Downloads')?.({ walletId })
  const uri = uriAtHand(connector.link?.state())
  pushView(portico, { view: 'ConnectingWalletConnect', params: { ...target, walletId } })
  pair(portico, connector, { target, walletId, record })
  const device = currentDevice()
  if (!late && device.mobile && record && uri !== undefined) openWalletApp(portico, { record, uri, device, connector })
}

/** On a phone, a wallet that takes no pairing may show the page in a browser of its own, where it is at hand. */
function openInItsBrowser(record: WalletRecord): boolean {
  const device = currentDevice()
  const href = device.mobile ? browserLink(record, location.href) : undefined
  return href !== undefined && openWalletLink(href, device)
}
