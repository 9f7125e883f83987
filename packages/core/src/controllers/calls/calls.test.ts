import { fakeAdapter, fakeAddress, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import { UserRejectedError, CapabilityMissingError } from '../connection/errors.js'
import { dispatchConnection } from '../connection/dispatch.js'
import type { CallsRequest, CallsStatus } from './capability.js'
import type { SendCallsParameters } from './index.js'
import {
  callsStatusQuery,
  capabilitiesQuery,
  getAssets,
  getCallsStatus,
  getCapabilities,
  mostCalls,
  readCall,
  sendCalls,
  showCallsStatus,
  UnsupportedChainIdError,
  waitForCalls,
} from './index.js'

const networkId = 'eip155:1'
const to = '0x91'

function setUp(options: FakeAdapterOptions = {}) {
  const adapter = fakeAdapter(options)
  const portico = testPortico({ adapters: [adapter] })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  return { portico, adapter }
}
const missing = () => Promise.reject(new CapabilityMissingError({ capability: 'wallet_sendCalls', namespace: 'eip155' }))
const statusOf = (status: number, receipts = 0): CallsStatus => ({
  id: 'a',
  networkId,
  status,
  atomic: true,
  receipts: Array.from({ length: receipts }, (_, at) => ({ transactionHash: `0x${at}`, status: 'success', blockNumber: 1n, logs: [] })),
})

describe('a wallet that takes batches', () => {
  test('is asked once, for all of it, with what the site asks beside', async () => {
    const asked: CallsRequest[] = []
    const sends = (request: CallsRequest) => {
      asked.push(request)
      return Promise.resolve({ id: 'a', capabilities: { paymasterService: {} } })
    }
    const atomic = { [networkId]: { atomic: { status: 'ready' } } } as const
    const { portico, adapter } = setUp({ sendCalls: sends, getCapabilities: () => Promise.resolve(atomic) })
    const calls = [
      { to, value: 1n },
      { to, data: '0xab' },
    ]
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } }
    const sent = await sendCalls(portico, { calls, atomicRequired: true, id: 'a', capabilities })
    expect(sent).toEqual({ id: 'a', capabilities: { paymasterService: {} } })
    const account = { connectorId: 'com.harbor', address: fakeAddress, networkId }
    expect(asked).toEqual([{ ...account, calls, atomicRequired: true, id: 'a', capabilities }])
    expect(adapter.calls).not.toContain('sendTransaction')
  })

  test('is told who may pay the network fee, and in which token', async () => {
    const asked: CallsRequest[] = []
    const { portico } = setUp({ sendCalls: (request) => (asked.push(request), Promise.resolve({ id: 'a' })) })
    const send = async (more: Partial<SendCallsParameters>, apiUrl?: string) => {
      await sendCalls({ ...portico, options: { ...portico.options, ...(apiUrl && { apiUrl }) } }, { calls: [{ to }], ...more })
      return asked.at(-1)?.capabilities
    }
    const apiUrl = 'https://api.shop.example/'
    const own = { url: 'https://api.shop.example/v1/bundler?chainId=eip155:1', optional: true }
    expect(await send({}, apiUrl)).toBeUndefined()
    expect(await send({ usesSponsoring: true }, apiUrl)).toEqual({ paymasterService: own })
    expect(await send({ feeToken: '0x20' }, apiUrl)).toEqual({ paymasterService: { ...own, context: { token: '0x20' } } })
    const other = { url: 'https://pay.example', context: { policyId: 'tea' } }
    const capabilities = { paymasterService: other, auxiliaryFunds: { optional: true } }
    expect(await send({ usesSponsoring: true, capabilities })).toEqual(capabilities)
    expect(await send({ feeToken: '0x20', capabilities })).toEqual({
      ...capabilities,
      paymasterService: { ...other, context: { policyId: 'tea', token: '0x20' } },
    })
    for (const bad of [{ usesSponsoring: true }, { feeToken: '0x20' }, { feeToken: '' }, { usesSponsoring: 1 as unknown as true }])
      await expect(send(bad)).rejects.toMatchObject({ name: 'InvalidOptionError' })
  })

  test.each([
    ['no wallet_getCapabilities', {}],
    ['another network alone', { 'eip155:10': { atomic: { status: 'supported' } } }],
    ['unsupported', { [networkId]: { atomic: { status: 'unsupported' } } }],
  ] as const)('all or nothing is refused with 5760 before anybody is asked: %s', async (_, told) => {
    const { portico, adapter } = setUp({ sendCalls: () => Promise.resolve({ id: 'a' }), getCapabilities: () => Promise.resolve(told) })
    const refused = { name: 'AtomicityNotSupportedError', code: 5760 }
    await expect(sendCalls(portico, { calls: [{ to }, { to }], atomicRequired: true })).rejects.toMatchObject(refused)
    expect(adapter.calls).toEqual(['getCapabilities'])
  })

  test('a visitor who declines is heard, and nothing is sent another way', async () => {
    const { portico, adapter } = setUp({ sendCalls: () => Promise.reject(new UserRejectedError()) })
    await expect(sendCalls(portico, { calls: [{ to }] })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(adapter.calls).toEqual(['sendCalls'])
  })

  test('a network on which it takes none is one by one', async () => {
    const { portico } = setUp({
      sendCalls: () => Promise.reject(new UnsupportedChainIdError()),
      sendTransaction: () => Promise.resolve('0x1'),
      waitForReceipt: () => new Promise(() => undefined),
    })
    const { id } = await sendCalls(portico, { calls: [{ to }] })
    expect(id).toMatch(/^0x[\da-f]{64}$/)
  })

  test('tells and shows how a batch stands', async () => {
    const shown: string[] = []
    const { portico } = setUp({
      getCallsStatus: ({ id }) => Promise.resolve({ ...statusOf(200, 1), id }),
      showCallsStatus: ({ id }) => Promise.resolve(void shown.push(id)),
    })
    expect(await getCallsStatus(portico, { id: 'b' })).toEqual({ ...statusOf(200, 1), id: 'b' })
    await showCallsStatus(portico, { id: 'b' })
    expect(shown).toEqual(['b'])
  })

  test('is waited for: until an end, whichever it is, or until there is nothing new for too long', async () => {
    const told = [100, 100, 600]
    const { portico } = setUp({ getCallsStatus: () => Promise.resolve(statusOf(told.length > 1 ? (told.shift() ?? 0) : 600)) })
    expect(await waitForCalls(portico, { id: 'a', pollingInterval: 1 })).toMatchObject({ status: 600 })

    const silent = setUp({ getCallsStatus: () => Promise.resolve(statusOf(100)) }).portico
    await expect(waitForCalls(silent, { id: 'a', pollingInterval: 1, timeout: 20 })).rejects.toMatchObject({ name: 'CallsTimeoutError' })
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(waitForCalls(silent, { id: 'a', signal })).rejects.toThrow('gone')
  })

  test('a query is asked again until the end', () => {
    const { refetchInterval, queryKey } = callsStatusQuery(setUp().portico, { id: 'a' })
    expect(queryKey).toEqual(['callsStatus', 'a'])
    expect(refetchInterval({ state: {} })).toBe(1_000)
    expect(refetchInterval({ state: { data: statusOf(100) } })).toBe(1_000)
    expect(refetchInterval({ state: { data: statusOf(400) } })).toBe(false)
  })
})

