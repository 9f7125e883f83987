import { accountInitCode } from '@portico/contracts'
import { type Hex, maxUint256, recoverAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys, own } from '../../kit.test.helper.js'
import { account, bundlerUrl, entryPoint, executing, friend, hashOf, settle, token, transfer, visitor } from './operation.test.helper.js'

const coins = 25n * 10n ** 17n
const pay = { to: friend, value: '0x22b1c8c1227a0000' } as const
const paid = { to: friend, value: coins, data: '0x' } as const
/** Gas 1 + 16 + 256, for 2.1 gwei at the most. */
const ceiling = 273n * 2_100_000_000n

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('an operation is shown whole', () => {
  test('S9: what it does, what it costs, each field as it is signed, and that it makes the account', async () => {
    const { batch, asked } = visitor()
    const { factory, factoryData } = accountInitCode(own)
    const callData = executing(paid)
    const request = await batch([pay])
    expect(request).toEqual({
      id: 'r',
      method: 'wallet_sendCalls',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: account,
      account: 'smartAccount',
      deploys: true,
      effects: [{ kind: 'send', values: { amount: '2.5', symbol: 'ETH', to: friend } }],
      warnings: [],
      risk: 'normal',
      fee: { expected: '0.0000003003', ceiling: '0.0000005733', symbol: 'ETH' },
      spending: {
        leaves: [
          { asset: 'eip155:1', units: coins },
          { asset: 'eip155:1', units: ceiling },
        ],
        millionths: 250_001,
      },
      changes: [{ symbol: 'ETH', amount: '-2.5' }],
      details: [
        { path: 'calls[0].to', value: friend },
        { path: 'calls[0].value', value: String(coins) },
        { path: 'calls[0].data', value: '0x' },
        { path: 'sender', value: account },
        { path: 'nonce', value: '0' },
        { path: 'factory', value: factory },
        { path: 'factoryData', value: factoryData },
        { path: 'callData', value: callData },
        { path: 'callGasLimit', value: '256' },
        { path: 'verificationGasLimit', value: '16' },
        { path: 'preVerificationGas', value: '1' },
        { path: 'maxFeePerGas', value: '2100000000' },
        { path: 'maxPriorityFeePerGas', value: '100000000' },
        { path: 'entryPoint', value: entryPoint },
        { path: 'chainId', value: '1' },
      ],
      hash: hashOf({
        sender: account,
        nonce: '0',
        factory,
        factoryData,
        callData,
        callGasLimit: '256',
        verificationGasLimit: '16',
        preVerificationGas: '1',
        maxFeePerGas: '2100000000',
        maxPriorityFeePerGas: '100000000',
        signature: '0x',
      }),
      sign: expect.any(Function),
    })
    expect(Object.isFrozen(request) && Object.isFrozen(request.details)).toBe(true)
    // The entry point makes the account, and then has it do its batch.
    const [tried] = asked('eth_simulateV1')
    expect(tried?.params).toEqual([
      {
        blockStateCalls: [
          {
            calls: [
              { from: entryPoint, to: factory, value: '0x0', data: factoryData },
              { from: entryPoint, to: account, value: '0x0', data: callData },
            ],
          },
        ],
        traceTransfers: true,
        validation: false,
      },
      'latest',
    ])
  })

  test('of an account that stands it says nothing of making one, and is tried out alone; what several calls send is summed', async () => {
    const { batch, asked } = visitor({ owner: own, nonce: () => 3n })
    const request = await batch([
      { to: friend, value: '0x7' },
      { to: friend, value: '0x5' },
    ])
    expect(request).not.toHaveProperty('deploys')
    expect(request.changes).toEqual([{ symbol: 'ETH', amount: '-0.000000000000000012' }])
    expect(request.effects.map(({ values }) => values['amount'])).toEqual(['0.000000000000000007', '0.000000000000000005'])
    expect(request.details.map(({ path }) => path).slice(0, 9)).toEqual([
      'calls[0].to',
      'calls[0].value',
      'calls[0].data',
      'calls[1].to',
      'calls[1].value',
      'calls[1].data',
      'sender',
      'nonce',
      'callData',
    ])
    expect(request.details).toContainEqual({ path: 'nonce', value: '3' })
    expect(asked('eth_simulateV1')[0]?.params).toMatchObject([{ blockStateCalls: [{ calls: [{ to: account }] }] }, 'latest'])
  })

  test.each([
    [coins + ceiling, [], 'normal'],
    [coins + ceiling - 1_000n, ['largeValue'], 'risky'],
  ] as const)('S11: what leaves and the highest fee are large together: %s', async (limit, kinds, risk) => {
    const request = await visitor({ context: { riskyAbove: { 'eip155:1': String(limit) } } }).batch([pay])
    expect([request.warnings.map(({ kind }) => kind), request.risk]).toEqual([kinds, risk])
  })

  describe('of an account that cannot pay for it', () => {
    const holding = (coins: bigint, deposit: bigint | undefined, more: object = {}) =>
      visitor({ ...more, deposit, answers: { eth_getBalance: `0x${coins.toString(16)}` } })
    const kinds = async (page: ReturnType<typeof visitor>) => (await page.batch([{ to: friend }])).warnings

    test.each([
      [ceiling - 1n, 0n],
      [0n, ceiling - 1n],
    ])('says so, with %s on it and %s put down', async (coins, deposit) => {
      expect(await kinds(holding(coins, deposit))).toEqual([
        { kind: 'notEnough', values: { has: '0.000000573299999999 ETH', needs: '0.0000005733 ETH' } },
      ])
    })

    test('says so where the fee is put down and what is sent is not there', async () => {
      const { warnings, risk } = await holding(coins - 1n, 2n * ceiling).batch([pay])
      expect(warnings).toContainEqual({ kind: 'notEnough', values: { has: '2.500000573299999999 ETH', needs: '2.5000005733 ETH' } })
      expect(risk).toBe('caution')
      expect((await holding(coins, 2n * ceiling).batch([pay])).warnings).toEqual([])
    })

    test('leaves it to the trial run where an earlier call may bring what a later one sends', async () => {
      const page = holding(ceiling + 7n, 0n)
      expect((await page.batch([{ to: token, data: '0x12345678' }, pay])).warnings.map(({ kind }) => kind)).not.toContain('notEnough')
      expect(page.asked('eth_simulateV1')[0]?.params).toMatchObject([
        { blockStateCalls: [{ stateOverrides: { [account]: { balance: '0x7' } } }] },
        'latest',
      ])
    })

    test.each([
      [ceiling, 0n, '0x0'],
      [1n, ceiling - 1n, '0x0'],
      [ceiling + 7n, 0n, '0x7'],
      [5n, ceiling, '0x5'],
      [0n, undefined, undefined],
    ])('says nothing where it can, or where nobody knows: %s, %s', async (coins, deposit, balance) => {
      const page = holding(coins, deposit)
      expect(await kinds(page)).toEqual([])
      // The trial run has what the entry point leaves: calls that send all that there is fail after it has taken the fee.
      expect(page.asked('eth_simulateV1')[0]?.params).toEqual([
        {
          blockStateCalls: [{ calls: expect.any(Array), ...(balance && { stateOverrides: { [account]: { balance } } }) }],
          traceTransfers: true,
          validation: false,
        },
        'latest',
      ])
    })
  })

  test('that would fail says so; that nobody can try out says that', async () => {
    const failed = visitor({ answers: { eth_simulateV1: [{ calls: [{ status: '0x1' }, { status: '0x0' }] }] } })
    expect(await failed.batch([pay])).toMatchObject({ warnings: [{ kind: 'willFail' }], risk: 'risky', changes: 'failed' })
    const untried = visitor({ answers: { eth_simulateV1: undefined } })
    const request = await untried.batch([{ to: token, data: '0x12345678' }])
    expect(request).toMatchObject({ warnings: [{ kind: 'unknownCall' }, { kind: 'cannotSimulate' }], risk: 'risky', changes: 'failed' })
    expect(request).not.toHaveProperty('spending')
    expect((await visitor().batch([pay])).warnings).toEqual([])
  })

  test('an unlimited permission in it can be lowered: the same batch with another call', async () => {
    const allow = (units: bigint) => transfer(friend, units).replace('0xa9059cbb', '0x095ea7b3') as Hex
    const { batch, asked } = visitor({ owner: own })
    expect(await batch([pay])).not.toHaveProperty('reduce')
    const request = await batch([pay, { to: token, data: allow(maxUint256) }], { id: 'mine' })
    const lowered = await request.reduce?.('5')
    expect(lowered?.details.find(({ path }) => path === 'callData')?.value).toBe(
      executing(paid, { to: token, value: 0n, data: allow(5_000_000n) }),
    )
    expect(await lowered?.sign(keys)).toEqual({ id: 'mine' })
    expect(asked('eth_sendUserOperation')).toHaveLength(1)
  })
})

