import { createPortico, type Portico, type PorticoOptions, type PorticoStorage } from '@portico/core'
import { fakeAdapter } from './fakeAdapter.js'

/** Storage in memory, with a look inside. */
export interface MemoryStorage extends PorticoStorage {
  readonly entries: Map<string, string>
}

/**
 * Storage that forgets everything with the test.
 * @example const storage = memoryStorage({ '@portico/portico/recent': '[]' })
 * @param initial what an earlier visit left
 */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): MemoryStorage {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

/**
 * A portico for one test: a fake EVM adapter and storage in memory, unless told otherwise.
 * @example const portico = testPortico({ adapters: [fakeAdapter()] })
 */
export function testPortico(options: Partial<PorticoOptions> = {}): Portico {
  return createPortico({ adapters: [fakeAdapter()], storage: memoryStorage(), ...options })
}
