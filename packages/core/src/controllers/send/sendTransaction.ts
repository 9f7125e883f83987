import type { Portico } from '../../portico/createPortico.js'
import { followSent } from '../activity/followSent.js'
import { rememberSent } from '../activity/sent.js'
import { capability, target } from '../account/target.js'
import { orderOf, type TransactionParameters } from './transaction.js'

/**
 * Asks the wallet to send a transaction. Resolves with its hash as soon as it is sent.
 * @example const hash = await sendTransaction(portico, { to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', value: parseAmount('0.01', 18) })
 * @throws UserRejectedError, InsufficientFundsError, AmountTooSmallError, TransactionRevertedError
 */
export async function sendTransaction(portico: Portico, asked: TransactionParameters): Promise<string> {
  const parameters: TransactionParameters = Object(asked)
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
