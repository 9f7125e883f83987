import { listConnectors, type Connector, type ConnectorState, type Namespace } from '@portico/core'

/** The way in that pairs with wallets elsewhere, of a chain family or of any. */
export function pairingConnector(state: ConnectorState, namespace?: Namespace): Connector | undefined {
  return listConnectors(state, namespace).find(({ kind }) => kind === 'walletConnect')
}
