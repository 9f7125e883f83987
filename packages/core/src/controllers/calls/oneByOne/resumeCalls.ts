import type { Portico } from '../../../portico/createPortico.js'
import { activeConnection, connectionStore } from '../../connection/store.js'
import { currentEntry, routerStore } from '../../../router/store.js'
import { statusOf, type CallBatch } from './batch.js'
import { runCalls } from './run.js'
import { show } from './sendOneByOne.js'
import { canShowCalls } from './shown.js'
import { callsStore, loadBatches } from './store.js'

/**
 * Goes on with batches that an earlier page view left half sent: what was sent is followed, and where calls are left the modal asks
 * whether to go on. The wallet is not asked before the visitor says so. Of accounts that are not in use nothing is shown. Never throws.
 * @example resumeCalls(portico) // once, after a reload: what was sent is followed
 */
export function resumeCalls(portico: Portico): void {
  loadBatches(portico)
  const open = callsStore(portico)
    .getState()
    .filter((batch) => statusOf(batch) === 100)
  for (const batch of open) void resume(portico, batch)
}

async function resume(portico: Portico, batch: CallBatch): Promise<void> {
  const { id, state } = batch
  const isFree = currentEntry(routerStore(portico).getState()) === undefined
  if (state !== 'ended' && isFree && isOfAccountInUse(portico, batch) && canShowCalls(portico)) show(portico, id)
  await runCalls(portico, id)
}

const isOfAccountInUse = (portico: Portico, { namespace, address }: CallBatch): boolean =>
  activeConnection(connectionStore(portico).getState(), namespace)?.addresses[0].toLowerCase() === address.toLowerCase()
