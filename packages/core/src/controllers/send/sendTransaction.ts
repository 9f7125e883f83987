import type { Portico } from '../../portico/createPortico.js'
import { followSent } from '../activity/followSent.js'
import { rememberSent } from '../activity/sent.js'
import { capability, target } from '../account/target.js'
import { orderOf, type TransactionParameters } from './transaction.js'

/** Asks the wallet to send a transaction. Resolves with its hash as soon as it is sent. @throws UserRejectedError, InsufficientFundsError, TransactionRevertedError */
export async function sendTransaction(portico: Portico, parameters: TransactionParameters): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  const hash = await capability(adapter, 'sendTransaction', namespace)({ ...account, ...orderOf(parameters) })
  const { address, networkId } = account
  const { to, value, token, tokenId } = parameters
  rememberSent(portico, {
    hash,
    address,
    networkId,
    to,
    ...(value !== undefined && { units: value }),
    ...(token !== undefined && { token }),
    ...(tokenId !== undefined && { tokenId }),
  })
  void followSent(portico, hash)
  return hash
}
