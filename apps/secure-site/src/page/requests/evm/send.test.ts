import { delegationTo, encodeExecuteBatch, simple7702Account } from '@portico/contracts'
import { type Hex, keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FrameNetwork } from '../../types.js'
import { bodyOf, ethereum, keys, nodeDouble, own, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import type { PrepareContext } from '../types.js'
import { sendRaw } from './send.js'
import { bundlerUrl, settle } from './smart/operation.test.helper.js'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const delegate = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'
const pay = { to: alice, value: '0x7' } as const
const turnedOn: FrameNetwork = { ...ethereum, smartAccounts: { bundlerUrl } }
const prepare = (
  method: string,
  params: unknown,
  answers: Readonly<Record<string, unknown>> = {},
  changes: Partial<PrepareContext> = {},
) => {
  const node = nodeDouble(answers)
  const request = prepareRequest({ id: 'r', method, params }, testContext({ fetch: node.fetch, knownAddresses: [alice], ...changes }))
  return { request, node }
}
const send = (transaction: object, answers: object = {}, changes: Partial<PrepareContext> = {}) =>
  prepare('eth_sendTransaction', [transaction], { ...answers }, changes).request
const batchOf = (calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls, ...more },
]

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a signed transaction is sent', () => {
  const raw = '0x02abcd'
  const hash = keccak256(raw)
  const [sending, found] = ['eth_sendRawTransaction', 'eth_getTransactionByHash']
  /** Methods in `down` are out of order, and asked again. */
  const sendTo = (answers: Readonly<Record<string, unknown>>, down: readonly string[] = []) => {
    const node = nodeDouble(answers)
    const tries: string[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { method } = JSON.parse(bodyOf(init)) as { method: string }
      tries.push(method)
      return down.includes(method) ? new Response('', { status: 503 }) : node.fetch(url, init)
    }
    return { outcome: settle(sendRaw(raw, ethereum, fetch)), node, tries }
  }

  test('once, and answers the hash that it has, whatever the node answers', async () => {
    const { outcome, node } = sendTo({ [sending]: `0x${'1'.repeat(64)}` })
    expect(await outcome).toBe(hash)
    expect(node.calls).toEqual([{ url: ethereum.rpcUrl, method: sending, params: [raw] }])
  })

  test.each([
    'already known',
    'Transaction Already Imported',
    'known transaction: 0x12',
    'already in the mempool',
    'already in mempool',
    'tx already in pool',
    'already in the pool',
    'ALREADY_EXISTS: already exists',
  ])('R8: what the node has is sent: %s', async (message) => {
    const { outcome, tries } = sendTo({ [sending]: new Error(message) })
    expect(await outcome).toBe(hash)
    expect(tries).toEqual([sending])
  })

  test('R8: what is in a block by now is sent, though the node calls its nonce too low', async () => {
    const { outcome, node } = sendTo({ [sending]: new Error('nonce too low'), [found]: { blockNumber: '0x1' } })
    expect(await outcome).toBe(hash)
    expect(node.calls[1]).toEqual({ url: ethereum.rpcUrl, method: found, params: [hash] })
  })

  test.each<[string, unknown]>([
    ['does not have it', null],
    ['says nothing of it', new Error('busy')],
    ['says what is none', 'x'],
  ])('what the node refuses is not sent where it %s', async (_, has) => {
    expect(await sendTo({ [sending]: new Error('nonce too low'), [found]: has }).outcome).toMatchObject({
      name: 'NodeAnswerError',
      message: 'nonce too low',
    })
  })

  test('R8: where nobody answers the same bytes are sent four times, and looked for twice', async () => {
    const { outcome, tries } = sendTo({}, [sending, found])
    expect(await outcome).toMatchObject({ name: 'NodeUnreachableError' })
    expect(tries).toEqual([sending, sending, sending, sending, found, found])
    expect(await sendTo({ [found]: {} }, [sending]).outcome).toBe(hash)
  })
})

