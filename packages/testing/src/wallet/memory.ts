import { isAddress, type Address } from 'viem'
import { isRecord } from './params.js'
import type { WalletState, WalletStorage } from './types.js'

/** The part of the state that survives a reload. */
export type Remembered = Pick<WalletState, 'chainId' | 'chains' | 'exposed' | 'permitted' | 'locked'>

/** Where a wallet keeps what it remembers. Storage that is missing or throws only means that it forgets. */
export interface Memory {
  load(): Remembered | undefined
  save(state: WalletState): void
  /** Calls back when another tab saved. Returns the way to stop. */
  watch(listener: (remembered: Remembered) => void): () => void
}

export function createMemory(persist: 'session' | 'local' | WalletStorage | undefined, rdns: string): Memory {
  const key = `portico-testing:wallet:${rdns}`
  const storage = findStorage(persist)
  return {
    load() {
      try {
        return parse(storage?.getItem(key))
      } catch {
        return undefined
      }
    },
    save({ chainId, chains, exposed, permitted, locked }) {
      try {
        storage?.setItem(key, JSON.stringify({ chainId, chains, exposed, permitted, locked }))
      } catch {
        // A full or forbidden storage is not the wallet's trouble.
      }
    },
    watch(listener) {
      if (persist !== 'local' || typeof window === 'undefined') return () => {}
      const onStorage = (event: StorageEvent) => {
        const remembered = event.key === key ? parse(event.newValue) : undefined
        if (remembered) listener(remembered)
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

function parse(text: string | null | undefined): Remembered | undefined {
  if (!text) return undefined
  let saved: unknown
  try {
    saved = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(saved) || !isRecord(saved['chains'])) return undefined
  const { chainId, exposed, permitted, locked } = saved
  if (typeof chainId !== 'number' || typeof locked !== 'boolean') return undefined
  if (!isListOf(exposed, isAnAddress) || !isListOf(permitted, isString)) return undefined
  const chains: Record<number, string> = {}
  for (const [id, url] of Object.entries(saved['chains'])) {
    if (/^\d+$/.test(id) && typeof url === 'string') chains[Number(id)] = url
  }
  return { chainId, chains, exposed, permitted, locked }
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isAnAddress(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
