import { defineSlot } from '../../../kit/slot.js'
import { asError } from '../../../kit/asError.js'
import type { Portico } from '../../../portico/createPortico.js'
import { askForCall } from './ask.js'
import { nextCall } from './batch.js'
import { exclusively } from './exclusively.js'
import { findCall, followCall } from './follow.js'
import { canShowCalls, isShown } from './shown.js'
import { changeBatch, changeStep, drivenOf, findBatch, loadBatches, noteError } from './store.js'

/**
 * Takes a batch as far as it goes: follows what was sent, and asks the wallet for one call after the other where this page view has
 * begun or gone on with it. What a visitor has to decide pauses it. One tab at a time does so. Never throws.
 */
export function runCalls(portico: Portico, id: string): Promise<void> {
  const runs = runsOf(portico)
  const run = runs.get(id) ?? exclusively(`portico calls ${id}`, () => takeSteps(portico, id)).finally(() => runs.delete(id))
  runs.set(id, run)
  return run
}

/** Those of this page. */
const runsOf = defineSlot<Map<string, Promise<void>>>('runs of calls', () => new Map())

async function takeSteps(portico: Portico, id: string): Promise<void> {
  loadBatches(portico) // another tab may have gone on with it
  try {
    let isMore = true
    while (isMore) isMore = await takeStep(portico, id)
  } catch (error) {
    noteError(portico, id, asError(error))
    pauseCalls(portico, id)
  }
}

/** Does what is next to do. @returns whether there may be more */
async function takeStep(portico: Portico, id: string): Promise<boolean> {
  const batch = findBatch(portico, id)
  const at = batch ? nextCall(batch) : -1
  const step = batch?.steps[at]
  if (!batch || !step) {
    changeBatch(portico, id, () => ({ state: 'ended' }))
    return false
  }
  switch (step.status) {
    case 'asking':
      await findCall(portico, batch, at)
      return true
    case 'sent':
      await followCall(portico, batch, at, step.hash)
      return true
    case 'reverted':
      // Nothing is executed after a call that failed, unless the site said so.
      changeBatch(portico, id, () => ({ state: 'ended' }))
      return false
    case 'waiting':
      if (batch.state === 'running' && drivenOf(portico).has(id)) {
        await askForCall(portico, id, at)
        return true
      }
      if (batch.state === 'running') pauseCalls(portico, id)
      return false
    default:
      if (batch.state === 'running') pauseCalls(portico, id)
      return false
  }
}

/**
 * Lets the visitor say whether it goes on, where they see it. One that is being sent and that nobody looks at ends here, and says so;
 * one of an earlier page view waits for who asks.
 */
function pauseCalls(portico: Portico, id: string): void {
  const isSeen = drivenOf(portico).has(id) ? isShown(portico, id) : canShowCalls(portico)
  changeBatch(portico, id, ({ state }) => (state === 'ended' ? {} : { state: isSeen ? 'paused' : 'ended' }))
}

/**
 * Goes on with a batch that is paused: the wallet is asked for the call that was not sent. Where nobody knows whether it was, the
 * chain is asked first. Never throws.
 * @example await continueCalls(portico, id) // the visitor said so: the wallet is asked for the next call
 */
export async function continueCalls(portico: Portico, id: string): Promise<void> {
  const batch = findBatch(portico, id)
  if (batch?.state !== 'paused') return
  const at = nextCall(batch)
  const step = batch.steps[at]
  if (step?.status === 'failed') {
    const isOpen = step.reason === 'unknown' && step.since
    changeStep(portico, id, at, isOpen ? { status: 'asking', since: step.since } : { status: 'waiting' })
  }
  noteError(portico, id, undefined)
  drivenOf(portico).add(id)
  changeBatch(portico, id, () => ({ state: 'running' }))
  await runCalls(portico, id)
}

/**
 * Ends a batch: what was sent is followed to its end, and no more is asked for.
 * @example stopCalls(portico, id) // what was sent stays sent; the rest is not asked for
 */
export function stopCalls(portico: Portico, id: string): void {
  noteError(portico, id, undefined)
  changeBatch(portico, id, () => ({ state: 'ended' }))
}
