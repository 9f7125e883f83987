import { InsufficientFundsError, type FeeSpeed } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import type { Solana } from '@portico/chains/solana'
import { createSolanaWallet } from '@portico/testing/solana'
import { ComputeBudgetProgram, Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solana as mainnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { startChain, useWebSocket } from '../test/chain.js'
import { addressOf } from '../test/keys.js'
import { bodyOf } from '../test/request.js'
import { priorityOf, pricesOf, speedsOf } from './priority.js'
import { computeUnitLimit, computeUnitPrice } from './programs.js'
import type { Rpc } from './rpc.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
let restoreSocket: () => void
beforeAll(async () => {
  restoreSocket = useWebSocket()
  ;({ chain, options, stop: stopChain } = await startChain(14_061))
}, 60_000)
afterAll(async () => {
  await stopChain()
  restoreSocket()
})
beforeEach(() => chain.reset())

const networkId = mainnet.id
const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const fresh = (index: number) => Keypair.fromSeed(new Uint8Array(32).fill(index)).publicKey.toBase58()
const target = { connectorId, address: addressOf(0), networkId }
const choices = [
  { speed: 'slow', seconds: 10 },
  { speed: 'standard', seconds: 2 },
  { speed: 'fast', seconds: 1 },
]

/** A wallet on the real chain, whose slots took what is said here, in millionths of a lamport for each unit. */
async function market(...paid: number[]) {
  const asked: unknown[] = []
  const now = { paid }
  const fetchThrough: typeof fetch = async (input, init) => {
    const { method, params } = bodyOf(init)
    if (method !== 'getRecentPrioritizationFees') return fetch(input, init)
    asked.push(params[0])
    return Response.json({ jsonrpc: '2.0', id: 1, result: now.paid.map((prioritizationFee, slot) => ({ slot, prioritizationFee })) })
  }
  const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
  const { adapter } = await testAdapter(options, { fetch: fetchThrough })
  await adapter.connect({ connector: wayIn(wallet.wallet), signal: never() })
  const used = adapter as Required<Adapter>
  const send = async (order: Omit<Parameters<typeof used.sendTransaction>[0], keyof typeof target>) => {
    const hash = await used.sendTransaction({ ...target, ...order })
    expect(await used.waitForReceipt({ hash, networkId })).toMatchObject({ outcome: 'success' })
    return hash
  }
  return { adapter: used, asked, now, send }
}
const balance = () => chain.balanceOf(target.address)

test('where the network asks for nothing there is no choice, and nothing is added to a transfer', async () => {
  const { adapter, send } = await market(0, 0, 0)
  expect(await adapter.getFeeSpeeds({ networkId })).toEqual([])
  const before = balance()
  await send({ to: addressOf(1), value: 7n, speed: 'fast' })
  expect(before - balance()).toBe(5_007n)
})

test.each([
  ['slow', 1n],
  ['standard', 2n],
  ['fast', 9n],
] as const)('%s pays what so many of the last slots took, to the lamport that was estimated', async (speed, lamports) => {
  const { adapter, asked, send } = await market(9_000_000, 1_000, 2_000_000, 1_000_000, 9_000, 2_000_000, 2_000_000, 9_000_000, 1_000_000)
  expect(await adapter.getFeeSpeeds({ networkId })).toEqual(choices)
  const before = balance()
  const order = { to: addressOf(1), value: 7n, speed }
  expect(await adapter.estimateFee({ ...target, ...order })).toEqual({
    expected: 5_000n + lamports * 1_000n,
    maximum: 5_000n + lamports * 1_000n,
  })
  await send(order)
  expect(before - balance()).toBe(5_007n + lamports * 1_000n)
  expect(asked).toEqual([[], [target.address, addressOf(1)], [target.address, addressOf(1)]])
})

test('a node that is behind, and does not know the blockhash yet, keeps nobody from knowing what a transfer costs', async () => {
  const order = { ...target, to: addressOf(1), value: 7n, speed: 'fast' } as const
  const { adapter } = await market(1_000_000)
  const behind: typeof fetch = async (input, init) => {
    const { method } = bodyOf(init)
    if (method === 'getRecentPrioritizationFees') return Response.json({ result: [{ slot: 1, prioritizationFee: 1_000_000 }] })
    return method === 'getFeeForMessage' ? Response.json({ result: { context: { slot: 1 }, value: null } }) : fetch(input, init)
  }
  const { adapter: late } = await testAdapter(options, { fetch: behind })
  expect(await late.estimateFee?.(order)).toEqual(await adapter.estimateFee(order))
})

test('left to itself a transfer is of standard speed, tokens too, within units that programs do not use up', async () => {
  const { adapter, send } = await market(500_000)
  for (const [to, token] of [
    [addressOf(1), undefined],
    [addressOf(1), pyusd],
    [fresh(60), pyusd],
  ] as const) {
    const before = balance()
    const order = { to, value: 1_000_000_000n, ...(token !== undefined && { token }) }
    const fee = await adapter.estimateFee({ ...target, ...order })
    expect(fee).toEqual(await adapter.estimateFee({ ...target, ...order, speed: 'standard' }))
    expect(fee.expected).toBeGreaterThan(5_000n)
    const hash = await send(order)
    expect(before - balance() - (token === undefined ? order.value : 0n)).toBe(fee.expected)
    const limit = token === undefined ? 1_000 : to === addressOf(1) ? 20_000 : 100_000
    expect((await unitsUsed(hash)) * 2).toBeLessThan(limit)
  }
})

/** What a transaction took, in compute units. */
async function unitsUsed(hash: string) {
  const params = [hash, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params })
  const answer = await fetch(chain.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await answer.json()) as { result: { meta: { computeUnitsConsumed: number } } }
  return result.meta.computeUnitsConsumed
}

