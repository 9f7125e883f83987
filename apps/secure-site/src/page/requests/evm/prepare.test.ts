import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeFunctionData, type Hex, maxUint256, pad, parseAbi, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import {
  bytesToHex,
  hashMessage,
  hexToBytes,
  keccak256,
  recoverAddress,
  recoverAuthorizationAddress,
  recoverMessageAddress,
} from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { keys, nodeDouble, own, testContext, tokenAnswers } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import type { PrepareContext } from '../types.js'
import { permit2 } from './action.js'
import { otherTyped, permit, typed } from './fixtures.test.helper.js'
import { isoTime, isUnlimited } from './describe.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
])
const known = { knownAddresses: [alice, router] }

const send = (transaction: Record<string, unknown>, answers: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) =>
  prepareRequest(
    { id: 'r', method: 'eth_sendTransaction', params: [transaction] },
    testContext({ fetch: nodeDouble(answers).fetch, ...known, ...changes }),
  )
const call = (data: Hex, more: Record<string, unknown> = {}) => ({ to: token, data, ...more })
const sign = (data: unknown, answers: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) =>
  prepareRequest(
    { id: 'r', method: 'eth_signTypedData_v4', params: [own, data] },
    testContext({ fetch: nodeDouble(answers).fetch, ...known, ...changes }),
  )
const personal = (params: unknown, changes: Partial<PrepareContext> = {}) =>
  prepareRequest({ id: 'r', method: 'personal_sign', params }, testContext(changes))

