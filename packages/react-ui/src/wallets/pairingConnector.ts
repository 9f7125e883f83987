import { listConnectors, type Connector, type ConnectorState, type Namespace, type Portico } from '@portico/core'
import { canShow } from '@portico/core/kit'

/** The way in that pairs with wallets elsewhere, of a chain family or of any. */
export function pairingConnector(state: ConnectorState, namespace?: Namespace): Connector | undefined {
  return listConnectors(state, namespace).find(({ kind }) => kind === 'walletConnect')
}

/** Whether the modal has what connects with wallets elsewhere: a site may have left that out. */
export const pairs = (portico: Portico): boolean => canShow(portico, 'ConnectingWalletConnect')
