import { type Hex, keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Batch, FrameNetwork } from '../../types.js'
import { ethereum, keys, memoryBatches, nodeDouble, own, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import type { PrepareContext } from '../types.js'
import { bundlerUrl, paymasterUrl, visitor } from './smart/operation.test.helper.js'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const now = 1_800_000_000_000
const pay = { to: alice, value: '0x1' } as const
const batchOf = (more: object = {}) => ({ version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [pay], ...more })
const prepare = (params: unknown, changes: Partial<PrepareContext> = {}) =>
  prepareRequest({ id: 'r', method: 'wallet_sendCalls', params }, testContext(changes))
const long = 'x'.repeat(41)
const refused = (problem: string, code: number) => ({
  name: 'BatchRefusedError',
  code,
  message: `The batch was refused: ${problem}.`,
  shown: 'This wallet cannot do that',
})
const invalid = (problem: string) => ({ name: 'InvalidParamsError', code: -32602, message: `Invalid parameters: batch: ${problem}.` })

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

describe('S9: a batch is read strictly', () => {
  test.each<[string, unknown, string]>([
    ['no list', batchOf(), 'expected one object'],
    ['an empty list', [], 'expected one object'],
    ['two', [batchOf(), batchOf()], 'expected one object'],
    ['a list in it', [[]], 'expected one object'],
    ['null', [null], 'expected one object'],
    ['a text', ['x'], 'expected one object'],
    ['a field that nobody knows', [batchOf({ [long]: 1 })], `'${long.slice(0, 40)}' is not a part of it`],
    ['another version', [batchOf({ version: '2.0.1' })], 'its version is not 2.0.0'],
    ['atomicity in words', [batchOf({ atomicRequired: 'yes' })], "'atomicRequired' is not there"],
    ['no chain', [batchOf({ chainId: undefined })], "'chainId' is no chain"],
    ['capabilities that are none', [batchOf({ capabilities: [] })], "'capabilities' is not an object"],
    ['capabilities in words', [batchOf({ capabilities: 'all' })], "'capabilities' is not an object"],
    ['no calls', [batchOf({ calls: [] })], 'it has no calls'],
    ['calls that are none', [batchOf({ calls: { length: 1 } })], 'it has no calls'],
    ['a call that is none', [batchOf({ calls: [pay, null] })], 'a call is not an object'],
    ['a field of a call', [batchOf({ calls: [{ ...pay, [long]: 1 }] })], `'${long.slice(0, 40)}' is not a part of a call`],
    ['capabilities of a call', [batchOf({ calls: [{ ...pay, capabilities: 5 }] })], "'capabilities' is not an object"],
    ['an id that is empty', [batchOf({ id: '' })], "'id' is none"],
    ['an id that is a number', [batchOf({ id: 5 })], "'id' is none"],
    ['an id that is too long', [batchOf({ id: 'x'.repeat(8195) })], "'id' is none"],
  ])('%s', async (_, params, problem) => {
    await expect(prepare(params)).rejects.toMatchObject(invalid(problem))
  })

  test.each<[string, object, string, number]>([
    ['a capability', { capabilities: { [long]: {} } }, `'${long.slice(0, 40)}' cannot be done`, 5700],
    ['one that says nothing of being optional', { capabilities: { flow: true } }, "'flow' cannot be done", 5700],
    ['one that is optional in words', { capabilities: { flow: { optional: 'true' } } }, "'flow' cannot be done", 5700],
    ['one behind an optional one', { capabilities: { a: { optional: true }, flow: {} } }, "'flow' cannot be done", 5700],
    [
      'a paymaster of a plain account',
      { capabilities: { paymasterService: { url: paymasterUrl } } },
      "'paymasterService' cannot be done",
      5700,
    ],
    ['one of a call', { calls: [{ ...pay, capabilities: { flow: {} } }] }, "'flow' cannot be done", 5700],
    ['a chain that is not served', { chainId: '0x64' }, 'chain 100 is not served here', 5710],
    ['eleven calls', { calls: Array.from({ length: 11 }, () => pay) }, 'more than 10 calls', 5740],
    ['all or nothing', { atomicRequired: true }, 'a plain account cannot do all of it or nothing', 5760],
  ])('what cannot be done is refused: %s', async (_, more, problem, code) => {
    await expect(prepare([batchOf(more)])).rejects.toMatchObject(refused(problem, code))
  })

  test('S14: a chain that is served and not in use is named', async () => {
    await expect(prepare([batchOf({ chainId: '0xa' })], { networks: [ethereum, { ...ethereum, id: 'eip155:10' }] })).rejects.toMatchObject({
      name: 'ChainMismatchError',
      code: -32602,
      message: 'The request is for 10, and the active chain is 1.',
    })
  })

  test('an id that is known already is refused; the longest that there may be is taken', async () => {
    const id = 'x'.repeat(8194)
    const batches = memoryBatches()
    const context = { batches, fetch: nodeDouble({ eth_sendRawTransaction: '0x1' }).fetch }
    expect(await (await prepare([batchOf({ id })], context)).sign(keys)).toEqual({ id })
    await expect(prepare([batchOf({ id })], context)).rejects.toMatchObject(refused('there is one with this id already', 5720))
  })

  test.each<[string, object]>([
    ['the account is not named', {}],
    ['it is', { from: own }],
    ['there are no capabilities', { capabilities: null }],
    ['what can be done without is asked for', { capabilities: { flow: { optional: true } } }],
    ['of a call as well', { calls: [{ ...pay, capabilities: { flow: { optional: true } } }] }],
    ['there are none of a call', { calls: [{ ...pay, capabilities: null }] }],
  ])('is taken where %s', async (_, more) => {
    const { effects, address } = await prepare([batchOf(more)])
    expect([effects, address]).toEqual([[{ kind: 'send', values: { amount: '0.000000000000000001', symbol: 'ETH', to: alice } }], own])
  })

  test('of ten calls at the most', async () => {
    expect((await prepare([batchOf({ calls: Array.from({ length: 10 }, () => pay) })])).effects).toHaveLength(10)
  })
})

describe('who pays for a smart account', () => {
  const stub = { paymaster: alice, paymasterData: '0x', isFinal: true }
  const network: Partial<FrameNetwork> = { smartAccounts: { bundlerUrl, paymasterUrls: ['https://other.example', paymasterUrl] } }
  const ask = async (paymasterService: unknown, of: Partial<FrameNetwork> = network) => {
    const page = visitor({ answers: { pm_getPaymasterStubData: stub }, network: of })
    const { sponsored = false } = await page.batch([pay], { capabilities: { paymasterService } })
    return [sponsored, page.asked('pm_getPaymasterStubData').map(({ url }) => url)]
  }

  test.each<[string, unknown, string]>([
    ['is one of the operator’s, by its address', { url: paymasterUrl }, paymasterUrl],
    ['is the operator’s first where the site names none', null, 'https://other.example'],
    [
      'is the operator’s first where the site can do without its own',
      { url: 'https://evil.example', optional: true },
      'https://other.example',
    ],
  ])('S6: %s', async (_, wish, url) => {
    expect(await ask(wish)).toEqual([true, [url]])
  })

  test.each<[string, unknown]>([
    ['another one', { url: 'https://evil.example' }],
    ['none', {}],
    ['one that is no address', { url: [paymasterUrl] }],
    ['another one that is optional in words', { url: 'https://evil.example', optional: 'true' }],
  ])('S6: of %s the batch is refused', async (_, wish) => {
    await expect(ask(wish)).rejects.toMatchObject(refused('this paymaster is not one of the operator’s', 5700))
  })

  test('where the operator has none, the site’s is refused', async () => {
    await expect(ask({ url: paymasterUrl }, { smartAccounts: { bundlerUrl } })).rejects.toMatchObject({ code: 5700 })
  })

  test('has to be an object, and nothing else may be asked for', async () => {
    await expect(ask('x')).rejects.toMatchObject(invalid("'paymasterService' is not an object"))
    const { batch } = visitor()
    await expect(batch([pay], { capabilities: { flow: {} } })).rejects.toMatchObject(refused("'flow' cannot be done", 5700))
    await expect(batch([pay], { capabilities: 'x' })).rejects.toMatchObject(invalid("'capabilities' is not an object"))
    await expect(batch([{ ...pay, capabilities: { paymasterService: { url: paymasterUrl } } }])).rejects.toMatchObject(
      refused("'paymasterService' cannot be done", 5700),
    )
  })
})

describe('what is kept of a batch', () => {
  const setUp = (refuses: (at: number) => boolean = () => false, more: object = {}) => {
    const kept: Batch[] = []
    const sent: Hex[] = []
    const memory = memoryBatches()
    const node = nodeDouble({
      eth_sendRawTransaction: ([raw]: readonly Hex[]) => {
        if (raw === undefined || refuses(sent.length)) return new Error('insufficient funds')
        sent.push(raw)
        return keccak256(raw)
      },
      eth_getTransactionByHash: null,
      ...more,
    })
    const context = {
      fetch: node.fetch,
      batches: {
        ...memory,
        keep: async (batch: Batch) => {
          kept.push(batch)
          await memory.keep(batch)
        },
      },
    }
    return { kept, sent, context, node }
  }
  const calls = [pay, { ...pay, value: '0x2' }, { ...pay, value: '0x3' }]
  const row = { id: 'b', networkId: 'eip155:1', from: own, nonce: 5, calls: 3, stopped: false, at: now }

  test('after each call that was sent, so that a page which is closed knows of it', async () => {
    const { kept, sent, context } = setUp()
    expect(await (await prepare([batchOf({ id: 'b', calls })], context)).sign(keys)).toEqual({ id: 'b' })
    const hashes = sent.map((raw) => keccak256(raw))
    expect(kept).toEqual([1, 2, 3].map((count) => ({ ...row, hashes: hashes.slice(0, count) })))
    expect(kept.some((batch) => 'atomic' in batch)).toBe(false)
  })

  test('the call that the node refuses stops it, and nothing behind it is sent', async () => {
    const { kept, sent, context, node } = setUp((at) => at === 1)
    expect(await (await prepare([batchOf({ id: 'b', calls })], context)).sign(keys)).toEqual({ id: 'b' })
    const hashes = sent.map((raw) => keccak256(raw))
    expect(hashes).toHaveLength(1)
    expect(kept).toEqual([
      { ...row, hashes },
      { ...row, hashes, stopped: true },
    ])
    expect(node.calls.filter(({ method }) => method === 'eth_sendRawTransaction')).toHaveLength(2)
  })

  test('nothing, where the first is refused', async () => {
    const { kept, context } = setUp(() => true)
    await expect((await prepare([batchOf({ id: 'b', calls })], context)).sign(keys)).rejects.toMatchObject({
      name: 'NodeAnswerError',
      message: 'insufficient funds',
    })
    expect(kept).toEqual([])
  })
})
