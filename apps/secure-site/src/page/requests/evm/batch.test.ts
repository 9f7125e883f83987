import { encodeFunctionData, erc20Abi, type Hex, keccak256, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { ethereum, keys, memoryBatches, nodeDouble, own, testContext, tokenAnswers } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import { forwardRead } from '../read.js'
import type { PrepareContext } from '../types.js'
import { mostCalls } from './batch.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [alice, 20_000_000n] })
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 2n ** 256n - 1n] })
const pay = { to: alice, value: '0x16345785d8a0000' }
const pass = { to: token, data: transfer }

/** Alice is a person; everybody else is a contract. */
const eth_getCode = ([address]: readonly unknown[]) => (address === alice ? '0x' : '0x60')

const batchOf = (calls: readonly unknown[], more: object = {}) => [
  { version: '2.0.0', from: own, chainId: '0x1', atomicRequired: false, calls, ...more },
]
const prepare = (params: unknown, context: PrepareContext = testContext()) =>
  prepareRequest({ id: 'r', method: 'wallet_sendCalls', params }, context)

const moved = (from: string, to: string, units: bigint) => ({
  address: token,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${'0'.repeat(24)}${from.slice(2)}`,
    `0x${'0'.repeat(24)}${to.slice(2)}`,
  ],
  data: `0x${units.toString(16).padStart(64, '0')}`,
})

/** A node that takes what it is sent, refuses what `refuses` says, and has receipts for what it took. */
function chain({
  refuses = () => undefined,
  reverts = [],
}: {
  refuses?: (at: number) => string | undefined
  reverts?: readonly number[]
} = {}) {
  const sent: Hex[] = []
  let mined = false
  let nonce = 5
  const node = nodeDouble({
    ...tokenAnswers(),
    eth_getTransactionCount: ([, at]: readonly unknown[]) => (at === 'latest' ? `0x${nonce.toString(16)}` : '0x5'),
    eth_sendRawTransaction: ([raw]: readonly Hex[]) => {
      const problem = refuses(sent.length)
      if (problem !== undefined || raw === undefined) return new Error(problem)
      sent.push(raw)
      return keccak256(raw)
    },
    eth_getTransactionByHash: () => null,
    eth_getTransactionReceipt: ([hash]: readonly Hex[]) => {
      const at = sent.findIndex((raw) => keccak256(raw) === hash)
      if (at < 0 || !mined) return null
      return {
        transactionHash: hash,
        status: reverts.includes(at) ? '0x0' : '0x1',
        blockHash: `0x${'1'.repeat(64)}`,
        blockNumber: '0x9',
        gasUsed: '0x5208',
        logs: [],
        from: own,
      }
    },
  })
  const context = testContext({ fetch: node.fetch })
  const statusOf = (id: unknown) => forwardRead('wallet_getCallsStatus', [id], undefined, context)
  return { node, context, sent, mine: () => (mined = true), setNonce: (next: number) => (nonce = next), statusOf }
}

describe('a batch is shown as one request', () => {
  test('each call in a sentence, what all of them change together, the strongest warning first, and one fee', async () => {
    const node = nodeDouble({
      eth_getCode,
      eth_simulateV1: [
        {
          calls: [
            { status: '0x1', gasUsed: '0x5208', logs: [moved(router, own, 50_000_000n)] },
            { status: '0x1', gasUsed: '0xea60', logs: [moved(own, alice, 20_000_000n)] },
            { status: '0x1', gasUsed: '0xea60', logs: [] },
          ],
        },
      ],
    })
    const request = await prepare(batchOf([pay, pass, { to: token, data: approveAll }]), testContext({ fetch: node.fetch }))
    expect(request.effects.map(({ kind, values }) => [kind, values['amount'], values['to'] ?? values['spender']])).toEqual([
      ['send', '0.1', alice],
      ['send', '20', alice],
      ['approve', '', router],
    ])
    expect(request.warnings.map(({ kind }) => kind)).toEqual(['unlimited', 'unverifiedContract', 'newRecipient'])
    expect(request).toMatchObject({ risk: 'risky', networkId: 'eip155:1', address: own })
    expect(request.changes).toEqual([
      { symbol: 'USDC', amount: '30' },
      { symbol: 'ETH', amount: '-0.1' },
    ])
    const [ran] = node.calls.filter(({ method }) => method === 'eth_simulateV1')
    expect(ran?.params[0]).toMatchObject({ blockStateCalls: [{ calls: [{ to: alice }, { to: token }, { to: token }] }] })
    // The first is estimated; those after it depend on it, so that only the trial run knows their gas.
    const details = Object.fromEntries(request.details.map(({ path, value }) => [path, value]))
    expect([details['calls[0].gas'], details['calls[1].gas']]).toEqual(['21000', '90000'])
    expect([0, 1, 2].map((at) => details[`calls[${at}].nonce`])).toEqual(['5', '6', '7'])
    expect(details['calls[2].hash']).toMatch(/^0x[0-9a-f]{64}$/)
    const ceilings = [0, 1, 2].map((at) => BigInt(details[`calls[${at}].gas`] ?? 0) * BigInt(details[`calls[${at}].maxFeePerGas`] ?? 0))
    expect(request.fee?.ceiling).toBe(String(Number(ceilings.reduce((all, each) => all + each)) / 1e18))
  })

  test('an unlimited permission in it can be lowered, and the other calls stay', async () => {
    const request = await prepare(batchOf([pay, { to: token, data: approveAll }]))
    const lowered = await request.reduce?.('5')
    expect(lowered?.effects.map(({ values }) => values['amount'])).toEqual(['0.1', '5'])
    expect(lowered?.warnings.map(({ kind }) => kind)).not.toContain('unlimited')
    expect((await prepare(batchOf([pay, pass]))).reduce).toBeUndefined()
    expect(
      (
        await prepare(
          batchOf([
            { to: token, data: approveAll },
            { to: token, data: approveAll },
          ]),
        )
      ).reduce,
    ).toBeUndefined()
  })

  test('S11: many small payments are one large one', async () => {
    const part = { to: alice, value: '0x2c68af0bb140000' } // 0.2
    const known = testContext({ knownAddresses: [alice] })
    expect((await prepare(batchOf([part, part]), known)).risk).toBe('normal')
    expect((await prepare(batchOf(Array.from({ length: 6 }, () => part)), known)).risk).toBe('risky')
  })

  test('a trial run that fails says so', async () => {
    const node = nodeDouble({
      eth_simulateV1: [{ calls: [{ status: '0x1' }, { status: '0x0', error: { message: 'not enough' } }] }],
    })
    const request = await prepare(batchOf([pay, pass]), testContext({ fetch: node.fetch }))
    expect(request.warnings.map(({ kind }) => kind)).toContain('willFail')
    expect(request.changes).toBe('failed')
  })

  test('a node that cannot try several: what depends on what comes before it cannot be predicted', async () => {
    const node = nodeDouble({
      eth_getCode,
      eth_call: ([call]: readonly unknown[]) => {
        const { from, to } = call as { from?: string; to?: string }
        if (from !== undefined && to?.toLowerCase() === token.toLowerCase()) return new Error('execution reverted')
        return tokenAnswers().eth_call([call])
      },
    })
    const request = await prepare(batchOf([pay, pass]), testContext({ fetch: node.fetch }))
    expect(request.changes).toBe('failed')
    expect(request.warnings.map(({ kind }) => kind)).toEqual(['cannotSimulate', 'newRecipient'])
  })
})

describe('EIP-5792: what is refused, before anything is shown', () => {
  test.each<[string, unknown, number]>([
    ['all or nothing', batchOf([pay], { atomicRequired: true }), 5760],
    ['more calls than can be looked through', batchOf(Array.from({ length: mostCalls + 1 }, () => pay)), 5740],
    ['a capability that is needed', batchOf([pay], { capabilities: { paymasterService: { url: 'https://pay.example' } } }), 5700],
    ['a capability that a call needs', batchOf([{ ...pay, capabilities: { delay: {} } }]), 5700],
    ['a chain that is not served', batchOf([pay], { chainId: '0x64' }), 5710],
    ['no calls', batchOf([]), -32602],
    ['no chain', batchOf([pay], { chainId: undefined }), -32602],
    ['another version', batchOf([pay], { version: '1.0' }), -32602],
    ['nothing said of atomicity', batchOf([pay], { atomicRequired: undefined }), -32602],
    ['a field that nobody would see', batchOf([pay], { silent: true }), -32602],
    ['a field of a call that nobody would see', batchOf([{ ...pay, nonce: '0x1' }]), -32602],
    ['a call to nobody', batchOf([{ value: '0x1' }]), -32602],
    ['a call that is none', batchOf(['0x']), -32602],
    ['an id that is none', batchOf([pay], { id: '' }), -32602],
    ['another account', batchOf([pay], { from: alice }), 4100],
    ['two batches', [...batchOf([pay]), ...batchOf([pay])], -32602],
  ])('%s', async (_, params, code) => {
    const { node, context } = chain()
    await expect(prepare(params, context)).rejects.toMatchObject({ code })
    expect(node.calls.filter(({ method }) => method === 'eth_sendRawTransaction')).toEqual([])
  })

  test('S14: a chain that is served and not in use', async () => {
    const context = testContext({ networks: [ethereum, { ...ethereum, id: 'eip155:10' }] })
    await expect(prepare(batchOf([pay], { chainId: '0xa' }), context)).rejects.toMatchObject({ name: 'ChainMismatchError', code: -32602 })
  })

  test('a capability that it can do without is left out', async () => {
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } }
    expect((await prepare(batchOf([pay], { capabilities }))).effects).toHaveLength(1)
  })
})

describe('an approved batch', () => {
  test('is signed with consecutive nonces, sent in order, and answers its id', async () => {
    const { context, sent, mine, statusOf } = chain()
    const request = await prepare(batchOf([pay, pass], { id: 'mine' }), context)
    expect(await request.sign(keys)).toEqual({ id: 'mine' })
    const parsed = sent.map((raw) => parseTransaction(raw))
    expect(parsed.map(({ nonce, to, data }) => [nonce, to?.toLowerCase(), data])).toEqual([
      [5, alice.toLowerCase(), undefined],
      [6, token.toLowerCase(), transfer],
    ])
    // The hashes that were shown are those of what was signed.
    const shown = request.details.filter(({ path }) => path.endsWith('.hash')).map(({ value }) => value)
    expect(shown).toHaveLength(2)
    expect(await statusOf('mine')).toEqual({ version: '2.0.0', id: 'mine', chainId: '0x1', status: 100, atomic: false })
    mine()
    expect(await statusOf('mine')).toMatchObject({
      status: 200,
      receipts: [{ status: '0x1' }, { transactionHash: keccak256(sent[1] ?? '0x') }],
    })
    await expect(prepare(batchOf([pay], { id: 'mine' }), context)).rejects.toMatchObject({ code: 5720 })
  })

  test('without an id gets one of 32 bytes, another one each time', async () => {
    const { context } = chain()
    const ids = await Promise.all([1, 2].map(async () => (await prepare(batchOf([pay]), context)).sign(keys)))
    for (const each of ids) expect(each).toEqual({ id: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(ids[0]).not.toEqual(ids[1])
  })

  test('stops at the first call that the node refuses', async () => {
    const { context, sent, mine, statusOf } = chain({ refuses: (at) => (at === 1 ? 'insufficient funds' : undefined) })
    expect(await (await prepare(batchOf([pay, pass, pay], { id: 'b' }), context)).sign(keys)).toEqual({ id: 'b' })
    expect(sent).toHaveLength(1)
    expect(await statusOf('b')).toMatchObject({ status: 100 })
    mine()
    expect(await statusOf('b')).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  })

  test('of which the node refuses the first call is an error, and nothing is known of it', async () => {
    const { context, sent, statusOf } = chain({ refuses: () => 'insufficient funds for gas' })
    await expect((await prepare(batchOf([pay, pass], { id: 'b' }), context)).sign(keys)).rejects.toMatchObject({
      name: 'NodeAnswerError',
      message: 'insufficient funds for gas',
    })
    expect(sent).toEqual([])
    await expect(statusOf('b')).rejects.toMatchObject({ code: 5730 })
  })

  test.each<[readonly number[], number]>([
    [[1], 600],
    [[0], 600],
    [[0, 1], 500],
  ])('with calls %j reverted has the code %i', async (reverts, status) => {
    const { context, mine, statusOf } = chain({ reverts })
    await (await prepare(batchOf([pay, pass], { id: 'b' }), context)).sign(keys)
    mine()
    expect(await statusOf('b')).toMatchObject({ status })
  })

  test('whose nonces another transaction took is not included', async () => {
    const { context, setNonce, statusOf } = chain()
    await (await prepare(batchOf([pay, pass], { id: 'b' }), context)).sign(keys)
    setNonce(6)
    expect(await statusOf('b')).toMatchObject({ status: 100 })
    setNonce(7)
    expect(await statusOf('b')).toMatchObject({ status: 400 })
  })

  test('half sent, as by a page that was closed, is waited for at first and then is what it is', async () => {
    const { context, mine, statusOf } = chain()
    await (await prepare(batchOf([pay], { id: 'b' }), context)).sign(keys)
    mine()
    const batch = context.batches.find('b')
    if (!batch) throw new Error('not kept')
    await context.batches.keep({ ...batch, calls: 2 })
    expect(await statusOf('b')).toMatchObject({ status: 100 })
    await context.batches.keep({ ...batch, calls: 2, at: Date.now() - 61_000 })
    expect(await statusOf('b')).toMatchObject({ status: 600 })
  })

  test('is asked for by one id, and what nobody sent is unknown', async () => {
    const context = testContext({ batches: memoryBatches() })
    await expect(forwardRead('wallet_getCallsStatus', ['x'], undefined, context)).rejects.toMatchObject({ code: 5730 })
    for (const params of [[], [1], ['x', 'y'], undefined])
      await expect(forwardRead('wallet_getCallsStatus', params, undefined, context)).rejects.toMatchObject({ code: -32602 })
  })
})
