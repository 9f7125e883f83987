import type { Portico } from '../../portico/createPortico.js'
import { capability, target } from '../account/target.js'
import type { FeeEstimate } from './capability.js'
import { orderOf, type TransactionParameters } from './transaction.js'

/**
 * What a transaction will cost, in the smallest unit of the native currency.
 * @example const fee = await estimateFee(portico, { to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', value: 1n })
 * @throws InsufficientFundsError, AmountTooSmallError, TransactionRevertedError
 */
export async function estimateFee(portico: Portico, asked: TransactionParameters): Promise<FeeEstimate> {
  const parameters: TransactionParameters = Object(asked)
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'estimateFee', namespace)({ ...account, ...orderOf(parameters) })
}
