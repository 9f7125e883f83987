import type { Portico } from '../../portico/createPortico.js'
import { capability, target } from '../account/target.js'
import { orderOf, type TransactionParameters } from './transaction.js'

/** Asks the wallet to send a transaction. Resolves with its hash as soon as it is sent. @throws UserRejectedError, InsufficientFundsError, TransactionRevertedError */
export async function sendTransaction(portico: Portico, parameters: TransactionParameters): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendTransaction', namespace)({ ...account, ...orderOf(parameters) })
}