test('the most that can be sent leaves what its speed costs, also when prices have moved since', async () => {
  for (const [paid, later, speed] of [
    [[0], [4_000_000], 'standard'],
    [[2_000_000], [2_000_000], undefined],
    [[2_000_000], [9_000_000], 'fast'],
    [[9_000_000], [0], 'slow'],
  ] as const) {
    await chain.reset()
    const { adapter, now, send } = await market(...paid)
    const chosen: { readonly speed?: FeeSpeed } = speed ? { speed } : {}
    const most = await adapter.getMaximum({ ...target, ...chosen })
    expect(balance() - most).toBe(5_000n + BigInt(paid[0]) / 1_000n)
    now.paid = [...later]
    expect((await adapter.estimateFee({ ...target, to: fresh(61), value: most, ...chosen })).expected).toBe(balance() - most)
    await send({ to: fresh(61), value: most, ...chosen })
    expect(balance()).toBe(0n)
    expect(await adapter.getMaximum({ ...target, ...chosen })).toBe(0n)
    await expect(adapter.sendTransaction({ ...target, to: fresh(61), value: 1n, ...chosen })).rejects.toBeInstanceOf(InsufficientFundsError)
  }
})

test('a node that does not tell is one that asks for nothing, and none makes a visitor pay beyond all reason', async () => {
  const answering = (answer: () => Promise<unknown>) => ({ call: answer, socketUrl: () => '' }) satisfies Rpc
  const none = { slow: 0n, standard: 0n, fast: 0n }
  for (const answer of [
    () => Promise.reject(new Error('no such method')),
    () => Promise.resolve('?'),
    () => Promise.resolve([{ slot: 1 }]),
  ])
    expect(await pricesOf(answering(answer), { networkId })).toEqual(none)
  expect(speedsOf(none)).toEqual([])
  expect(speedsOf({ ...none, fast: 1n })).toHaveLength(3)
  expect(priorityOf(2n ** 63n, 100_000n)).toBe(10_000_000n)
  expect(priorityOf(1n, 1n)).toBe(1n)
  const { adapter } = await market(1)
  const order = { ...target, to: addressOf(1), value: 1n, speed: 'ludicrous' as 'fast' }
  await expect(adapter.sendTransaction(order)).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'speed' })
})

test('limit and price are those of web3.js', () => {
  expect(computeUnitLimit(101_000n).data).toEqual(Uint8Array.from(ComputeBudgetProgram.setComputeUnitLimit({ units: 101_000 }).data))
  const theirs = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 63n })
  expect(computeUnitPrice(2n ** 63n).data).toEqual(Uint8Array.from(theirs.data))
  expect(computeUnitPrice(1n).program).toBe(theirs.programId.toBase58())
})

test('a payment carries what Solana Pay asks for: its text before the transfer, and whoever is paid finds it by its references', async () => {
  const { send } = await market(1_000, 1_000, 1_000)
  const references = [fresh(91), fresh(92)]
  const orders = [
    { to: addressOf(1), value: 7n, memo: 'Order 4711 – Grüße', references },
    { to: fresh(93), token: pyusd, value: 1_000_000n, memo: 'ö'.repeat(128), references },
  ]
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(chain.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return Object(await answer.json()).result
  }
  for (const order of orders) {
    const hash = await send(order)
    const sent = await ask('getTransaction', hash, { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
    for (const reference of references) expect(sent.transaction.message.accountKeys).toContain(reference)
    expect(sent.meta.logMessages.join()).toContain(order.memo)
    // As a shop looks for it.
    const found: readonly { readonly signature: string }[] = await ask('getSignaturesForAddress', references[0], {
      commitment: 'confirmed',
    })
    expect(found.map(({ signature }) => signature)).toContain(hash)
  }
})

test.each([
  ['memo', { memo: 'x'.repeat(257) }],
  ['references', { references: ['no address'] }],
])('a %s that does not go into a transfer is refused before the wallet is asked', async (option, over) => {
  const { adapter } = await market()
  await expect(adapter.sendTransaction({ ...target, to: addressOf(1), value: 7n, ...over })).rejects.toMatchObject({
    name: 'InvalidOptionError',
    option,
  })
})
