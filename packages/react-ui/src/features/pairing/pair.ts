import { connectionStore, connectorStore, type Connector, type ConnectTarget, type Portico, type WalletRecord } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { askWallet } from '../../wallets/askWallet.js'
import { pairingNamespace, uriAtHand } from './pairing.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'

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
export function pair(portico: Portico, connector: Connector, { target, walletId, record }: PairParameters): void {
  const { link } = connector
  if (link?.state().status === 'waiting' && uriAtHand(link.state()) === undefined) link.cancel() // its time is over
  link?.prepare() // while the adapter is on its way
  const { activeNamespace } = connectionStore(portico).getState()
  const usual = connector.namespaces.includes(activeNamespace) ? activeNamespace : connector.namespaces[0]
  const wanted = pairingNamespace(portico, connector, record, target)
  const namespace = target?.namespace ?? (wanted === usual ? undefined : wanted)
  askWallet(portico, { connectorId: connector.id, ...target, ...(namespace && { namespace }), ...(walletId !== undefined && { walletId }) })
}

/** Opens the view with the code that any wallet may scan. */
export function pairWithAny(portico: Portico, target?: ConnectTarget): void {
  const connector = pairingConnector(connectorStore(portico).getState(), target?.namespace)
  pushView(portico, { view: 'ConnectingWalletConnectBasic', params: target })
  if (connector) pair(portico, connector, { target })
}
