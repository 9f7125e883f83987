import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'

/**
 * Asks the wallet to sign serialised Solana transactions, legacy or v0, in one request. Resolves with them signed, in the same order.
 * @example const [signed] = await signTransactions(portico, { namespace: 'solana', transactions: [transaction] })
 */
export async function signTransactions(
  portico: Portico,
  asked: AccountParameters & { readonly transactions: readonly Uint8Array[] },
): Promise<readonly Uint8Array[]> {
  const { transactions, ...parameters }: typeof asked = Object(asked)
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signTransactions', namespace)({ ...account, transactions })
}
