import type { Portico } from '../../portico/createPortico.js'
import { capability, target } from '../account/target.js'
import type { CallsStatusParameters } from './getCallsStatus.js'
import { show } from './oneByOne/sendOneByOne.js'
import { findBatch } from './oneByOne/store.js'

/**
 * Has the wallet show how a batch stands (EIP-5792). Of one that is sent one by one, the modal does.
 * @example await showCallsStatus(portico, { id })
 * @throws UnknownBundleIdError 5730, CapabilityMissingError, UnknownViewError without a modal
 */
export async function showCallsStatus(portico: Portico, { id, ...parameters }: CallsStatusParameters): Promise<void> {
  if (findBatch(portico, id)) return show(portico, id)
  const { adapter, account, namespace } = await target(portico, parameters)
  await capability(adapter, 'showCallsStatus', namespace)({ ...account, id })
}
