import { capability, target } from '../account/target.js'
import { connectorStore } from '../connection/connectors.js'
import { UnsupportedMethodError } from '../connection/errors.js'
import { findConnector } from '../connection/listConnectors.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { Replace } from '../send/capability.js'
import { TransactionNotPendingError } from '../account/errors.js'
import { noteReplacement, sentStore } from './sent.js'

/**
 * Whether a transaction can be replaced by the wallet in use: only one that keeps to the nonce that it is handed. Of others, speeding
 * up would send a second time. Portico's own wallet does, and a connector of the site's that says so (`keepsNonce`).
 * @example if (canReplace(portico, networkId)) showSpeedUp() // EVM chains, with wallets that can
 */
export function canReplace(portico: Portico, networkId: NetworkId): boolean {
  const namespace = namespaceOf(networkId)
  const connector = activeConnection(connectionStore(portico).getState(), namespace)?.connector
  if (!connector) return false
  return connector.kind === 'embedded' || findConnector(connectorStore(portico).getState(), connector.id, namespace)?.keepsNonce === true
}

/**
 * Asks the wallet to send a transaction of this site once more at a higher fee, or to send nothing in its place. Which of the two is
 * mined is told in the activity: `repriced`, `cancelled`, or that the first one was quicker. Resolves with the new hash.
 * @example const newHash = await replaceSent(portico, { hash, how: 'speedUp' })
 * @throws UnsupportedMethodError where the wallet does not keep the nonce, TransactionNotPendingError where it is too late,
 * UserRejectedError, ChainMismatchError, and what sending throws
 */
export async function replaceSent(portico: Portico, { hash, how }: { readonly hash: string; readonly how: Replace }): Promise<string> {
  const sent = sentStore(portico)
    .getState()
    .find((one) => one.hash === hash && one.outcome === 'pending')
  if (!sent) throw new TransactionNotPendingError({ hash })
  const { networkId } = sent
  const { adapter, account, namespace } = await target(portico, { namespace: namespaceOf(networkId), networkId })
  if (account.address.toLowerCase() !== sent.address.toLowerCase()) throw new TransactionNotPendingError({ hash })
  if (!canReplace(portico, networkId)) throw new UnsupportedMethodError({ wallet: account.connectorId, method: 'replaceTransaction' })
  const pending = sent.replacement?.hash ?? hash
  const replaced = await capability(adapter, 'replaceTransaction', namespace)({ ...account, hash: pending, how })
  noteReplacement(portico, hash, { hash: replaced, how })
  return replaced
}
