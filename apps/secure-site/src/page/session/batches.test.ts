import { expect, test } from 'vitest'
import type { Batch } from '../types.js'
import { openBatches } from './batches.js'
import { memoryStore } from './store.js'

const batch = (id: string): Batch => ({
  id,
  networkId: 'eip155:1',
  from: '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09',
  nonce: 5,
  calls: 2,
  hashes: ['0x1'],
  stopped: false,
  at: 1,
})

test('batches outlive a reload, the newest hundred of them, and not a sign-out', async () => {
  const store = memoryStore()
  const first = await openBatches(store)
  for (let id = 0; id < 101; id += 1) await first.keep(batch(String(id)))
  await first.keep({ ...batch('100'), stopped: true })
  const reloaded = await openBatches(store)
  expect([reloaded.find('0'), reloaded.find('1')?.id, reloaded.find('100')?.stopped]).toEqual([undefined, '1', true])
  await reloaded.forget()
  expect(reloaded.find('1')).toBeUndefined()
  expect((await openBatches(store)).find('1')).toBeUndefined()
})

test('R14: what is not a list of batches is none', async () => {
  const store = memoryStore()
  for (const odd of ['x', [{ id: 1 }], { id: 'a' }]) {
    await store.set('batches', odd)
    expect((await openBatches(store)).find('a')).toBeUndefined()
  }
})