describe('a transaction', () => {
  test('says who gets how much, and what the fee is', async () => {
    const request = await send({ to: alice, value: '0x6f05b59d3b20000' })
    expect(request).toMatchObject({
      id: 'r',
      method: 'eth_sendTransaction',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: own,
      effects: [{ kind: 'send', values: { amount: '0.5', symbol: 'ETH', to: alice } }],
      warnings: [],
      risk: 'normal',
      // 21,000 of gas for 1.1 gwei, and at the most for 2.1.
      fee: { expected: '0.0000231', ceiling: '0.0000441', symbol: 'ETH' },
      changes: [{ symbol: 'ETH', amount: '-0.5' }],
    })
    expect(request.details).toEqual([
      { path: 'type', value: 'eip1559' },
      { path: 'chainId', value: '1' },
      { path: 'from', value: own },
      { path: 'to', value: alice },
      { path: 'value', value: '500000000000000000' },
      { path: 'data', value: '0x' },
      { path: 'nonce', value: '5' },
      { path: 'gas', value: '21000' },
      { path: 'maxFeePerGas', value: '2100000000' },
      { path: 'maxPriorityFeePerGas', value: '100000000' },
    ])
    expect(Object.isFrozen(request) && Object.isFrozen(request.effects) && Object.isFrozen(request.details[0])).toBe(true)
  })

  test('S9: what is sent is what the details say, and the hash is the one that is signed', async () => {
    let raw: Hex = '0x'
    const request = await send(
      { to: alice, value: '0x5' },
      { eth_sendRawTransaction: ([sent]: readonly Hex[]) => keccak256((raw = sent ?? '0x')) },
    )
    const hash = await request.sign(keys)
    expect(hash).toBe(keccak256(raw))
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(own)
    const { r, s, v: _, yParity, ...sent } = parseTransaction(raw as `0x02${string}`)
    expect(sent).toEqual({
      type: 'eip1559',
      chainId: 1,
      to: alice.toLowerCase(),
      value: 5n,
      nonce: 5,
      gas: 21_000n,
      maxFeePerGas: 2_100_000_000n,
      maxPriorityFeePerGas: 100_000_000n,
    })
    expect(await recoverAddress({ hash: request.hash as Hex, signature: { r: r ?? '0x', s: s ?? '0x', yParity: yParity ?? 0 } })).toBe(own)
  })

  test('with a key of somebody else nothing is signed', async () => {
    const request = await send({ to: alice })
    await expect(request.sign({ withKey: async (_, run) => run(new Uint8Array(32).fill(1)) })).rejects.toMatchObject({
      name: 'WrongKeyError',
      code: -32603,
    })
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>, Record<string, string>]>([
    [
      "the site's own",
      { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1', gas: '0x7530', nonce: '0x9' },
      {},
      { nonce: '9', gas: '30000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1' },
    ],
    ['a ceiling below the usual tip', { maxFeePerGas: '0x5' }, {}, { maxFeePerGas: '5', maxPriorityFeePerGas: '5' }],
    [
      "a tip of the site's, with room above",
      { maxPriorityFeePerGas: '0x7' },
      {},
      { maxFeePerGas: '2000000007', maxPriorityFeePerGas: '7' },
    ],
    ['one price', { gasPrice: '0x64' }, {}, { type: 'legacy', gasPrice: '100' }],
    ['an old type, by the next base fee and the tip', { type: '0x0' }, {}, { type: 'legacy', gasPrice: '1225000000' }],
    ['an old type with accesses', { type: '0x1', accessList: [] }, {}, { type: 'eip2930', gasPrice: '1225000000' }],
    ['a chain without a base fee', {}, { eth_feeHistory: { baseFeePerGas: ['0x0', '0x0'] } }, { type: 'legacy', gasPrice: '1000000000' }],
    ['a node without a history', {}, { eth_feeHistory: undefined }, { type: 'legacy', gasPrice: '1000000000' }],
    [
      'a new type on a chain without a base fee',
      { type: '0x2' },
      { eth_feeHistory: undefined },
      { type: 'eip1559', maxFeePerGas: '1000000000', maxPriorityFeePerGas: '1000000000' },
    ],
    [
      'a median tip above what the node asks',
      {},
      { eth_feeHistory: { baseFeePerGas: ['0x1', '0x64'], reward: [['0x9'], ['0x3b9aca00'], ['0x77359400']] } },
      { maxPriorityFeePerGas: '1000000000', maxFeePerGas: '1000000200' },
    ],
    ['a node without a tip', {}, { eth_maxPriorityFeePerGas: undefined }, { maxPriorityFeePerGas: '100000000' }],
    ['a fifth more gas than estimated', {}, { eth_estimateGas: '0x186a0' }, { gas: '120000' }],
    ['gas for a transaction that would fail', {}, { eth_estimateGas: new Error('execution reverted') }, { gas: '500000' }],
  ])('is filled in: %s', async (_, asked, answers, expected) => {
    const { details } = await send({ to: alice, ...asked }, answers)
    expect(Object.fromEntries(details.map(({ path, value }) => [path, value]))).toMatchObject(expected)
  })

  test('is not more than estimated where the site asks for less gas', async () => {
    const { fee } = await send({ to: alice, gas: '0x5208', gasPrice: '0x3b9aca00' }, { eth_estimateGas: '0xf4240' })
    expect(fee).toEqual({ expected: '0.000021', ceiling: '0.000021', symbol: 'ETH' })
  })

  test.each([
    ['eth_getTransactionCount', { eth_getTransactionCount: 'x' }],
    ['eth_getTransactionCount', { eth_getTransactionCount: '0xffffffffffffffff' }],
    ['eth_gasPrice', { eth_feeHistory: undefined, eth_gasPrice: null }],
    ['eth_estimateGas', { eth_estimateGas: {} }],
  ])('R9: %s that makes no sense is a typed error', async (_, answers) => {
    await expect(send({ to: alice }, answers)).rejects.toMatchObject({ name: 'NodeUnreachableError', code: -32603 })
  })

  test('that would fail says so, and can be looked at all the same', async () => {
    const request = await send({ to: alice }, { eth_estimateGas: new Error('execution reverted') })
    expect(request).toMatchObject({ warnings: [{ kind: 'willFail' }] })
    const simulated = await send({ to: alice }, { eth_simulateV1: [{ calls: [{ status: '0x0', error: { message: 'no funds' } }] }] })
    expect(simulated).toMatchObject({ warnings: [{ kind: 'willFail' }], risk: 'risky', changes: 'failed' })
    const called = await send({ to: alice }, { eth_call: new Error('execution reverted') })
    expect(called).toMatchObject({ warnings: [{ kind: 'willFail' }], changes: 'failed' })
  })

  test.each<[string, Record<string, unknown>, Partial<PrepareContext>, string[], string]>([
    ['somebody new', { to: '0x976EA74026E726554dB657fA54763abd0C3a0aa9' }, {}, ['unverifiedContract', 'newRecipient'], 'caution'],
    [
      'an imitation',
      { to: `${alice.slice(0, 4)}${'0'.repeat(32)}${alice.slice(-6).toLowerCase()}`.toLowerCase() },
      {},
      ['lookAlike', 'unverifiedContract'],
      'risky',
    ],
    ['one coin, less what the fee takes', { to: alice, value: '0xdbd2fc137a30000' }, {}, [], 'normal'],
    ['one coin and the fee', { to: alice, value: '0xde0b6b3a7640000' }, {}, ['largeValue'], 'risky'],
    ['more than one coin', { to: alice, value: '0xde0b6b3a7640001' }, {}, ['largeValue'], 'risky'],
    ["as much as the operator's limit", { to: alice, value: '0x64' }, { riskyAbove: { 'eip155:1': '100' } }, ['largeValue'], 'risky'],
    ['a fee above the limit', { to: alice, maxFeePerGas: '0x38d7ea4c68000' }, {}, ['largeValue'], 'risky'],
    ['a call of no known kind', { to: router, data: '0x12345678' }, {}, ['unknownCall', 'cannotSimulate'], 'risky'],
    ['such a call with coins', { to: router, data: '0x12345678', value: '0x1' }, {}, ['unknownCall', 'cannotSimulate'], 'risky'],
    ['code to leave', { data: '0x6000' }, {}, ['unknownCall', 'cannotSimulate'], 'risky'],
    ['code to leave with coins', { data: '0x6000', value: '0x1' }, {}, ['unknownCall', 'cannotSimulate'], 'risky'],
  ])('to %s is said to be what it is', async (_, asked, changes, kinds, risk) => {
    const request = await send(asked, {}, changes)
    expect(request.warnings.map(({ kind }) => kind)).toEqual(kinds)
    expect(request.risk).toBe(risk)
  })
})

describe('S11: what may be approved in a frame', () => {
  const log = (address: string, topics: readonly Hex[], ...words: readonly bigint[]) => ({
    address,
    topics,
    data: `0x${words.map((value) => toHex(value, { size: 32 }).slice(2)).join('')}`,
  })
  const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const moved = (address: string, units: bigint, from: Hex = own, to: Hex = alice) => log(address, [transferred, pad(from), pad(to)], units)
  const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
  const limits: Readonly<Record<string, string>> = {
    'eip155:1': String(10n ** 18n),
    [`eip155:1/erc20:${token.toLowerCase()}`]: '1000000000',
    [`eip155:1/erc20:${dai.toLowerCase()}`]: String(10n ** 21n),
  }
  /** A call that can be read, as a trial run has it: `logs`, and what is left of each allowance that is asked for after it. */
  const outcome = async (logs: readonly unknown[], { left = [] as readonly bigint[], data = pay, riskyAbove = limits } = {}) => {
    const { risk, warnings } = await send(
      { to: token, data },
      {
        eth_simulateV1: ([{ blockStateCalls }]: readonly [{ blockStateCalls: readonly { calls: readonly unknown[] }[] }]) => {
          const looks = (blockStateCalls[0]?.calls.length ?? 1) - 1
          return [
            {
              calls: [
                { status: '0x1', logs },
                ...left.slice(0, looks).map((units) => ({ status: '0x1', returnData: toHex(units, { size: 32 }) })),
              ],
            },
          ]
        },
      },
      { riskyAbove },
    )
    return [risk, warnings.some(({ kind }) => kind === 'largeValue')]
  }
  const pay = encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 1n] })
  const allow = encodeFunctionData({ abi, functionName: 'approve', args: [router, 5n] })
  const approval = (units: bigint, address = token) =>
    log(address, ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', pad(own), pad(router)], units)

  test('what leaves is listed, and together within the limits, the fee included', async () => {
    expect(await outcome([moved(token, 900_000_000n)])).toEqual(['normal', false])
    expect(await outcome([moved(token, 1_000_000_000n)])).toEqual(['risky', true])
    expect(await outcome([moved(token, 600_000_000n), moved(token, 400_000_001n)])).toEqual(['risky', true])
    expect(await outcome([moved(native, 10n ** 18n + 1n)])).toEqual(['risky', true])
    // Two thirds of one and two thirds of another.
    expect(await outcome([moved(token, 660_000_000n)])).toEqual(['normal', false])
    expect(await outcome([moved(token, 660_000_000n), moved(dai, 660n * 10n ** 18n)])).toEqual(['risky', true])
    expect(await outcome([moved(token, 1n)], { riskyAbove: { ...limits, [`eip155:1/erc20:${token.toLowerCase()}`]: '0' } })).toEqual([
      'risky',
      true,
    ])
  })

  test('a swap of what is listed for what is not stays, and the other way round does not', async () => {
    const [some, strange] = [moved(token, 1_000_000n), moved('0x1111111111111111111111111111111111111111', 5n, alice, own)]
    expect(await outcome([some, strange])).toEqual(['normal', false])
    expect(await outcome([moved(token, 5n, alice, own), moved('0x1111111111111111111111111111111111111111', 1n)])).toEqual(['risky', false])
  })

  test('items never leave from there: ERC-721, ERC-1155, one or several', async () => {
    expect(await outcome([log(dai, [transferred, pad(own), pad(alice), pad('0x2a')])])).toEqual(['risky', false])
    const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
    expect(await outcome([log(dai, [single, pad(own), pad(own), pad(alice)], 7n, 1n)])).toEqual(['risky', false])
    const several = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
    expect(await outcome([log(dai, [several, pad(own), pad(own), pad(alice)], 64n, 128n, 1n, 7n, 1n, 1n)])).toEqual(['risky', false])
    expect(await outcome([log(dai, [several, pad(own), pad(own), pad(alice)], 64n)])).toEqual(['risky', false])
  })

  test('an allowance that is used up on the way stays, and one that is left does not', async () => {
    expect(await outcome([approval(5n), moved(token, 5n)], { data: allow, left: [0n] })).toEqual(['caution', false])
    expect(await outcome([approval(5n)], { data: allow, left: [5n] })).toEqual(['risky', false])
    // The node does not say; the token says nothing of it; somebody else's call gives it.
    expect(await outcome([approval(5n)], { data: allow })).toEqual(['risky', false])
    expect(await outcome([], { data: allow, left: [5n] })).toEqual(['risky', false])
    expect(await outcome([approval(9n, dai)], { left: [9n] })).toEqual(['risky', false])
    expect(await outcome([approval(0n)], { left: [0n] })).toEqual(['normal', false])
  })

  test('S11: what comes back in a trial run was out of hand, and so was what could have been spent', async () => {
    const back = (units: bigint) => [moved(token, units), moved(token, units, alice, own)]
    expect(await outcome(back(900_000_000n))).toEqual(['normal', false])
    expect(await outcome(back(1_000_000_001n))).toEqual(['risky', true])
    const { [`eip155:1/erc20:${token.toLowerCase()}`]: _listed, ...others } = limits
    expect(await outcome([approval(5n)], { data: allow, left: [0n], riskyAbove: others })).toEqual(['risky', false])
    const much = encodeFunctionData({ abi, functionName: 'approve', args: [router, 1_000_000_001n] })
    expect(await outcome([approval(5n)], { data: much, left: [0n] })).toEqual(['risky', true])
  })

  test('S11: more of a token for somebody else, which only who has a say over it can make', async () => {
    const mint = (to: Hex) =>
      encodeFunctionData({ abi: parseAbi(['function mint(address, uint256)']), functionName: 'mint', args: [to, 5n] })
    expect(await outcome([], { data: mint(own) })).toEqual(['caution', false])
    expect(await outcome([], { data: mint(alice) })).toEqual(['risky', false])
  })

  test('S11: what is somebody else’s, and goes by a say that the account has over it', async () => {
    const from = parseAbi(['function transferFrom(address, address, uint256)', 'function safeTransferFrom(address, address, uint256)'])
    const take = (functionName: 'transferFrom' | 'safeTransferFrom', to: Hex) =>
      encodeFunctionData({ abi: from, functionName, args: [router, to, 5n] })
    for (const name of ['transferFrom', 'safeTransferFrom'] as const) {
      expect(await outcome([moved(token, 5n, router, alice)], { data: take(name, alice) })).toEqual(['risky', false])
      expect(await outcome([moved(token, 5n, router, own)], { data: take(name, own) })).toEqual(['normal', false])
    }
  })

  test('every other standing permission', async () => {
    const forAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
    expect(await outcome([log(dai, [forAll, pad(own), pad(router)], 1n)])).toEqual(['risky', false])
    expect(await outcome([log(dai, [forAll, pad(own), pad(router)], 0n)])).toEqual(['normal', false])
    const nft = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    expect(await outcome([log(dai, [nft, pad(own), pad(router), pad('0x2a')])])).toEqual(['risky', false])
    expect(await outcome([log(dai, [nft, pad(own), pad('0x0'), pad('0x2a')])])).toEqual(['normal', false])
    const permit2Approval = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
    expect(await outcome([log(permit2, [permit2Approval, pad(own), pad(token), pad(router)], 5n, 1n)])).toEqual(['risky', false])
  })

  test('what cannot be tried out, or not be read, is not approved there', async () => {
    expect((await send({ to: token, data: pay }, { eth_call: new Error('gone') }, { riskyAbove: limits })).risk).toBe('risky')
    expect(await outcome([], { data: '0x12345678' })).toEqual(['risky', false])
  })

  test('coins that a node does not trace are counted all the same', async () => {
    const { changes, risk } = await send(
      { to: alice, value: toHex(2n * 10n ** 18n) },
      { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] },
    )
    expect([changes, risk]).toEqual([[{ symbol: 'ETH', amount: '-2' }], 'risky'])
  })
})