describe('S9: what is sent is shown whole', () => {
  test('a transaction has a hash; a batch has one of each call, and none of its own', async () => {
    const one = await send(pay)
    expect(one).toMatchObject({
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      fee: { expected: '0.0000231', ceiling: '0.0000441', symbol: 'ETH' },
      spending: {
        leaves: [
          { asset: 'eip155:1', units: 7n },
          { asset: 'eip155:1', units: 44_100_000_000_000n },
        ],
        millionths: 45,
      },
    })
    for (const field of ['upgrades', 'reduce', 'account', 'sponsored']) expect(one).not.toHaveProperty(field)
    const { request } = prepare('wallet_sendCalls', batchOf([pay, pay]))
    const both = await request
    expect(both).not.toHaveProperty('hash')
    expect(both.fee).toEqual({ expected: '0.0000462', ceiling: '0.0000882', symbol: 'ETH' })
    expect(both.details.map(({ path }) => path).filter((path) => path.endsWith('.hash') || path.endsWith('.nonce'))).toEqual([
      'calls[0].nonce',
      'calls[0].hash',
      'calls[1].nonce',
      'calls[1].hash',
    ])
  })

  test('that the account cannot pay says what it has and what it takes, and nothing of a fee that is lost', async () => {
    const trial = { eth_simulateV1: [{ calls: [{ status: '0x0', error: { message: 'insufficient funds' } }] }] }
    const poor = { ...trial, eth_estimateGas: new Error('insufficient funds'), eth_getBalance: '0x0' }
    const { warnings, risk } = await send({ to: alice }, poor)
    expect(risk).toBe('risky')
    expect(warnings).toEqual([{ kind: 'notEnough', values: { has: '0 ETH', needs: expect.stringMatching(/^0\.\d+ ETH$/) } }])
    const paid = { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }
    // The trial run asks for no fee: what it shows is well.
    expect(await send({ to: alice }, { ...paid, eth_getBalance: '0x7' })).toMatchObject({
      warnings: [{ kind: 'notEnough', values: { has: '0.000000000000000007 ETH', needs: '0.0000441 ETH' } }],
      risk: 'caution',
    })
    for (const held of ['0x281bd4d5a800', '0xde0b6b3a7640000', 'x'])
      expect(await send({ to: alice }, { ...paid, eth_getBalance: held })).toMatchObject({ warnings: [], risk: 'normal' })
  })

  test('that would fail is worth a look, though nothing can be lost by it', async () => {
    const trial = { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }
    const fails = { ...trial, eth_estimateGas: new Error('no') }
    expect(await send({ to: alice }, fails)).toMatchObject({ warnings: [{ kind: 'willFail' }], risk: 'caution', changes: [] })
    expect(await send({ to: alice }, trial)).toMatchObject({ warnings: [], risk: 'normal', changes: [] })
    const unseen = await send({ to: alice, data: '0x12345678' })
    expect(unseen.warnings.map(({ kind }) => kind)).toContain('cannotSimulate')
    expect(unseen).not.toHaveProperty('spending')
    const both = await send({ to: alice, data: '0x12345678' }, { eth_estimateGas: new Error('no') })
    expect(both.warnings.map(({ kind }) => kind)).not.toContain('cannotSimulate')
  })

  test('one transaction is tried out with its gas, several without', async () => {
    const trials = ({ calls }: ReturnType<typeof nodeDouble>) =>
      calls.flatMap(({ method, params }) =>
        method === 'eth_simulateV1' ? (params as [{ blockStateCalls: [{ calls: unknown[] }] }])[0].blockStateCalls[0].calls : [],
      )
    const call = { from: own, to: alice, value: '0x7' }
    const one = prepare('eth_sendTransaction', [pay])
    await one.request
    expect(trials(one.node)).toEqual([{ ...call, gas: '0x5208' }])
    const two = prepare('wallet_sendCalls', batchOf([pay, pay]))
    await two.request
    expect(trials(two.node)).toEqual([call, call])
  })
})

describe('S15: an account is handed to nobody but whom the operator lists', () => {
  const handing = (address: string, changes: Partial<PrepareContext> = {}) =>
    send({ to: alice, authorizationList: [{ chainId: 1, address }] }, {}, changes)
  const refused = (address: string) => ({
    name: 'DelegateNotListedError',
    code: -32602,
    message: `The account may not be handed to ${address}.`,
  })

  test.each<[string, PrepareContext['delegates']]>([
    ['nobody', undefined],
    ['nobody on this network', { 'eip155:10': [delegate] }],
    ['another one', { 'eip155:1': [alice] }],
  ])('where it lists %s', async (_, delegates) => {
    await expect(handing(delegate, delegates ? { delegates } : {})).rejects.toMatchObject(refused(delegate))
  })

  test('whom it lists, in whatever case, or nobody again', async () => {
    expect((await handing(delegate, { delegates: { 'eip155:1': [alice, delegate.toLowerCase()] } })).effects[0]?.kind).toBe('delegation')
    await expect(handing(`0x${'0'.repeat(40)}`)).resolves.toMatchObject({ id: 'r' })
  })

  test('each of several is looked at', async () => {
    const list = [`0x${'0'.repeat(40)}`, delegate].map((address) => ({ chainId: 1, address }))
    await expect(send({ to: alice, authorizationList: list })).rejects.toMatchObject(refused(delegate))
  })
})

