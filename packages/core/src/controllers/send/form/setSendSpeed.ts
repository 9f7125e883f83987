import type { Portico } from '../../../portico/createPortico.js'
import type { FeeSpeed } from '../capability.js'
import { fillMaximum } from './fillMaximum.js'
import { sendFormStore } from './store.js'

/**
 * How fast a transfer should be, where there is a choice. An amount that is all there is follows the fee. Never throws.
 * @example setSendSpeed(portico, 'fast')
 */
export function setSendSpeed(portico: Portico, speed: FeeSpeed): void {
  const store = sendFormStore(portico)
  const { fixed, progress, isMaximum } = store.getState()
  if (fixed || progress.status !== 'editing') return
  store.setState({ speed })
  // Where it cannot be worked out, looking the transfer over says that it is not covered.
  if (isMaximum) void fillMaximum(portico).catch(() => undefined)
}
