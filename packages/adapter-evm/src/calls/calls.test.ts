import type { NetworkId } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { codeError, testWallet, type TestWallet } from '../test/testWallet.js'
import { callsError } from './errors.js'
import { findSent } from './findSent.js'

const here: NetworkId = 'eip155:31337'
const to: Address = '0x000000000000000000000000000000000000dEaD'
const hash = `0x${'12'.repeat(32)}`

let chain: Anvil
let adapter: Adapter
let wallet: TestWallet
let target: { connectorId: string; address: string; networkId: NetworkId }

beforeAll(async () => {
  chain = await startAnvil({ port: 19_566 })
}, 60_000)
afterAll(() => chain.stop())
beforeEach(async () => {
  ;({ adapter } = await testAdapter({ networks: [chain.chain] }))
  wallet = testWallet({ urls: { 31337: chain.url } })
  target = { connectorId: 'org.example.wallet', address: wallet.address, networkId: here }
  await adapter.connect({ connector: wayIn(wallet), signal: never() })
})

const answers = (method: string, said: unknown) => (wallet.state.script = (asked) => (asked === method ? said : undefined))
const throws = (method: string, thrown: unknown) =>
  (wallet.state.script = (asked) => {
    if (asked === method) throw thrown
  })

describe('capabilities', () => {
  const read = async (said: unknown) => {
    answers('wallet_getCapabilities', said)
    return adapter.getCapabilities?.(target)
  }

  test('are read by network, and a wallet without the method has none', async () => {
    expect(await adapter.getCapabilities?.(target)).toEqual({})
    expect(await read({ '0x1': { atomic: { status: 'supported' } }, '0x2105': 7, nonsense: {}, __proto__: { '0x5': {} } })).toEqual({
      'eip155:1': { atomic: { status: 'supported' } },
    })
    await expect(read('all of them')).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('of all networks hold for each of the site, less what a network says itself', async () => {
    const said = {
      '0x0': { atomic: { status: 'ready' }, paymasterService: { supported: true } },
      '0x1': { atomic: { status: 'supported' } },
    }
    const paymasterService = { supported: true }
    expect(await read(said)).toEqual({
      [here]: { atomic: { status: 'ready' }, paymasterService },
      'eip155:1': { atomic: { status: 'supported' }, paymasterService },
    })
  })

  test('are as the standards write them, and older wallets are understood', async () => {
    const flowControl = { none: ['halt', 'continue', 'dance'], loose: 'all', odd: ['halt'] }
    const said = { atomicBatch: { supported: true }, auxiliaryFunds: { supported: 'yes' }, paymasterService: 1, flowControl, own: { x: 1 } }
    expect(await read({ '0x1': said })).toEqual({
      'eip155:1': { atomic: { status: 'supported' }, flowControl: { none: ['halt', 'continue'] }, own: { x: 1 } },
    })
    expect(await read({ '0x1': { atomic: { status: 'maybe' } } })).toEqual({ 'eip155:1': {} })
  })
})

describe('sending', () => {
  test('is version 2, and its id is returned in either form', async () => {
    for (const said of [{ id: 'batch-1' }, 'batch-1']) {
      answers('wallet_sendCalls', said)
      expect(await adapter.sendCalls?.({ ...target, calls: [{ to, value: 5n, data: '0xab' }] })).toEqual({ id: 'batch-1' })
    }
    expect(wallet.asked.at(-1)?.params[0]).toEqual({
      version: '2.0.0',
      from: wallet.address,
      chainId: '0x7a69',
      atomicRequired: false,
      calls: [{ to, value: '0x5', data: '0xab' }],
    })
  })

  test('carries what the site asks beside, of all and of one', async () => {
    answers('wallet_sendCalls', { id: 'mine', capabilities: { paymasterService: { paid: true } } })
    const capabilities = { paymasterService: { url: 'https://pay.example', context: { policy: 'a' } } }
    const flowControl = { flowControl: { 'on-failure': 'continue' } }
    const calls = [{ to, capabilities: flowControl }]
    expect(await adapter.sendCalls?.({ ...target, calls, id: 'mine', atomicRequired: true, capabilities })).toEqual({
      id: 'mine',
      capabilities: { paymasterService: { paid: true } },
    })
    expect(wallet.asked.at(-1)?.params[0]).toMatchObject({
      id: 'mine',
      atomicRequired: true,
      capabilities,
      calls: [{ to, capabilities: flowControl }],
    })
  })

  test.each([[{}], [''], [{ id: 7 }], [{ id: 'x'.repeat(8_195) }], [null]])('%j is no id', async (said) => {
    answers('wallet_sendCalls', said)
    await expect(adapter.sendCalls?.({ ...target, calls: [{ to }] })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('a call without an address is named before the wallet is asked', async () => {
    await expect(adapter.sendCalls?.({ ...target, calls: [{ to }, { programAddress: 'x' }] })).rejects.toMatchObject({
      option: 'calls[1].to',
    })
    expect(wallet.asked.some(({ method }) => method === 'wallet_sendCalls')).toBe(false)
  })

  test.each([
    [5700, 'UnsupportedNonOptionalCapabilityError'],
    [5710, 'UnsupportedChainIdError'],
    [5720, 'DuplicateIdError'],
    [5730, 'UnknownBundleIdError'],
    [5740, 'BundleTooLargeError'],
    [5750, 'AtomicReadyWalletRejectedUpgradeError'],
    [5760, 'AtomicityNotSupportedError'],
    [4001, 'UserRejectedError'],
    [4200, 'CapabilityMissingError'],
  ])('a wallet that says %d is understood', async (code, name) => {
    throws('wallet_sendCalls', codeError(code))
    await expect(adapter.sendCalls?.({ ...target, calls: [{ to }] })).rejects.toMatchObject({ name, code })
  })

  test.each([
    { code: 4100, message: 'not authorised' },
    { code: -32602, message: 'invalid params' },
  ])('what is wrong otherwise keeps its code: %j', async ({ code, message }) => {
    throws('wallet_sendCalls', codeError(code, message))
    await expect(adapter.sendCalls?.({ ...target, calls: [{ to }] })).rejects.toMatchObject({ name: 'WalletRequestError', code })
  })

  test.each([
    codeError(-32603, 'The method "wallet_sendCalls" does not exist / is not available.'),
    codeError(-32603, 'Method not supported: wallet_sendCalls'),
    new Error('Unsupported wc_ method'),
    new Error('Missing or invalid. request() method: wallet_sendCalls'),
    codeError(-32603, 'data did not match any variant of untagged enum'),
  ])('wallets without the method say so in their own words: $message', (thrown) => {
    expect(callsError(thrown, 'wallet_sendCalls').name).toBe('CapabilityMissingError')
  })
})

describe('status', () => {
  const receipt = {
    transactionHash: hash,
    status: '0x1',
    blockNumber: '0x7',
    blockHash: hash,
    gasUsed: '0x5208',
    logs: [{ address: to, data: '0x', topics: [hash] }],
  }
  const read = async (said: unknown) => {
    answers('wallet_getCallsStatus', said)
    return adapter.getCallsStatus?.({ ...target, id: 'a' })
  }

  test('is told with its receipts', async () => {
    const said = {
      version: '2.0.0',
      id: 'a',
      chainId: '0x1',
      status: 600,
      atomic: false,
      receipts: [receipt, { ...receipt, status: '0x0' }],
      capabilities: { x: 1 },
    }
    const told = { transactionHash: hash, blockNumber: 7n, blockHash: hash, gasUsed: 21_000n, logs: receipt.logs }
    expect(await read(said)).toEqual({
      id: 'a',
      networkId: 'eip155:1',
      status: 600,
      atomic: false,
      receipts: [
        { ...told, status: 'success' },
        { ...told, status: 'reverted' },
      ],
      capabilities: { x: 1 },
    })
    expect(wallet.asked.at(-1)?.params).toEqual(['a'])
  })

  test('of before version 2 is in words', async () => {
    expect(await read({ status: 'PENDING' })).toMatchObject({ status: 100, networkId: here, atomic: true, receipts: [] })
    expect(await read({ status: 'CONFIRMED', receipts: [receipt] })).toMatchObject({ status: 200 })
    expect(await read({ status: 'CONFIRMED', receipts: [{ ...receipt, status: '0x0' }] })).toMatchObject({ status: 500 })
  })

  test.each([
    null,
    'done',
    {},
    { status: 99 },
    { status: '200' },
    { status: 200, receipts: 7 },
    { status: 200, receipts: [{}] },
    { status: 200, receipts: [{ ...receipt, blockNumber: -1 }] },
    { status: 200, chainId: 'x' },
  ])('%j is none', async (said) => {
    await expect(read(said)).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('of a batch that the wallet does not know is 5730; showing it is the wallet’s', async () => {
    throws('wallet_getCallsStatus', codeError(5730))
    await expect(adapter.getCallsStatus?.({ ...target, id: 'a' })).rejects.toMatchObject({ code: 5730 })
    answers('wallet_showCallsStatus', null)
    await adapter.showCallsStatus?.({ ...target, id: 'a' })
    expect(wallet.asked.at(-1)).toEqual({ method: 'wallet_showCallsStatus', params: ['a'] })
  })
})

describe('one by one', () => {
  const call = { to, value: 3n }
  const since = () => adapter.checkpoint?.(target) ?? Promise.reject(new Error('none'))

  test('a call that was sent since is found by what it does, among others of the account', async () => {
    const before = await since()
    const find = () => adapter.findSent?.({ ...target, since: before, call })
    expect(await find()).toBeUndefined()
    await adapter.sendTransaction?.({ ...target, to, value: 9n })
    expect(await find()).toBeUndefined()
    const sent = (await adapter.sendTransaction?.({ ...target, ...call })) ?? ''
    await chain.test.mine({ blocks: 3 })
    expect(await find()).toBe(sent)
    expect(await adapter.findSent?.({ ...target, since: await since(), call })).toBeUndefined()
  })

  test('where one waits for a block, it cannot be told yet', async () => {
    const before = await since()
    await chain.test.setAutomine(false)
    try {
      const sent = await adapter.sendTransaction?.({ ...target, ...call })
      await expect(findSent(chain.reader, { address: wallet.address, since: before, call, wait: 0 })).rejects.toMatchObject({
        name: 'EndpointError',
      })
      await chain.test.mine({ blocks: 1 })
      expect(await adapter.findSent?.({ ...target, since: before, call })).toBe(sent)
    } finally {
      await chain.test.setAutomine(true)
    }
  })

  test('receipts are those that the chain has', async () => {
    const sent = (await adapter.sendTransaction?.({ ...target, ...call })) ?? ''
    expect(await adapter.getCallReceipts?.({ hashes: [hash, sent], networkId: here })).toMatchObject([
      { transactionHash: sent, status: 'success', gasUsed: 21_000n, logs: [] },
    ])
    await expect(adapter.getCallReceipts?.({ hashes: ['0x1'], networkId: here })).rejects.toMatchObject({ option: 'hashes' })
  })
})

describe('assets', () => {
  const metadata = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }

  test('are asked for as ERC-7811 writes it, and what is malformed is left out', async () => {
    const good = { address: to, type: 'erc20', balance: '0x10', metadata }
    const native = { address: 'native', type: 'native', balance: '0x1' }
    const odd = [null, { ...good, balance: 16 }, { ...good, address: 'x' }, { ...good, type: 7 }]
    answers('wallet_getAssets', { '0x7a69': [good, native, ...odd], '0x1': [good], x: [] })
    expect(await adapter.getAssets?.({ ...target, networkIds: [here], types: ['erc20', 'native'] })).toEqual({
      [here]: [
        { type: 'erc20', balance: 16n, address: to, ...metadata },
        { type: 'native', balance: 1n },
      ],
    })
    expect(wallet.asked.at(-1)?.params).toEqual([
      { account: wallet.address, chainFilter: ['0x7a69'], assetTypeFilter: ['erc20', 'native'] },
    ])
  })

  test('of a wallet without the method are nobody’s here', async () => {
    await expect(adapter.getAssets?.(target)).rejects.toMatchObject({ name: 'CapabilityMissingError' })
    answers('wallet_getAssets', [])
    await expect(adapter.getAssets?.(target)).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })
})
