import { createSealingKeys } from '@portico/vault-wire'
import { expect, test } from 'vitest'
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
  expect(isStoredWallet(good)).toBe(true)
  const odd = [
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
    { ...good, halves: [{ id: 'w' }] },
    { ...good, halves: [{ id: 1, half: 'h' }] },
    { ...good, shares: [{ attempt: 'a' }] },
    { ...good, shares: [{ attempt: 1, sealed: 's' }] },
  ]
  for (const value of odd) expect(isStoredWallet(value)).toBe(false)
})

test('the browser’s key can’t be read out', async () => {
  const { privateKey } = await createSealingKeys()
  expect(privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow(/not extractable/)
})