describe('S15: what a smart account does not send', () => {
  test.each([
    ['a contract', { data: '0x60' }, 'SmartAccountTransactionError', 'A smart account cannot send this: it creates a contract.', 4200],
    [
      'an authorisation',
      { to: friend, authorizationList: [{ chainId: 1, address: friend }] },
      'SmartAccountTransactionError',
      'A smart account cannot send this: it has authorisations of ERC-7702.',
      4200,
    ],
    ['a call to itself', { to: account }, 'AccountControlError', 'The request was refused: a call goes to the account itself.', -32602],
    [
      'a call to nobody, who stands for itself',
      { to: `0x${'0'.repeat(40)}` },
      'AccountControlError',
      'The request was refused: a call goes to the account itself.',
      -32602,
    ],
  ])('%s is refused before anything is asked of anybody', async (_, transaction, name, message, code) => {
    const { prepare, node } = visitor()
    await expect(prepare('eth_sendTransaction', [transaction])).rejects.toMatchObject({ name, message, code })
    expect(node.calls).toEqual([])
  })

  test('nor where another call comes before it', async () => {
    await expect(visitor().batch([pay, { to: account }])).rejects.toMatchObject({ name: 'AccountControlError' })
  })

  test('where the operator has turned none on, the network is named', async () => {
    const { batch } = visitor({ network: { smartAccounts: undefined as never } })
    await expect(batch([pay])).rejects.toMatchObject({
      name: 'SmartAccountTransactionError',
      message: 'A smart account cannot send this: there are none on Ethereum.',
    })
  })
})