test('somebody new who is no contract is only new', async () => {
  const request = await send({ to: '0x976EA74026E726554dB657fA54763abd0C3a0aa9' }, { eth_getCode: '0x' })
  expect(request.warnings.map(({ kind }) => kind)).toEqual(['newRecipient'])
})

describe('effects', () => {
  const effectOf = async (data: Hex, answers: Record<string, unknown> = {}) => {
    const riskyAbove = { [`eip155:1/erc20:${token.toLowerCase()}`]: '1000000000' }
    const { effects, warnings, risk } = await send(call(data), answers, { riskyAbove })
    return { effect: effects[0], warnings: warnings.filter(({ kind }) => kind !== 'cannotSimulate'), risk, count: effects.length }
  }
  const usdc = { symbol: 'USDC', unverified: 'true', token }
  const tried = { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }

  test('a token, by what its contract says', async () => {
    expect(await effectOf(encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 5_250_000n] }))).toEqual({
      effect: { kind: 'send', values: { ...usdc, amount: '5.25', to: alice } },
      warnings: [],
      risk: 'normal',
      count: 1,
    })
  })

  test("somebody else's tokens", async () => {
    const { effect } = await effectOf(encodeFunctionData({ abi, functionName: 'transferFrom', args: [router, alice, 1n] }))
    expect(effect).toEqual({ kind: 'send', values: { ...usdc, amount: '0.000001', to: alice, from: router } })
    const mine = await effectOf(encodeFunctionData({ abi, functionName: 'transferFrom', args: [own, alice, 1n] }))
    expect(mine.effect?.values).toEqual({ ...usdc, amount: '0.000001', to: alice })
  })

  test.each([
    [990_000_000n, 'normal', []],
    [1_000_000_001n, 'risky', ['largeValue']],
  ])('%i units of a token with 6 decimals: %s', async (amount, risk, kinds) => {
    const found = await effectOf(encodeFunctionData({ abi, functionName: 'transfer', args: [alice, amount] }))
    expect([found.risk, found.warnings.map(({ kind }) => kind)]).toEqual([risk, kinds])
  })

  test("a token's own limit is the operator's", async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 11n] })
    const limit = (units: string) => ({ riskyAbove: { [`eip155:1/erc20:${token.toLowerCase()}`]: units } })
    expect((await send(call(data), {}, limit('10'))).risk).toBe('risky')
    expect((await send(call(data), {}, limit('12'))).risk).toBe('normal')
    // A token without one is not listed.
    expect((await send(call(data), {}, limit('ten'))).risk).toBe('risky')
    expect((await send(call(data))).risk).toBe('risky')
  })

  test('a token that does not say its decimals is shown in its smallest units, and looked at', async () => {
    const silent = { eth_call: new Error('execution reverted'), eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }
    const found = await effectOf(encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 7n] }), silent)
    expect(found).toMatchObject({
      effect: { values: { symbol: '', unverified: 'true', token, amount: '7', units: 'smallest', to: alice } },
      risk: 'caution',
    })
  })

  test('S36: a symbol is cleaned, and marked where it mixes alphabets', async () => {
    const found = await effectOf(
      encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 7n] }),
      tokenAnswers({ symbol: 'US\u202eD\u0421' }),
    )
    expect(found.effect?.values).toMatchObject({ symbol: 'USD\u0421', mixedScript: 'true' })
  })

  test('an NFT where the contract is one', async () => {
    const found = await effectOf(
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [own, alice, 42n] }),
      tokenAnswers({ symbol: 'APE', isNft: true }),
    )
    expect(found.effect).toEqual({
      kind: 'send',
      values: { symbol: 'APE', unverified: 'true', token, amount: '1', tokenId: '42', to: alice },
    })
    const safe = await effectOf(
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [router, alice, 42n] }),
      tokenAnswers({ symbol: 'APE', isNft: true }),
    )
    expect(safe.effect).toEqual({
      kind: 'send',
      values: { symbol: 'APE', unverified: 'true', token, amount: '1', tokenId: '42', to: alice, from: router },
    })
  })

  test('a contract that is not there', async () => {
    const found = await effectOf(encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 7n] }), { eth_getCode: '0x' })
    expect(found).toMatchObject({ warnings: [{ kind: 'unverifiedContract', values: { address: token, reason: 'noCode' } }], risk: 'risky' })
  })

  test('S15: an unlimited permission is said, and can be lowered', async () => {
    const node = nodeDouble()
    const context = testContext({ fetch: node.fetch, ...known })
    const request = await prepareRequest(
      {
        id: 'r',
        method: 'eth_sendTransaction',
        params: [call(encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] }))],
      },
      context,
    )
    expect(request.effects).toEqual([{ kind: 'approve', values: { ...usdc, amount: '', unlimited: 'true', spender: router } }])
    expect(request.warnings).toContainEqual({ kind: 'unlimited', values: { spender: router } })
    expect(request.risk).toBe('risky')
    const lowered = await request.reduce?.('12.5')
    expect(lowered?.effects).toEqual([{ kind: 'approve', values: { ...usdc, amount: '12.5', spender: router } }])
    expect(lowered?.details.find(({ path }) => path === 'data')?.value).toBe(
      encodeFunctionData({ abi, functionName: 'approve', args: [router, 12_500_000n] }),
    )
    expect(lowered?.hash).not.toBe(request.hash)
    expect(lowered).not.toHaveProperty('reduce')
    await expect(request.reduce?.('nothing')).rejects.toMatchObject({ name: 'InvalidDecimalError' })
    await expect(request.reduce?.('-1')).rejects.toMatchObject({ name: 'InvalidParamsError' })
    await expect(request.reduce?.(String(maxUint256))).rejects.toMatchObject({ name: 'InvalidParamsError' })
  })

  test('a permission within limits cannot be lowered, and neither can one of a token without decimals', async () => {
    const some = encodeFunctionData({ abi, functionName: 'approve', args: [router, 5n] })
    expect(await send(call(some))).not.toHaveProperty('reduce')
    const all = encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] })
    expect(await send(call(all), { eth_call: new Error('reverted') })).not.toHaveProperty('reduce')
  })

  test('a permission that is added to, and one that is taken back', async () => {
    const added = await effectOf(encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, 2_000_000n] }))
    expect(added.effect).toEqual({ kind: 'approve', values: { ...usdc, amount: '2', spender: router, added: 'true' } })
    expect(added.warnings).toEqual([{ kind: 'unverifiedContract', values: { address: router, reason: 'contract' } }])
    expect(added.risk).toBe('risky')
    const back = await effectOf(encodeFunctionData({ abi, functionName: 'approve', args: [router, 0n] }), tried)
    expect(back).toMatchObject({ warnings: [], risk: 'normal' })
  })

  test('a spender that is a plain account, as thieves have it', async () => {
    const codes = { eth_getCode: ([address]: readonly unknown[]) => (address === router ? '0x' : '0x60') }
    const found = await effectOf(encodeFunctionData({ abi, functionName: 'approve', args: [router, 5n] }), codes)
    expect(found).toMatchObject({
      warnings: [{ kind: 'unverifiedContract', values: { address: router, reason: 'account' } }],
      risk: 'risky',
    })
    const unknown = await effectOf(encodeFunctionData({ abi, functionName: 'approve', args: [router, 5n] }), { eth_getCode: undefined })
    expect(unknown.warnings).toEqual([{ kind: 'unverifiedContract', values: { address: router, reason: 'unknown' } }])
    const everywhere = await effectOf(encodeFunctionData({ abi, functionName: 'approve', args: [permit2, 5n] }))
    expect(everywhere).toMatchObject({ warnings: [], risk: 'risky' })
  })

  test('S17: a spender that imitates a known address', async () => {
    const imitation = `${router.slice(0, 4)}${'1'.repeat(32)}${router.slice(-6)}`.toLowerCase() as Hex
    const found = await effectOf(encodeFunctionData({ abi, functionName: 'approve', args: [imitation, 5n] }))
    expect(found.warnings.map(({ kind }) => kind)).toEqual(['lookAlike'])
    expect(found.risk).toBe('risky')
  })

  test('all NFTs of a collection', async () => {
    const given = await effectOf(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, true] }))
    expect(given).toMatchObject({
      effect: { kind: 'approvalForAll', values: { collection: token, operator: router, approved: 'true', symbol: 'USDC' } },
      warnings: [{ kind: 'approvalForAll', values: { operator: router } }, { kind: 'unverifiedContract' }],
      risk: 'risky',
    })
    expect(await effectOf(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, false] }), tried)).toMatchObject({
      warnings: [],
      risk: 'normal',
    })
  })

  test('an unknown call, and code that is left', async () => {
    const { effects } = await send({ to: permit2, data: '0x12345678', value: '0x1' })
    expect(effects).toEqual([
      { kind: 'call', values: { to: permit2, selector: '0x12345678', value: '0.000000000000000001', symbol: 'ETH', contract: 'Permit2' } },
    ])
    expect((await send({ data: '0x600035', value: '0x1' })).effects).toEqual([
      { kind: 'deploy', values: { size: '3', value: '0.000000000000000001', symbol: 'ETH' } },
    ])
  })
})

