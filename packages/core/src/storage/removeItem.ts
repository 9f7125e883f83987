import type { Portico } from '../portico/createPortico.js'
import { attempt, storageName, storageOf, type StorageKey } from './storage.js'

/** Removes a key. Failures are only logged (R14). Apart from `storage.ts`, because a page's first bundle removes nothing. */
export const removeItem = (portico: Portico, key: StorageKey): void =>
  attempt(() => storageOf(portico)?.removeItem(storageName(portico, key)), undefined)
