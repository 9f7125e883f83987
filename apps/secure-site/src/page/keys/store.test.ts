import { createSealingKeys } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import { failure } from './browser.test.helper.js'
import { isStoredWallet, memoryKeyStore, openKeyStore } from './store.js'

const refuse = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

test('R14: where third-party storage is blocked the page keeps what it needs in memory', async () => {
  const blocked: IDBFactory = { open: refuse, cmp: refuse, databases: refuse, deleteDatabase: refuse }
  for (const factory of [blocked, undefined]) {
    const store = await openKeyStore(factory)
    expect(store.lasting).toBe(false)
    const wallet = { deviceId: 'd', keys: await createSealingKeys(), shares: [] }
    await store.put('w', wallet)
    expect(await store.get('w')).toBe(wallet)
    await store.remove('w')
    expect(await store.get('w')).toBeUndefined()
  }
})

test('two pages share nothing in memory', async () => {
  const [first, second] = [memoryKeyStore(), memoryKeyStore()]
  await first.put('w', { deviceId: 'd', keys: await createSealingKeys(), shares: [] })
  expect(await second.get('w')).toBeUndefined()
})

test('R14: another version’s record counts as none', async () => {
  const good = { deviceId: 'd', keys: await createSealingKeys(), shares: [{ attempt: 'a', sealed: 's' }] }
  const halves = [{ id: 'w', half: 'h' }]
  for (const fine of [
    good,
    { ...good, halves: undefined },
    { ...good, halves },
    { ...good, shares: [], halves: [] },
    { ...good, passkeys: ['c'] },
  ])
    expect(isStoredWallet(fine)).toBe(true)
  const { deviceId: _, ...unnamed } = good
  const { keys: __, ...without } = good
  const { shares: ___, ...unshared } = good
  const odd = [
    unnamed,
    without,
    unshared,
    { ...good, keys: 'text' },
    { ...good, keys: { publicKey: good.keys.publicKey } },
    { ...good, keys: { ...good.keys, privateKey: {} } },
    { ...good, keys: { ...good.keys, publicKey: {} } },
    { ...good, halves: null },
    { ...good, halves: [...halves, { id: 'w', half: 1 }] },
    { ...good, halves: ['text'] },
    { ...good, shares: [...good.shares, { attempt: 'a', sealed: 1 }] },
    { ...good, shares: [undefined] },
    undefined,
    null,
    1,
    'text',
    [],
    {},
    { ...good, deviceId: 1 },
    { ...good, keys: null },
    { ...good, keys: {} },
    { ...good, keys: { privateKey: good.keys.privateKey } },
    { ...good, keys: { privateKey: 'x', publicKey: 'y' } },
    { ...good, shares: {} },
    { ...good, shares: [null] },
    { ...good, halves: {} },
    { ...good, passkeys: 'c' },
    { ...good, passkeys: ['c', 1] },
    { ...good, halves: [{ id: 'w' }] },
    { ...good, halves: [{ id: 1, half: 'h' }] },
    { ...good, shares: [{ attempt: 'a' }] },
    { ...good, shares: [{ attempt: 1, sealed: 's' }] },
  ]
  for (const value of odd) expect([value, isStoredWallet(value)]).toEqual([value, false])
})

test('the browser’s key can’t be read out', async () => {
  const { privateKey } = await createSealingKeys()
  expect(privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow(/not extractable/)
})

/** IndexedDB with one database and one object store, as much as is asked of it. */
function database({ refuses = [] }: { refuses?: readonly ('open' | 'blocked' | 'get' | 'abort' | 'error')[] } = {}) {
  const [rows, made, modes] = [new Map<string, unknown>(), [] as string[], [] as string[]]
  const error = new DOMException('refused', 'UnknownError')
  const later = (run: () => void): void => queueMicrotask(run)
  const transaction = (name: string, mode: string) => {
    if (!made.includes(name)) throw new DOMException('No such store.', 'NotFoundError')
    modes.push(mode)
    const result = <T>(value: T) => ({ result: value })
    const own = {
      error: null as DOMException | null,
      oncomplete: () => {},
      onabort: () => {},
      onerror: () => {},
      objectStore: () => ({
        get: (key: string) => {
          if (refuses.includes('get')) throw error
          return result(rows.get(key))
        },
        put: (value: unknown, key: string) => result(rows.set(key, value)),
        delete: (key: string) => result(rows.delete(key)),
      }),
    }
    later(() => {
      if (mode === 'readwrite' && refuses.includes('abort')) own.onabort()
      else if (mode === 'readwrite' && refuses.includes('error')) own.onerror()
      else own.oncomplete()
    })
    return own
  }
  const result = {
    createObjectStore: (name: string) => made.push(name),
    transaction,
    close: vi.fn<() => void>(),
    onversionchange: () => {},
  }
  const open = vi.fn<(name: string, version: number) => unknown>(() => {
    const request = { result, error: null, onupgradeneeded: () => {}, onsuccess: () => {}, onerror: () => {}, onblocked: () => {} }
    later(() => {
      if (refuses.includes('open')) return request.onerror()
      if (refuses.includes('blocked')) return request.onblocked()
      if (made.length === 0) request.onupgradeneeded()
      request.onsuccess()
    })
    return request
  })
  return { rows, made, modes, result, open, factory: { open } as unknown as IDBFactory }
}

describe('where the browser stores', () => {
  test('what is put is there at the next visit, until it is removed', async () => {
    const { factory, rows, made, modes, open } = database()
    const store = await openKeyStore(factory)
    expect(store.lasting).toBe(true)
    expect(open.mock.calls).toEqual([['portico-wallet', 1]])
    expect(made).toEqual(['wallets'])
    const wallet = { deviceId: 'd', keys: await createSealingKeys(), shares: [] }
    await store.put('w', wallet)
    const again = await openKeyStore(factory)
    expect(await again.get('w')).toBe(wallet)
    expect(await again.get('v')).toBeUndefined()
    await again.remove('w')
    expect([await store.get('w'), rows.size]).toEqual([undefined, 0])
    expect(modes).toEqual(['readonly', 'readwrite', 'readonly', 'readonly', 'readonly', 'readwrite', 'readonly'])
  })

  test('R14: another version’s record counts as none', async () => {
    const { factory, rows } = database()
    const store = await openKeyStore(factory)
    rows.set('w', { deviceId: 'd' })
    expect(await store.get('w')).toBeUndefined()
  })

  test('another tab that upgrades or deletes the database is not kept waiting', async () => {
    const { factory, result } = database()
    await openKeyStore(factory)
    expect(result.close).not.toHaveBeenCalled()
    result.onversionchange()
    expect(result.close).toHaveBeenCalledTimes(1)
  })

  test.each(['open', 'blocked', 'get'] as const)('a database that fails (%s) is none: memory takes its place', async (refused) => {
    const store = await openKeyStore(database({ refuses: [refused] }).factory)
    expect(store.lasting).toBe(false)
  })

  test.each(['abort', 'error'] as const)('what is not taken (%s) is told', async (refused) => {
    const store = await openKeyStore(database({ refuses: [refused] }).factory)
    const wallet = { deviceId: 'd', keys: await createSealingKeys(), shares: [] }
    expect(await failure(store.put('w', wallet))).toMatchObject({ message: 'The database refused.' })
    expect(await failure(store.remove('w'))).toMatchObject({ message: 'The database refused.' })
  })
})
