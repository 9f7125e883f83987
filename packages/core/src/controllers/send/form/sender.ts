import { activeConnection, connectionStore } from '../../connection/store.js'
import { findNetwork } from '../../network/store.js'
import type { Namespace } from '../../../kit/caip/ids.js'
import type { Portico } from '../../../portico/createPortico.js'
import type { Sender } from './store.js'

/** The account in use, on the network that its wallet is on; undefined without a wallet, or where the network is not the site's. */
export function currentSender(portico: Portico, namespace?: Namespace): Sender | undefined {
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  const connection = activeConnection(state, where)
  const network = findNetwork(portico, connection?.networkId)
  return connection && network && { namespace: where, address: connection.addresses[0], networkId: network.id }
}

export const isSameSender = (one: Sender | undefined, other: Sender | undefined): boolean =>
  one?.namespace === other?.namespace && one?.address === other?.address && one?.networkId === other?.networkId
