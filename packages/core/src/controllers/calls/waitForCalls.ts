import type { Portico } from '../../portico/createPortico.js'
import { pause } from '../../kit/time.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { refreshHoldings } from '../balances/refreshHoldings.js'
import type { CallsStatus } from './capability.js'
import { CallsTimeoutError } from './errors.js'
import { getCallsStatus, type CallsStatusParameters } from './getCallsStatus.js'
import { isOver } from './isOver.js'

export interface WaitForCallsParameters extends CallsStatusParameters {
  /** Longest time without anything new, in milliseconds. Default: 180,000. */
  readonly timeout?: number
  /** Between two questions, in milliseconds. Default: 1000. */
  readonly pollingInterval?: number
  readonly signal?: AbortSignal
}

/**
 * Waits until a batch is done, or has come to another end: a status of 200 and more is one, and only 200 to 299 is all of it. What
 * the account holds is asked anew then.
 * @example const { receipts } = await waitForCalls(portico, { id })
 * @throws CallsTimeoutError, UnknownBundleIdError 5730, what the wallet throws, and the signal's reason
 */
export async function waitForCalls(
  portico: Portico,
  { timeout = 180_000, pollingInterval = 1_000, signal, ...parameters }: WaitForCallsParameters,
): Promise<CallsStatus> {
  let [newest, since] = ['', Date.now()]
  for (;;) {
    signal?.throwIfAborted()
    const status = await getCallsStatus(portico, parameters)
    if (isOver(status)) {
      const { networkId } = status
      const address = activeConnection(connectionStore(portico).getState(), parameters.namespace)?.addresses[0]
      if (address !== undefined) void refreshHoldings(portico, { address, networkId })
      return status
    }
    const told = `${status.status} ${status.receipts.length}`
    if (told !== newest) [newest, since] = [told, Date.now()]
    if (Date.now() - since >= timeout) throw new CallsTimeoutError({ id: parameters.id, timeout })
    await pause(pollingInterval, signal)
  }
}
