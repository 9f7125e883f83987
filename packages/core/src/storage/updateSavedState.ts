import { defineSlot } from '../kit/slot.js'
import type { Portico } from '../portico/createPortico.js'
import { parseSavedState, type SavedState } from './savedState.js'
import { readItem, storageName } from './storage.js'
import { writeItem } from './writeItem.js'

interface Queue {
  /** Changes that wait for their turn to be written. */
  waiting: number
  /** What waits for them. */
  then: (() => void) | undefined
  /** A change could not be written: from here on, memory knows more than storage. */
  lost: boolean
}

const queueOf = defineSlot<Queue>('saved state queue', () => ({ waiting: 0, then: undefined, lost: false }))

/**
 * Changes the saved record: reads what is there now, applies the change to it and writes it back, under a Web Lock where
 * the browser has them, so that two tabs never undo each other (R15).
 */
export function updateSavedState(portico: Portico, change: (saved: SavedState) => SavedState): void {
  const queue = queueOf(portico)
  let written = false
  const update = () => {
    if (written) return // a lock manager that fails afterwards must not write twice
    written = true
    queue.waiting -= 1
    const saved = change(parseSavedState(readItem(portico, 'state')))
    if (!writeItem(portico, 'state', JSON.stringify(saved))) queue.lost = true
    const { then } = queue
    if (queue.waiting > 0 || !then) return
    queue.then = undefined
    whenSaved(portico, then)
  }
  queue.waiting += 1
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return update()
  locks.request(storageName(portico, 'state'), update).catch(update)
}

/**
 * Runs `use` when the saved record holds every change made here: at once, or after the last one that waits. Only the
 * latest `use` is run, and none once a change could not be written. What reads the record otherwise would take this tab's
 * own news for another tab's undoing (R14, R15).
 */
export function whenSaved(portico: Portico, use: () => void): void {
  const queue = queueOf(portico)
  if (queue.waiting > 0) queue.then = use
  else if (!queue.lost) use()
}
