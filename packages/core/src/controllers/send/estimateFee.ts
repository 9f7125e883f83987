import type { Portico } from '../../portico/createPortico.js'
import { capability, target } from '../account/target.js'
import type { FeeEstimate } from './capability.js'
import { orderOf, type TransactionParameters } from './transaction.js'

/** What a transaction will cost, in the smallest unit of the native currency. @throws InsufficientFundsError, TransactionRevertedError */
export async function estimateFee(portico: Portico, parameters: TransactionParameters): Promise<FeeEstimate> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'estimateFee', namespace)({ ...account, ...orderOf(parameters) })
}
