import type { Portico } from '../portico/createPortico.js'
import { attempt, storageName, storageOf, type StorageKey } from './storage.js'

/**
 * Writes a key. Failures are only logged, and the page goes on from memory (R14).
 * @example if (!writeItem(portico, 'tokens', JSON.stringify(tokens))) console.info('Kept until the page is closed.')
 * @returns whether it was written
 */
export function writeItem(portico: Portico, key: StorageKey, value: string): boolean {
  return attempt(() => {
    const storage = storageOf(portico)
    storage?.setItem(storageName(portico, key), value)
    return storage !== undefined
  }, false)
}
