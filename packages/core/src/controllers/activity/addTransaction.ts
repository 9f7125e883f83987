import { isNetworkId, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import { InvalidOptionError } from '../../kit/errors.js'
import type { Portico } from '../../portico/createPortico.js'
import { ConnectorNotConnectedError } from '../connection/errors.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { findNetwork } from '../network/store.js'
import { followSent } from './followSent.js'
import { describeSent } from './sent.js'

/** How long what a site says of a transaction may be, in characters. */
export const descriptionLimit = 120

export interface AddTransactionParameters {
  /** As the chain writes it: 0x hex (EVM), base58 (Solana), hex (Bitcoin). */
  readonly hash: string
  /** What it does, in the visitor's language, up to 120 characters: `Mint a ticket`. Default: that it was sent. */
  readonly description?: string
  /** To whom, where that says something. */
  readonly to?: string
  /** Default: the chain family in use. */
  readonly namespace?: Namespace
  /** Default: the network that the wallet is on. */
  readonly networkId?: NetworkId
}

/**
 * Shows a transaction of the account in use in its activity, also one that the site sent with a library of its own: as pending at once,
 * then as what became of it, until the history tells of it. Of one that is there already, the description is added.
 * @example addTransaction(portico, { hash, description: 'Mint a ticket' })
 * @throws {@link InvalidOptionError} for a hash, a description or a network that is none
 * @throws {@link ConnectorNotConnectedError} where there is no account
 */
export function addTransaction(portico: Portico, { hash, description, to, namespace, networkId }: AddTransactionParameters): void {
  if (typeof hash !== 'string' || !/^(0x)?[0-9A-Za-z]{1,128}$/.test(hash))
    throw new InvalidOptionError({ option: 'hash', problem: 'expected a transaction hash' })
  if (description !== undefined && (typeof description !== 'string' || !description || description.length > descriptionLimit))
    throw new InvalidOptionError({ option: 'description', problem: `expected 1 to ${descriptionLimit} characters` })
  if (to !== undefined && (typeof to !== 'string' || !to || to.length > 200))
    throw new InvalidOptionError({ option: 'to', problem: 'expected an address' })
  if (networkId !== undefined && (!isNetworkId(networkId) || !findNetwork(portico, networkId)))
    throw new InvalidOptionError({ option: 'networkId', problem: `'${String(networkId)}' is not one of the networks` })
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  if (!connection) throw new ConnectorNotConnectedError()
  const { networkId: current, addresses } = connection
  describeSent(portico, { hash, description, to: to ?? '', networkId: networkId ?? current, address: addresses[0] })
  void followSent(portico, hash)
}
