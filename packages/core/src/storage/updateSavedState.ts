import type { Portico } from '../portico.js'
import { parseSavedState, type SavedState } from './savedState.js'
import { readItem, storageName, writeItem } from './storage.js'

/**
 * Changes the saved record: reads what is there now, applies the change to it and writes it back, under a Web Lock where
 * the browser has them, so that two tabs never undo each other (R15).
 */
export function updateSavedState(portico: Portico, change: (saved: SavedState) => SavedState): void {
  const update = () => writeItem(portico, 'state', JSON.stringify(change(parseSavedState(readItem(portico, 'state')))))
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return update()
  locks.request(storageName(portico, 'state'), update).catch(update)
}
