import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Batch } from '../../types.js'
import { memoryBatches, nodeDouble, own, testContext } from '../kit.test.helper.js'
import { callsStatus } from './callsStatus.js'

const [one, two] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
const receipt = (transactionHash: string, status = '0x1') => ({
  logs: [{ address: own, data: '0x', topics: [one], logIndex: '0x0' }],
  status,
  blockHash: two,
  blockNumber: '0x9',
  gasUsed: '0x5208',
  transactionHash,
  from: own,
})
const told = (transactionHash: string, status = '0x1') => ({
  logs: [{ address: own, data: '0x', topics: [one] }],
  status,
  blockHash: two,
  blockNumber: '0x9',
  gasUsed: '0x5208',
  transactionHash,
})
const sent: Batch = { id: 'b', networkId: 'eip155:1', from: own, nonce: 5, calls: 2, hashes: [one, two], stopped: false, at: 0 }

/** What a site is told of a batch; `receipts` are answered one after the other, and the latest nonce is `count`. */
async function status(receipts: Readonly<Record<string, readonly unknown[]>>, batch: Partial<Batch> = {}, count: unknown = '0x5') {
  const asked: Record<string, number> = {}
  const node = nodeDouble({
    eth_getTransactionCount: ([from, at]: readonly unknown[]) => (from === own && at === 'latest' ? count : 'x'),
    eth_getTransactionReceipt: ([hash]: readonly string[]) => {
      const before = asked[hash ?? ''] ?? 0
      asked[hash ?? ''] = before + 1
      return receipts[hash ?? '']?.[before] ?? null
    },
  })
  const context = testContext({ fetch: node.fetch, batches: memoryBatches() })
  await context.batches.keep({ ...sent, ...batch })
  return callsStatus(['b'], context)
}
const answer = { version: '2.0.0', id: 'b', chainId: '0x1', atomic: false }

afterEach(() => void vi.useRealTimers())

describe('EIP-5792: what a site is told of a batch', () => {
  test.each<[string, readonly [string, string], number]>([
    ['all done', ['0x1', '0x1'], 200],
    ['all reverted', ['0x0', '0x0'], 500],
    ['the first reverted', ['0x0', '0x1'], 600],
    ['the second reverted', ['0x1', '0x0'], 600],
  ])('%s, with what of the receipts it may know', async (_, [first, second], code) => {
    expect(await status({ [one]: [receipt(one, first)], [two]: [receipt(two, second)] })).toStrictEqual({
      ...answer,
      status: code,
      receipts: [told(one, first), told(two, second)],
    })
  })

  test('all in one transaction', async () => {
    expect(await status({ [one]: [receipt(one)] }, { calls: 1, hashes: [one], atomic: true })).toStrictEqual({
      ...answer,
      atomic: true,
      status: 200,
      receipts: [told(one)],
    })
  })

  test('one that is waited for, up to its own nonce', async () => {
    expect(await status({ [one]: [receipt(one)] }, {}, '0x6')).toStrictEqual({ ...answer, status: 100, receipts: [told(one)] })
    expect(await status({ [one]: [receipt(one)] }, {}, '0x7')).toStrictEqual({ ...answer, status: 600, receipts: [told(one)] })
    expect(await status({}, {}, '0x7')).toStrictEqual({ ...answer, status: 400 })
    expect(await status({}, {}, 'x')).toStrictEqual({ ...answer, status: 100 })
  })

  test('one that was mined between the two questions', async () => {
    expect(await status({ [one]: [null, receipt(one)], [two]: [receipt(two)] }, {}, '0x7')).toStrictEqual({
      ...answer,
      status: 200,
      receipts: [told(one), told(two)],
    })
  })

  test('one that is half sent is waited for a minute, unless the node refused the rest', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
    const half = { hashes: [one] }
    const done = { [one]: [receipt(one)] }
    expect((await status(done, { ...half, at: Date.now() - 59_999 })).status).toBe(100)
    expect((await status(done, { ...half, at: Date.now() - 60_000 })).status).toBe(600)
    expect((await status(done, { ...half, at: Date.now(), stopped: true })).status).toBe(600)
  })
})

describe('what is refused', () => {
  test.each([[[]], [[1]], [['b', 'c']], [{ 0: 'b' }], [undefined]])('%j is no id', async (params) => {
    await expect(callsStatus(params, testContext())).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: 'Invalid parameters: wallet_getCallsStatus takes an id.',
    })
  })

  test('what nobody sent from here is unknown', async () => {
    await expect(callsStatus(['b'], testContext())).rejects.toMatchObject({ name: 'BatchUnknownError', code: 5730 })
  })

  test.each([{}, 'x', { ...receipt(one), status: '0x2' }, { ...receipt(one), blockHash: 'x' }])(
    'R9: a receipt that is none is the node’s error: %j',
    async (broken) => {
      await expect(status({ [one]: [broken] })).rejects.toMatchObject({
        name: 'NodeUnreachableError',
        message: expect.stringContaining('eth_getTransactionReceipt'),
      })
      await expect(status({ [one]: [broken] })).rejects.toMatchObject({ message: expect.stringContaining('its answer is no receipt') })
    },
  )
})