describe('ERC-7702', () => {
  const delegation = (address: string) => ({ to: own, authorizationList: [{ chainId: 1, address }] })

  test('S15: an account is handed to a listed delegate only', async () => {
    await expect(send(delegation(router))).rejects.toMatchObject({ name: 'DelegateNotListedError', code: -32602 })
    await expect(send(delegation(router), {}, { delegates: { 'eip155:10': [router] } })).rejects.toMatchObject({
      name: 'DelegateNotListedError',
    })
    const request = await send(delegation(router), {}, { delegates: { 'eip155:1': [router.toLowerCase()] } })
    expect(request.effects[0]).toEqual({ kind: 'delegation', values: { delegate: router, account: own } })
    expect(request.warnings).toContainEqual({ kind: 'delegation', values: { delegate: router } })
    expect(request.risk).toBe('risky')
    expect(request.details).toContainEqual({ path: 'authorizationList[0].nonce', value: '6' })
    expect(request.hash).toBeUndefined()
  })

  test('the authorisation is signed with the transaction', async () => {
    let raw: Hex = '0x'
    const request = await send(
      delegation(router),
      { eth_sendRawTransaction: ([sent]: readonly Hex[]) => keccak256((raw = sent ?? '0x')) },
      { delegates: { 'eip155:1': [router] } },
    )
    await request.sign(keys)
    const parsed = parseTransaction(raw as `0x04${string}`)
    expect(parsed.type).toBe('eip7702')
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(own)
    const [authorization] = parsed.authorizationList ?? []
    expect(authorization).toMatchObject({ address: router.toLowerCase(), chainId: 1, nonce: 6 })
    if (authorization) expect(await recoverAuthorizationAddress({ authorization })).toBe(own)
  })

  test('one that is taken back needs no list', async () => {
    expect((await send(delegation(`0x${'0'.repeat(40)}`))).effects[0]?.kind).toBe('delegation')
  })

  test("another account's, signed already, shows all of it", async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const signed = { to: own, authorizationList: [{ chainId: 1, address: router, nonce: 3, r: hash, s: hash, yParity: 1 }] }
    const request = await send(signed, {}, { delegates: { 'eip155:1': [router] } })
    expect(request.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(request.details.slice(-6)).toEqual([
      { path: 'authorizationList[0].address', value: router },
      { path: 'authorizationList[0].chainId', value: '1' },
      { path: 'authorizationList[0].nonce', value: '3' },
      { path: 'authorizationList[0].r', value: hash },
      { path: 'authorizationList[0].s', value: hash },
      { path: 'authorizationList[0].yParity', value: '1' },
    ])
  })
})

