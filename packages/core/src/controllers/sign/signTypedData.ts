import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import type { TypedData } from './capability.js'

/**
 * Asks the wallet to sign EIP-712 typed data.
 * @example const signature = await signTypedData(portico, { typedData })
 * @throws ChainMismatchError when `domain.chainId` is not the wallet's (S14)
 */
export async function signTypedData(portico: Portico, asked: AccountParameters & { readonly typedData: TypedData }): Promise<string> {
  const { typedData, ...parameters }: typeof asked = Object(asked)
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signTypedData', namespace)({ ...account, typedData })
}
