import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'

/** What the wallet can do on each network (EIP-5792). */
export async function getCapabilities(portico: Portico, parameters: AccountParameters = {}) {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'getCapabilities', namespace)(account)
}