describe('an approved operation', () => {
  const kept = (hash: unknown, more: object = {}) => ({
    id: 'mine',
    networkId: 'eip155:1',
    from: account,
    nonce: 4,
    calls: 2,
    hashes: [],
    stopped: false,
    at: 1_800_000_000_000,
    operation: hash,
    ...more,
  })
  const calls = [pay, { to: friend }]
  const standing = { owner: own, nonce: () => 4n }

  test('is kept before it is sent, signed by the owner, and answers the id of its batch', async () => {
    let before = 0
    const page = visitor({
      ...standing,
      answers: { eth_sendUserOperation: ([wire]: readonly unknown[]) => ((before = page.kept.length), hashOf(wire)) },
    })
    const request = await page.batch(calls, { id: 'mine' })
    expect(await request.sign(keys)).toEqual({ id: 'mine' })
    expect(before).toBe(1)
    expect(page.kept).toEqual([kept(request.hash), kept(request.hash, { accepted: true })])
    const [sent, ...others] = page.asked('eth_sendUserOperation')
    expect(others).toEqual([])
    const { signature, ...wire } = (sent?.params[0] ?? {}) as Record<string, Hex>
    expect([sent?.url, sent?.params[1], wire]).toEqual([
      bundlerUrl,
      entryPoint,
      {
        sender: account,
        nonce: '0x4',
        callData: executing(paid, { ...paid, value: 0n }),
        callGasLimit: '0x100',
        verificationGasLimit: '0x10',
        preVerificationGas: '0x1',
        maxFeePerGas: '0x7d2b7500',
        maxPriorityFeePerGas: '0x5f5e100',
      },
    ])
    expect(await recoverAddress({ hash: request.hash as Hex, signature: signature ?? '0x' })).toBe(own)
  })

  test('without an id is known by its hash', async () => {
    const page = visitor(standing)
    const request = await page.prepare('eth_sendTransaction', [pay])
    await settle(request.sign(keys))
    expect(page.kept[0]).toMatchObject({ id: request.hash, calls: 1 })
  })

  test('that was refused is over, and the bundler’s own sentence is told', async () => {
    const page = visitor({ ...standing, answers: { eth_sendUserOperation: new Error('AA24 signature error') } })
    const request = await page.batch(calls, { id: 'mine' })
    await expect(request.sign(keys)).rejects.toMatchObject({
      name: 'OperationRefusedError',
      message: 'AA24 signature error',
      shown: 'The network refused the request',
      code: -32000,
    })
    expect(page.kept).toEqual([kept(request.hash), kept(request.hash, { stopped: true })])
  })

  test('that nobody answers for, and of which the bundler has none, may be sent again', async () => {
    const page = visitor({ ...standing, broken: ['eth_sendUserOperation'] })
    const request = await page.batch(calls, { id: 'mine' })
    await expect(request.sign(keys)).rejects.toMatchObject({ name: 'NodeUnreachableError' })
    expect(page.kept).toEqual([kept(request.hash), kept(request.hash, { stopped: true })])
    // At once, and with the same nonce: of the two the entry point does one.
    const again = await page.batch(calls, { id: 'again' })
    expect(again.details).toContainEqual({ path: 'nonce', value: '4' })
  })

  test('R8: that nobody answers for is sent where the bundler has it, and may be where nobody says anything', async () => {
    const there = visitor({ ...standing, broken: ['eth_sendUserOperation'], answers: { eth_getUserOperationByHash: {} } })
    const request = await there.batch(calls, { id: 'mine' })
    expect(await request.sign(keys)).toEqual({ id: 'mine' })
    expect(there.kept).toEqual([kept(request.hash), kept(request.hash, { accepted: true })])
    const gone = visitor({ ...standing, broken: ['eth_sendUserOperation', 'eth_getUserOperationByHash'] })
    expect(await (await gone.batch(calls, { id: 'mine' })).sign(keys)).toEqual({ id: 'mine' })
    expect(gone.kept).toEqual([kept(request.hash)])
  })

  test('of another owner than the key is not signed', async () => {
    const page = visitor({ owner: friend })
    await expect((await page.batch(calls)).sign(keys)).rejects.toMatchObject({ name: 'WrongKeyError' })
    expect(page.kept).toEqual([])
  })
})

