import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { capability } from '../account/target.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { connectionStore } from '../connection/store.js'
import type { Receipt } from './capability.js'

export interface WaitForReceiptParameters {
  readonly hash: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal
}

/**
 * Waits until a transaction, or the one that took its place, has one confirmation (R20).
 * @example const receipt = await waitForReceipt(portico, { networkId: 'eip155:8453', hash })
 * @throws ReceiptTimeoutError after 180 s
 */
export async function waitForReceipt(portico: Portico, parameters: WaitForReceiptParameters): Promise<Receipt> {
  const namespace =
    portico.networks.find(({ id }) => id === parameters.networkId)?.namespace ?? connectionStore(portico).getState().activeNamespace
  const adapter = await loadAdapter(portico, namespace)
  return capability(adapter, 'waitForReceipt', namespace)(parameters)
}
