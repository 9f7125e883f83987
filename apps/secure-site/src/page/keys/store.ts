import { type VaultRecovery, vaultRecovery } from '@portico/vault-wire'

/** Where this browser keeps its half of its way in: IndexedDB of the secure origin, in this host's partition. */

/** This browser's half of a way in, sealed to the browser's own key. */
export interface StoredHalf {
  /** Of the way. */
  readonly id: string
  readonly half: string
}

/** A share of a wallet that an earlier release split, sealed to the browser's own key. */
export interface StoredShare {
  readonly attempt: string
  readonly sealed: string
}

/** A question to the owner, by mail: a page that was loaded again goes on waiting for the answer. */
export interface StoredRecovery {
  /** What the vault's half is sealed to; the private half can't be exported. */
  readonly frame: CryptoKeyPair
  readonly asked: VaultRecovery
}

export interface StoredWallet {
  readonly deviceId: string
  /** ECDH on P-256; the private half can't be exported. */
  readonly keys: CryptoKeyPair
  /** Newest last. More than one only while a new one is being made. */
  readonly halves?: readonly StoredHalf[]
  readonly shares: readonly StoredShare[]
  /** Only the owner's factors recover this wallet: from then on no assisted way is made. */
  readonly ownerOnly?: boolean
  /** Credential ids of passkeys that this device has shown to have. */
  readonly passkeys?: readonly string[]
  /** What the visitor typed when the wallet was made, for a vault that has lost it. */
  readonly contact?: string
  readonly recovery?: StoredRecovery | undefined
}

/** Another version's, or a damaged one, counts as none. */
export function storedRecovery(value: unknown): StoredRecovery | undefined {
  if (typeof value !== 'object' || value === null || !('frame' in value) || !('asked' in value)) return undefined
  const asked = vaultRecovery.safeParse(value.asked).data
  return asked && isKeyPair(value.frame) ? { frame: value.frame, asked } : undefined
}

export interface KeyStore {
  /** Whether what is put here is there after a reload. */
  readonly lasting: boolean
  readonly get: (walletId: string) => Promise<StoredWallet | undefined>
  readonly put: (walletId: string, wallet: StoredWallet) => Promise<void>
  readonly remove: (walletId: string) => Promise<void>
}

const databaseName = 'portico-wallet'
const storeName = 'wallets'

/** Keeps wallets for this page's life. */
export function memoryKeyStore(): KeyStore {
  const wallets = new Map<string, StoredWallet>()
  return {
    lasting: false,
    get: async (walletId) => wallets.get(walletId),
    put: async (walletId, wallet) => void wallets.set(walletId, wallet),
    remove: async (walletId) => void wallets.delete(walletId),
  }
}

/** IndexedDB where it works; memory where third-party storage is blocked (it throws then) or full of another's data. */
export async function openKeyStore(factory: IDBFactory | undefined): Promise<KeyStore> {
  try {
    if (!factory) return memoryKeyStore()
    const database = await openDatabase(factory)
    const store = databaseKeyStore(database)
    // Opening may work where reading does not.
    await store.get('')
    return store
  } catch {
    return memoryKeyStore()
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(storeName)
    request.onsuccess = () => {
      // Another tab that upgrades or deletes the database is not kept waiting.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('The database does not open.'))
    request.onblocked = () => reject(new Error('The database is in use by another version.'))
  })
}

function databaseKeyStore(database: IDBDatabase): KeyStore {
  const run = <T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = use(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('The database refused.'))
      transaction.onerror = () => reject(transaction.error ?? new Error('The database refused.'))
    })
  return {
    lasting: true,
    get: async (walletId) => {
      const value: unknown = await run('readonly', (store) => store.get(walletId))
      return isStoredWallet(value) ? value : undefined
    },
    put: async (walletId, wallet) => void (await run('readwrite', (store) => store.put(wallet, walletId))),
    remove: async (walletId) => {
      await run('readwrite', (store) => store.delete(walletId))
    },
  }
}

/** Another version's record, or a damaged one, counts as none. */
export function isStoredWallet(value: unknown): value is StoredWallet {
  if (typeof value !== 'object' || value === null) return false
  if (!('deviceId' in value) || typeof value.deviceId !== 'string') return false
  if (!('keys' in value) || !isKeyPair(value.keys)) return false
  if (!('shares' in value) || !isList(value.shares, 'attempt', 'sealed')) return false
  if ('passkeys' in value && value.passkeys !== undefined) {
    if (!Array.isArray(value.passkeys) || !value.passkeys.every((id: unknown) => typeof id === 'string')) return false
  }
  return !('halves' in value) || value.halves === undefined || isList(value.halves, 'id', 'half')
}

function isKeyPair(value: unknown): value is CryptoKeyPair {
  if (typeof value !== 'object' || value === null) return false
  if (!('privateKey' in value && value.privateKey instanceof CryptoKey)) return false
  return 'publicKey' in value && value.publicKey instanceof CryptoKey
}

function isList(value: unknown, first: string, second: string): boolean {
  if (!Array.isArray(value)) return false
  return value.every((entry: unknown) => {
    const fields = new Map(typeof entry === 'object' && entry !== null ? Object.entries(entry) : [])
    return typeof fields.get(first) === 'string' && typeof fields.get(second) === 'string'
  })
}