describe('a transaction’s hash, where the site wants one', () => {
  const mined = `0x${'7'.repeat(64)}`
  const receiptOf = (userOpHash: unknown) => ({
    userOpHash,
    success: true,
    receipt: { transactionHash: mined, blockHash: mined, blockNumber: '0x1', gasUsed: '0x1' },
  })

  test('is that of the transaction which the operation is in, once a look finds it; until then it is waited for', async () => {
    let looks = 0
    const page = visitor({
      answers: {
        eth_getUserOperationReceipt: ([hash]: readonly unknown[]) =>
          [new Error('busy'), null, receiptOf(`0x${'8'.repeat(64)}`), receiptOf(hash)][looks++],
      },
    })
    const request = await page.prepare('eth_sendTransaction', [pay])
    const started = Date.now()
    expect(await settle(request.sign(keys))).toBe(mined)
    // Looked for after 100, 200 and 300 ms more.
    expect(Date.now() - started).toBeGreaterThanOrEqual(600)
    expect(page.asked('eth_getUserOperationReceipt').map(({ url, params }) => [url, params])).toEqual(
      Array.from({ length: 4 }, () => [bundlerUrl, [request.hash]]),
    )
  })

  test('is not told where the operation failed in it: the transaction itself did not', async () => {
    const failed = ([hash]: readonly unknown[]) => ({ ...receiptOf(hash), success: false })
    const request = await visitor({ answers: { eth_getUserOperationReceipt: failed } }).prepare('eth_sendTransaction', [pay])
    expect(await settle(request.sign(keys))).toMatchObject({ name: 'OperationFailedError', code: -32521 })
  })

  test('after two minutes it is said that it was sent, and by which hash it is known', async () => {
    const page = visitor()
    const request = await page.prepare('eth_sendTransaction', [pay])
    const started = Date.now()
    expect(await settle(request.sign(keys))).toMatchObject({
      name: 'OperationPendingError',
      code: -32603,
      hash: request.hash,
      message: `The operation ${request.hash} was sent, and is not in a block yet.`,
    })
    expect(Math.round((Date.now() - started) / 1000)).toBe(120)
    expect(page.asked('eth_getUserOperationReceipt')).toHaveLength(71)
  })
})