describe('typed data', () => {
  test('a permit is risky, whatever it allows', async () => {
    const request = await sign(permit({ value: '2500000' }))
    expect(request).toMatchObject({
      effects: [
        {
          kind: 'permit',
          values: { symbol: 'USDC', unverified: 'true', token, amount: '2.5', spender: router, until: '2027-01-15T08:00:00Z' },
        },
      ],
      warnings: [
        { kind: 'permit', values: { spender: router } },
        { kind: 'unverifiedContract', values: { address: router, reason: 'contract' } },
      ],
      risk: 'risky',
      changes: 'none',
    })
    expect(request.fee).toBeUndefined()
  })

  test('an unlimited one says so', async () => {
    const { effects, warnings } = await sign(permit({ value: String(maxUint256), deadline: String(maxUint256) }))
    expect(effects[0]?.values).toMatchObject({ amount: '', unlimited: 'true', until: String(maxUint256) })
    expect(warnings).toContainEqual({ kind: 'unlimited', values: { spender: router } })
  })

  test('the signature is over the hash that is shown, and is the account’s', async () => {
    const request = await sign(JSON.stringify(permit()))
    const signature = (await request.sign(keys)) as Hex
    expect(await recoverAddress({ hash: request.hash as Hex, signature })).toBe(own)
  })

  test('a permit of another account is refused', async () => {
    await expect(sign(permit({ owner: alice }))).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })

  test('a permit that counts on every chain says so', async () => {
    const domain = { name: 'USD Coin', version: '2', verifyingContract: token }
    expect((await sign(permit({}, domain))).warnings).toContainEqual({ kind: 'domainMismatch', values: { reason: 'noChain' } })
    expect((await sign(permit())).warnings.map(({ kind }) => kind)).not.toContain('domainMismatch')
  })

  test('an imitation of Permit2 is said to be one', async () => {
    const message = { permitted: { token, amount: 6 }, spender: router, nonce: 1, deadline: 2 }
    const types = {
      PermitTransferFrom: 'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
      TokenPermissions: 'address token, uint256 amount',
    }
    const imitation = await sign(typed('PermitTransferFrom', types, { name: 'Permit2', chainId: 1, verifyingContract: alice }, message))
    expect(imitation.warnings).toContainEqual({ kind: 'unverifiedContract', values: { address: alice, reason: 'imitation' } })
    const real = await sign(typed('PermitTransferFrom', types, { name: 'Permit2', chainId: 1, verifyingContract: permit2 }, message))
    expect(real.warnings.filter(({ values }) => values?.['reason'] === 'imitation')).toEqual([])
  })

  test('an order says what is given and what is got', async () => {
    const { effects, warnings, risk } = await sign(
      typed(
        'Order',
        {
          Order:
            'uint256 salt, address maker, address receiver, address makerAsset, address takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits',
        },
        { name: '1inch', chainId: 1, verifyingContract: router },
        {
          salt: 1,
          maker: own,
          receiver: alice,
          makerAsset: token,
          takerAsset: `0x${'0'.repeat(40)}`,
          makingAmount: '1500000',
          takingAmount: '2000000000000000000',
          makerTraits: 0,
        },
      ),
    )
    expect(effects).toEqual([{ kind: 'order', values: { protocol: '1inch', gives: `1.5 USDC (${token})`, gets: '2 ETH', to: alice } }])
    expect([warnings, risk]).toEqual([[{ kind: 'order' }], 'risky'])
  })

  test('a message of no known kind is shown by its own names', async () => {
    const request = await sign(otherTyped['mail'])
    const verifyingContract = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
    expect(request).toMatchObject({
      effects: [{ kind: 'typedData', values: { primaryType: 'Mail', name: 'Ether Mail', version: '1', verifyingContract } }],
      warnings: [],
      risk: 'risky',
    })
    const gone = await sign(otherTyped['mail'], { eth_getCode: '0x' })
    expect(gone.warnings).toEqual([{ kind: 'unverifiedContract', values: { address: verifyingContract, reason: 'noCode' } }])
  })

  test('one that gives something away, by its own names, is unreadable', async () => {
    expect(await sign(otherTyped['strangePermit'])).toMatchObject({
      effects: [{ kind: 'unreadable', values: { primaryType: 'PermitEverything', name: 'Vault' } }],
      warnings: [{ kind: 'unreadable' }],
      risk: 'risky',
    })
  })

  test.each<[string, unknown[]]>([
    ['no list', []],
    ['no account', [5, permit()]],
    ['more than two', [own, permit(), 1]],
  ])('parameters that are %s are refused', async (_, params) => {
    await expect(prepareRequest({ id: 'r', method: 'eth_signTypedData_v4', params }, testContext())).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
    })
  })

  test('another account is refused', async () => {
    await expect(
      prepareRequest({ id: 'r', method: 'eth_signTypedData_v4', params: [alice, permit()] }, testContext()),
    ).rejects.toMatchObject({ code: 4100 })
  })

  test('S14: a domain of another chain is refused', async () => {
    const domain = { name: 'USD Coin', version: '2', chainId: 10, verifyingContract: token }
    await expect(sign(permit({}, domain))).rejects.toMatchObject({ name: 'ChainMismatchError', code: -32602 })
  })
})