test('nobody knows a batch of a wallet that knows none', async () => {
  await expect(getCallsStatus(setUp().portico, { id: 'x' })).rejects.toMatchObject({ name: 'UnknownBundleIdError', code: 5730 })
  await expect(showCallsStatus(setUp().portico, { id: 'x' })).rejects.toMatchObject({ name: 'CapabilityMissingError' })
})

test('what can be done is told of each network of the site, also where the wallet says nothing', async () => {
  const { portico } = setUp({ getCapabilities: () => Promise.resolve({ 'eip155:10': { atomic: { status: 'supported' } } }) })
  const oneByOne = { atomic: { status: 'unsupported' }, flowControl: { none: ['halt', 'continue'] } }
  expect(await getCapabilities(portico)).toEqual({
    'eip155:1': oneByOne,
    'eip155:10': { atomic: { status: 'supported' } },
    'eip155:8453': oneByOne,
  })
  const { queryKey, enabled } = capabilitiesQuery(portico)
  expect({ queryKey, enabled }).toEqual({ queryKey: ['capabilities', 'com.harbor', fakeAddress], enabled: true })
  expect(capabilitiesQuery(testPortico()).enabled).toBe(false)
})

describe('what is malformed is named, and nobody is asked', () => {
  test.each<[string, object]>([
    ['calls', { calls: [] }],
    ['calls', { calls: 'all' }],
    ['calls', { calls: Array.from({ length: mostCalls + 1 }, () => ({ to })) }],
    ['calls[1]', { calls: [{ to }, null] }],
    ['calls[0].capabilities.flowControl', { calls: [{ to, capabilities: { flowControl: 'halt' } }] }],
    ['capabilities', { calls: [{ to }], capabilities: 'all' }],
    ['capabilities.paymasterService', { calls: [{ to }], capabilities: { paymasterService: 'https://pay.example' } }],
    ['atomicRequired', { calls: [{ to }], atomicRequired: 'yes' }],
    ['id', { calls: [{ to }], id: '' }],
    ['id', { calls: [{ to }], id: 'ü'.repeat(2_049) }],
  ])('%s', async (option, parameters) => {
    const { portico, adapter } = setUp({ sendCalls: () => Promise.resolve({ id: 'a' }) })
    await expect(sendCalls(portico, parameters as never)).rejects.toMatchObject({ name: 'InvalidOptionError', option })
    expect(adapter.calls).toEqual([])
  })
})

