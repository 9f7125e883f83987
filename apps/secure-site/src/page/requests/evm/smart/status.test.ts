import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forwardRead } from '../../read.js'
import { account, bundlerUrl, entryPoint, visitor } from './operation.test.helper.js'
import { readReceipt, waits } from './status.js'

const now = 1_800_000_000_000
const operation = `0x${'ab'.repeat(32)}`
const mined = `0x${'7'.repeat(64)}`
const log = { address: account, data: '0xAb', topics: [mined] }
const inBlock = { transactionHash: mined, blockHash: operation, blockNumber: '0x9', gasUsed: '0x5208' }
const found = { userOpHash: operation, success: true, logs: [log], receipt: { ...inBlock, logs: [] } }
const told = { ...inBlock, logs: [log], status: '0x1' }

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

/** What a site is told of a batch that was kept, and by whom the page has asked. */
async function statusOf(answers: Readonly<Record<string, unknown>>, batch: object = {}, nonce = 5n) {
  const page = visitor({ answers, nonce: () => nonce })
  const kept = {
    id: 'b',
    networkId: 'eip155:1',
    from: account.toLowerCase(),
    nonce: 5,
    calls: 1,
    hashes: [],
    stopped: false,
    at: now,
    operation,
  }
  await page.context.batches.keep({ ...kept, ...batch } as never)
  const status = await forwardRead('wallet_getCallsStatus', ['b'], undefined, page.context)
  return { status, calls: page.node.calls }
}
const pending = { version: '2.0.0', id: 'b', chainId: '0x1', status: 100, atomic: true }

describe('what a site is told of a batch that is one operation', () => {
  test('that is in a block: done with its receipt, or taken back', async () => {
    const { status, calls } = await statusOf({ eth_getUserOperationReceipt: found })
    expect(status).toEqual({ ...pending, status: 200, receipts: [told] })
    expect(calls).toEqual([{ url: bundlerUrl, method: 'eth_getUserOperationReceipt', params: [operation] }])
    const failed = await statusOf({ eth_getUserOperationReceipt: { ...found, success: false } })
    expect(failed.status).toEqual({ ...pending, status: 500, receipts: [{ ...told, status: '0x0' }] })
  })

  test.each<[string, object, bigint, unknown, number]>([
    ['just sent', {}, 5n, null, 100],
    ['sent two minutes ago', { at: now - 120_000 }, 5n, null, 100],
    ['sent more than two minutes ago, and not known', { at: now - 120_001 }, 5n, null, 400],
    ['sent more than two minutes ago, and known', { at: now - 120_001 }, 5n, {}, 100],
    ['accepted ten seconds ago', { at: now - 10_000, accepted: true }, 5n, null, 100],
    ['accepted more than ten seconds ago, and not known', { at: now - 10_001, accepted: true }, 5n, null, 400],
    ['accepted more than ten seconds ago, and known', { at: now - 10_001, accepted: true }, 5n, {}, 100],
    ['whose nonce is used, and not known', {}, 6n, null, 400],
    ['whose nonce is used, and known', {}, 6n, {}, 100],
    ['that was refused', { stopped: true }, 5n, {}, 400],
  ])('that was %s', async (_, batch, nonce, eth_getUserOperationByHash, code) => {
    const { status } = await statusOf({ eth_getUserOperationByHash }, batch, nonce)
    expect(status).toEqual({ ...pending, status: code })
  })

  test('of which the bundler is asked by its hash, and the entry point for the next nonce', async () => {
    const { calls } = await statusOf({}, {}, 6n)
    expect(calls.map(({ method }) => method)).toEqual([
      'eth_getUserOperationReceipt',
      'eth_call',
      'eth_getUserOperationByHash',
      'eth_getUserOperationReceipt',
    ])
    expect(calls[1]?.params).toMatchObject([{ to: entryPoint }, 'latest'])
    expect(calls[2]).toEqual({ url: bundlerUrl, method: 'eth_getUserOperationByHash', params: [operation] })
  })

  test('that came into a block between two looks is done', async () => {
    let looks = 0
    const { status } = await statusOf({ eth_getUserOperationReceipt: () => (looks++ > 0 ? found : null) }, { stopped: true })
    expect(status).toEqual({ ...pending, status: 200, receipts: [told] })
  })
})

describe('a receipt', () => {
  test('has the operation’s own logs, else the transaction’s, else none; its hash may be in any case', () => {
    expect(readReceipt(found, operation.toUpperCase().replace('X', 'x'))).toEqual(told)
    expect(readReceipt({ ...found, userOpHash: operation.toUpperCase().replace('X', 'x') }, operation)).toEqual(told)
    const { logs: _, ...without } = found
    const other = { ...log, data: '0x' }
    expect(readReceipt({ ...without, receipt: { ...inBlock, logs: [other] } }, operation)).toEqual({ ...told, logs: [other] })
    expect(readReceipt({ ...without, receipt: inBlock }, operation)).toEqual({ ...told, logs: [] })
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['of another operation', { ...found, userOpHash: mined }],
    ['without a hash', { ...found, userOpHash: undefined }],
    ['with a hash that is a number', { ...found, userOpHash: 5 }],
    ['that does not say how it ended', { ...found, success: 'yes' }],
    ['without a transaction', { ...found, receipt: undefined }],
    ['with a transaction’s hash that is none', { ...found, receipt: { ...inBlock, transactionHash: 'x0x1' } }],
    ['with a block’s hash that is none', { ...found, receipt: { ...inBlock, blockHash: '0x1g' } }],
    ['with a block’s number that is none', { ...found, receipt: { ...inBlock, blockNumber: 9 } }],
    ['with a block’s number in a list', { ...found, receipt: { ...inBlock, blockNumber: ['0x9'] } }],
    ['with gas that is none', { ...found, receipt: { ...inBlock, gasUsed: '21000' } }],
    ['with logs that are none', { ...found, logs: [{ address: account }] }],
    ['with a log without topics', { ...found, logs: [{ ...log, topics: ['x'] }] }],
    ['with a log that has data of another kind', { ...found, logs: [{ ...log, data: 'x' }] }],
    ['with a log of nobody', { ...found, logs: [{ ...log, address: 'x' }] }],
    ['with a transaction’s logs that are none', { ...found, receipt: { ...inBlock, logs: [5] } }],
  ])('%s is none', (_, value) => {
    expect(readReceipt(value, operation)).toBeUndefined()
  })
})

test('is looked for during two minutes, often at first', () => {
  expect([waits.length, waits.slice(0, 5), waits.at(-1), waits.reduce((sum, each) => sum + each)]).toEqual([
    71,
    [100, 200, 300, 400, 500],
    2000,
    120_000,
  ])
})
