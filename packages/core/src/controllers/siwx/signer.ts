import type { Portico } from '../../portico/createPortico.js'
import type { Visitor } from '../connection/gates.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { Signer } from './service.js'

/** Who signs for a visitor: the account in use; of a Bitcoin wallet the address that payments go to. */
export function signerOf(portico: Portico, { namespace, connectorId, address, networkId }: Visitor): Signer {
  const accounts = activeConnection(connectionStore(portico).getState(), namespace)?.accounts ?? []
  const payment = namespace === 'bip122' ? accounts.find(({ type }) => type === 'payment') : undefined
  const isSmartAccount = accounts.some((account) => account.address === address && account.type === 'smartAccount')
  return { namespace, connectorId, address: payment?.address ?? address, networkId, isSmartAccount }
}

/** Who would sign now; undefined where nobody is connected, or the wallet has not confirmed it yet. */
export function currentSigner(portico: Portico): Signer | undefined {
  const state = connectionStore(portico).getState()
  const connection = activeConnection(state)
  if (!connection || connection.restored) return undefined
  const { connector, addresses, networkId } = connection
  return signerOf(portico, { namespace: state.activeNamespace, connectorId: connector.id, address: addresses[0], networkId })
}
