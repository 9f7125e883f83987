import type { WalletConnectStorage } from './types.js'

/** Storage that lasts as long as whoever holds it. */
export function memoryStorage(): WalletConnectStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
