import type { WalletStorage } from '../wallet/types.js'
import { isRecord } from '../wallet/params.js'

/** Where a wallet keeps what it remembers, as a record. Storage that is missing or throws only means that it forgets. */
export interface RecordMemory {
  load(): Readonly<Record<string, unknown>> | undefined
  save(record: object): void
  /** Calls back when another tab saved. Returns the way to stop. */
  watch(listener: (record: Readonly<Record<string, unknown>>) => void): () => void
}

export function createRecordMemory(persist: 'session' | 'local' | WalletStorage | undefined, key: string): RecordMemory {
  const storage = findStorage(persist)
  return {
    load() {
      try {
        return parse(storage?.getItem(key))
      } catch {
        return undefined
      }
    },
    save(record) {
      try {
        storage?.setItem(key, JSON.stringify(record))
      } catch {
        // A full or forbidden storage is not the wallet's trouble.
      }
    },
    watch(listener) {
      if (persist !== 'local' || typeof window === 'undefined') return () => {}
      const onStorage = (event: StorageEvent) => {
        const record = event.key === key ? parse(event.newValue) : undefined
        if (record) listener(record)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function findStorage(persist: 'session' | 'local' | WalletStorage | undefined): WalletStorage | undefined {
  if (typeof persist === 'object') return persist
  try {
    // Reading the property throws where the browser forbids storage.
    if (persist === 'session') return globalThis.sessionStorage
    if (persist === 'local') return globalThis.localStorage
  } catch {
    return undefined
  }
  return undefined
}

function parse(text: string | null | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined
  try {
    const saved: unknown = JSON.parse(text)
    return isRecord(saved) ? saved : undefined
  } catch {
    return undefined
  }
}
