import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import type { Call } from './capability.js'

/** Asks the wallet to send several calls as one (EIP-5792). Resolves with the batch id. */
export async function sendCalls(
  portico: Portico,
  { calls, ...parameters }: AccountParameters & { readonly calls: readonly Call[] },
): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendCalls', namespace)({ ...account, calls })
}