describe('an account that is upgraded', () => {
  const code = (ofOwn: Hex) => ({ eth_getCode: ([of]: readonly unknown[]) => (of === own ? ofOwn : '0x60') })
  const upgraded = code(delegationTo(simple7702Account))

  test('S15: calls nothing of itself by itself', async () => {
    await expect(send({ to: own, data: '0x12' }, upgraded, { networks: [turnedOn] })).rejects.toMatchObject({
      name: 'AccountControlError',
      message: 'The request was refused: a call goes to the account itself.',
      code: -32602,
    })
  })

  test.each<[string, object, object, FrameNetwork]>([
    ['without data', { to: own }, upgraded, turnedOn],
    ['of somebody else', { to: alice, data: '0x12' }, upgraded, turnedOn],
    ['where there are no upgrades', { to: own, data: '0x12' }, upgraded, ethereum],
    ['of an account that is not upgraded', { to: own, data: '0x12' }, code('0x'), turnedOn],
  ])('a call %s is as any other', async (_, transaction, answers, network) => {
    await expect(send(transaction, answers, { networks: [network] })).resolves.toMatchObject({ address: own })
  })

  test('S15: by a batch is a window’s, and is tried out with the code that it has by then', async () => {
    const { request, node } = prepare(
      'wallet_sendCalls',
      batchOf([pay, { ...pay, value: '0x5' }], { atomicRequired: true }),
      { ...code('0x'), eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] },
      { networks: [turnedOn] },
    )
    const data = encodeExecuteBatch([
      { to: alice, value: 7n, data: '0x' },
      { to: alice, value: 5n, data: '0x' },
    ])
    const { details, ...shown } = await request
    expect(shown).toMatchObject({
      upgrades: { foreign: false },
      risk: 'risky',
      warnings: [],
      effects: [{ kind: 'upgrade', values: { delegate: simple7702Account } }, { kind: 'send' }, { kind: 'send' }],
      changes: [{ symbol: 'ETH', amount: '-0.000000000000000012' }],
    })
    // Its authorisation is signed with it, so that it has no hash before.
    expect(shown).not.toHaveProperty('hash')
    expect(details.slice(0, 7)).toEqual([
      { path: 'calls[0].to', value: alice },
      { path: 'calls[0].value', value: '7' },
      { path: 'calls[0].data', value: '0x' },
      { path: 'calls[1].to', value: alice },
      { path: 'calls[1].value', value: '5' },
      { path: 'calls[1].data', value: '0x' },
      { path: 'type', value: 'eip7702' },
    ])
    expect(details).toContainEqual({ path: 'data', value: data })
    const overrides = { [own]: { code: delegationTo(simple7702Account) } }
    const asked = (method: string) => node.calls.find((call) => call.method === method)?.params
    expect(asked('eth_estimateGas')).toEqual([{ from: own, to: own, value: '0x0', data }, 'latest', overrides])
    expect(asked('eth_simulateV1')).toMatchObject([{ blockStateCalls: [{ stateOverrides: overrides }] }, 'latest'])
  })

  test('sends its batch as one transaction, whose hash is shown and which is kept as one', async () => {
    const answers = { ...upgraded, eth_sendRawTransaction: '0x1', eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }
    const context = testContext({ networks: [turnedOn], knownAddresses: [alice], fetch: nodeDouble(answers).fetch })
    const params = batchOf([pay, pay], { id: 'b' })
    const request = await prepareRequest({ id: 'r', method: 'wallet_sendCalls', params }, context)
    expect(request).not.toHaveProperty('upgrades')
    expect(request.effects.map(({ kind }) => kind)).toEqual(['send', 'send'])
    expect(request.details[6]).toEqual({ path: 'type', value: 'eip1559' })
    expect(await request.sign(keys)).toEqual({ id: 'b' })
    expect(context.batches.find('b')).toMatchObject({ calls: 1, atomic: true, nonce: 5, stopped: false })
    expect(context.batches.find('b')?.hashes).toHaveLength(1)
  })
})
