/** Where the page keeps what has to outlive it. Nothing in it is readable for another origin. */
export interface PageStore {
  /** False where the browser stores nothing for a page in a frame: then everything lives as long as the page. */
  readonly lasting: boolean
  readonly get: (key: string) => Promise<unknown>
  readonly set: (key: string, value: unknown) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

/** Lives as long as the page. */
export function memoryStore(): PageStore {
  const values = new Map<string, unknown>()
  return {
    lasting: false,
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  }
}

/** How long a browser may take to open its database before it counts as blocked, in milliseconds. */
const patience = 2_000

/**
 * The browser's database for one site, or memory where the browser refuses it: third-party storage may be blocked, or full (R14).
 * Later failures are not told either: what could not be written is kept for this page's life.
 */
export async function openPageStore(name: string): Promise<PageStore> {
  const fallback = memoryStore()
  const database = await openDatabase(name)
  if (!database) return fallback

  const access = <T>(mode: IDBTransactionMode, ask: (values: IDBObjectStore) => IDBRequest<T>) =>
    settled(ask(database.transaction('values', mode).objectStore('values')))
  return {
    lasting: true,
    async get(key) {
      const kept = await fallback.get(key)
      return kept ?? access<unknown>('readonly', (values) => values.get(key)).catch(() => undefined)
    },
    async set(key, value) {
      try {
        await access('readwrite', (values) => values.put(value, key))
        await fallback.remove(key)
      } catch {
        await fallback.set(key, value)
      }
    },
    async remove(key) {
      await fallback.remove(key)
      await access('readwrite', (values) => values.delete(key)).catch(() => {})
    },
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database failed')))
  })
}

/** Undefined where the browser has no database for this page. Also where it can be opened and not written: some say so only then. */
async function openDatabase(name: string): Promise<IDBDatabase | undefined> {
  try {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('values'))
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
    const database = await Promise.race([settled(request), late])
    if (!database) return undefined
    await settled(database.transaction('values', 'readwrite').objectStore('values').put(1, 'probe'))
    return database
  } catch {
    return undefined
  }
}
