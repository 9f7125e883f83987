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

test('what another tab of the site has sent is known here, and kept', async () => {
  const store = memoryStore()
  const [one, other] = [await openBatches(store), await openBatches(store)]
  await one.keep({ ...batch('a'), operation: '0x1' })
  const of = batch('a')
  expect((await other.latest(of.networkId, of.from))?.id).toBe('a')
  expect(await other.latest('eip155:10', of.from)).toBeUndefined()
  await other.keep({ ...batch('b'), operation: '0x2' })
  expect((await one.latest(of.networkId, of.from))?.id).toBe('b')
  expect((await openBatches(store)).find('a')?.operation).toBe('0x1')
})

test('R14: what is not a list of batches is none', async () => {
  const store = memoryStore()
  for (const odd of ['x', [{ id: 1 }], { id: 'a' }]) {
    await store.set('batches', odd)
    expect((await openBatches(store)).find('a')).toBeUndefined()
  }
})