describe('personal_sign', () => {
  test('a text is shown as it is signed', async () => {
    const text = 'Hello, Grüße 👋🏽\nsecond line'
    const request = await personal([bytesToHex(new TextEncoder().encode(text)), own])
    expect(request).toMatchObject({
      effects: [{ kind: 'message', values: {}, message: text }],
      warnings: [],
      risk: 'normal',
      changes: 'none',
      hash: hashMessage(text),
    })
    expect(request.details).toEqual([
      { path: 'address', value: own },
      { path: 'message', value: text },
      { path: 'message (hex)', value: bytesToHex(new TextEncoder().encode(text)) },
    ])
    const signature = (await request.sign(keys)) as Hex
    expect(await recoverMessageAddress({ message: text, signature })).toBe(own)
    const { s } = secp256k1.Signature.fromBytes(hexToBytes(signature).subarray(0, 64), 'compact')
    expect(s <= secp256k1.Point.Fn.ORDER / 2n).toBe(true)
  })

  test.each<[string, unknown[], string]>([
    ['text as it stands', ['Hello', own], 'Hello'],
    ['the two the other way round', [own.toLowerCase(), 'Hello'], 'Hello'],
    ['an empty third', ['Hello', own.toLowerCase(), ''], 'Hello'],
    ['text that only begins like hex', ['0xhello', own], '0xhello'],
    ['half a byte, which is text', ['0xabc', own], '0xabc'],
    ['nothing at all', ['', own], ''],
  ])('%s', async (_, params, message) => {
    expect((await personal(params)).effects).toEqual([{ kind: 'message', values: {}, message }])
  })

  test.each<[string, Hex]>([
    ['a hash', `0x${'de'.repeat(32)}`],
    ['a text with a hidden direction', bytesToHex(new TextEncoder().encode('pay \u202eecila'))],
    ['a text with a null', '0x610062'],
  ])('%s is shown as hex, and is risky', async (_, hex) => {
    const request = await personal([hex, own])
    expect(request).toMatchObject({
      effects: [{ kind: 'message', values: { bytes: String((hex.length - 2) / 2) }, message: hex }],
      warnings: [{ kind: 'blindMessage' }],
      risk: 'risky',
    })
  })

  test('a sign-in for this site is shown by its fields', async () => {
    const text = `app.example wants you to sign in with your Ethereum account:\n${own}\n\nWelcome.\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z\nExpiration Time: 2126-01-01T00:00:00Z\nResources:\n- https://app.example/terms`
    const request = await personal([text, own])
    expect(request).toMatchObject({
      effects: [{ kind: 'signIn', message: text, values: { domain: 'app.example', statement: 'Welcome.', chainId: '1' } }],
      warnings: [],
      risk: 'normal',
    })
    expect(request.details).toContainEqual({ path: 'signIn.nonce', value: 'abcdefgh1' })
    expect(request.details).toContainEqual({ path: 'signIn.resources[0]', value: 'https://app.example/terms' })
    expect((await personal([text, own], { newOrigin: true })).risk).toBe('risky')
    const expired = await personal([text.replace('2126-01-01', '2026-01-01'), own])
    expect(expired.warnings).toEqual([{ kind: 'willFail' }])
  })

  test('S25: a sign-in for another site is refused, also behind bytes that are no text', async () => {
    const text = `evil.example wants you to sign in with your Ethereum account:\n${own}\n\n\nURI: https://evil.example`
    await expect(personal([text, own])).rejects.toMatchObject({ name: 'SignInRefusedError', code: -32602 })
    const broken = bytesToHex(new Uint8Array([...new TextEncoder().encode(text), 0xff]))
    await expect(personal([broken, own])).rejects.toMatchObject({ name: 'SignInRefusedError' })
  })

  test.each<[string, unknown, number]>([
    ['no list', {}, -32602],
    ['nothing', [], -32602],
    ['numbers', [1, own], -32602],
    ['more than it takes', ['Hello', own, 'password'], -32602],
    ['a text without end', ['x'.repeat(100_001), own], -32602],
    ['another account', ['Hello', alice], 4100],
    ['no account', ['Hello', 'world'], 4100],
  ])('%s is refused', async (_, params, code) => {
    await expect(personal(params)).rejects.toMatchObject({ code })
  })
})

test.each([
  [2n ** 256n - 1n, {}, true],
  [2n ** 128n - 1n, {}, true],
  [2n ** 128n - 2n, {}, false],
  [2n ** 96n - 1n, {}, true],
  [2n ** 96n, {}, false],
  [100n, { supply: 100n }, true],
  [99n, { supply: 100n }, false],
  [0n, { supply: 0n }, false],
  [2n ** 255n, { isNft: true }, false],
])('%s of a token with %o is unlimited: %s', (amount, facts, expected) => {
  expect(isUnlimited(amount, { isNft: false, ...facts })).toBe(expected)
})

test('a time is a date, and beyond all dates the number', () => {
  expect(isoTime(0n)).toBe('1970-01-01T00:00:00Z')
  expect(isoTime(253_402_300_799n)).toBe('9999-12-31T23:59:59Z')
  expect(isoTime(253_402_300_800n)).toBe('253402300800')
})