describe('assets', () => {
  const usdc = { address: '0xa0', symbol: 'USDC', name: 'USD Coin', decimals: 6, units: 5n }
  test('are those that the wallet names', async () => {
    const asset = { type: 'erc20', balance: 7n, address: '0xa0' }
    const asked: unknown[] = []
    const { portico } = setUp({
      getAssets: ({ networkIds, types }) => {
        asked.push([networkIds, types])
        return Promise.resolve({ [networkId]: [asset] })
      },
    })
    expect(await getAssets(portico, { types: ['erc20'] })).toEqual({ [networkId]: [asset] })
    expect(asked).toEqual([[['eip155:1', 'eip155:10', 'eip155:8453'], ['erc20']]])
  })

  test('are those that the chain tells where the wallet has no such method', async () => {
    const { portico } = setUp({
      getAssets: missing,
      getBalance: () => Promise.resolve(3n),
      getTokenBalances: () => Promise.resolve([usdc]),
    })
    const ether = { type: 'native', balance: 3n, name: 'Ether', symbol: 'ETH', decimals: 18 }
    const token = { type: 'erc20', balance: 5n, address: '0xa0', name: 'USD Coin', symbol: 'USDC', decimals: 6 }
    expect(await getAssets(portico, { networkIds: [networkId] })).toEqual({ [networkId]: [ether, token] })
    expect(await getAssets(portico, { networkIds: [networkId], types: ['erc20'] })).toEqual({ [networkId]: [token] })
    await expect(getAssets(portico, { networkIds: ['eip155:5'] })).rejects.toMatchObject({ name: 'NetworkNotConfiguredError' })
  })
})

test('a call says what it does as far as its data tells', () => {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const who = 'ab'.repeat(20)
  expect(readCall({ to, value: 2n })).toEqual({ kind: 'send', to, value: 2n })
  expect(readCall({ to, data: `0xa9059cbb${who.padStart(64, '0')}${word(7n)}` })).toEqual({
    kind: 'transfer',
    token: to,
    to: `0x${who}`,
    units: 7n,
  })
  const approve = { kind: 'approve', token: to, spender: `0x${who}` }
  expect(readCall({ to, data: `0x095EA7B3${who.padStart(64, '0')}${word(0n)}` })).toEqual({ ...approve, units: 0n })
  expect(readCall({ to, data: `0x095ea7b3${who.padStart(64, '0')}${word(2n ** 256n - 1n)}` })).toEqual({ ...approve, units: undefined })
  for (const data of ['0xa9059cbb', `0xa9059cbb${'f'.repeat(64)}${word(7n)}`, '0x12345678'])
    expect(readCall({ to, data })).toEqual({ kind: 'call', to, value: 0n })
  expect(readCall({ to, value: 1n, data: `0xa9059cbb${who.padStart(64, '0')}${word(7n)}` })).toMatchObject({ kind: 'call' })
})
