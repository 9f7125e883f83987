import { activeConnection, connectionStore } from '@portico/core'
import { swapFormStore, submitSwap, type AgreedSwap, type SwapToken } from '@portico/core/swap'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { dispatchConnection } from '@portico/core/kit'
import { concat, type Address, type Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { createSwaps } from './index.js'
import {
  account,
  all,
  dai,
  inchSwap,
  itself,
  lifiDiamond,
  lifiSwap,
  more,
  namesWrapped,
  networkId,
  one,
  steal,
  stepOf,
  thief,
  usdc,
  v2Router,
  v3Router,
  ways,
  weth,
  zeroExHolder,
  zeroExSwap,
  type Told,
} from './swap.test.helper.js'

/** What the gateway answers, as plain as on the wire. */
interface Answer {
  readonly from: string
  readonly to: string
  readonly data: Hex
  readonly amount: string
}

/** The same numbers each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = seeded(18)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const upTo = (most: number) => BigInt(Math.floor(random() * most) + 1)
const stranger = (): Address => `0x${Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('')}`

const tokens = [undefined, usdc, dai] as const

/** An order, and one of the ways in which it can be written. */
function order(): { told: Told; way: (typeof ways)[string] } {
  const from = pick(tokens)
  const to = pick(tokens.filter((token) => token !== from))
  const units = upTo(1e15)
  const told: Told = { from, to, units, minimum: upTo(1e15), recipient: account, value: from === undefined ? units : 0n }
  return { told, way: pick(Object.values(ways).filter(({ isFor }) => isFor(told))) }
}

type Tamper = (told: Told, answer: Answer, write: (told: Told) => Hex) => Answer | undefined
const data =
  (change: (told: Told) => Partial<Told>): Tamper =>
  (told, answer, write) => ({ ...answer, data: write({ ...told, ...change(told) }) })
const call =
  (make: (told: Told) => Hex): Tamper =>
  (told, answer) => ({ ...answer, data: make(told) })
const inRouter02 =
  (make: (told: Told) => Hex): Tamper =>
  (told, answer) => ({ ...answer, to: `${networkId}:${v3Router}`, data: make(told) })

/** Every one of them would cost the visitor something, or is not what was ordered. */
const tampers: Readonly<Record<string, Tamper>> = {
  'another contract': (_, answer) => ({ ...answer, to: `${networkId}:${pick([stranger(), thief, usdc, weth, account])}` }),
  'another network': (_, answer) => ({ ...answer, to: answer.to.replace('8453', pick(['1', '10', '137'])) }),
  'another account': (_, answer) => ({ ...answer, from: `${networkId}:${stranger()}` }),
  'the account on another network': (_, answer) => ({ ...answer, from: answer.from.replace('8453', '1') }),
  'another recipient': data(() => ({ recipient: pick([stranger(), thief, itself, v2Router]) })),
  'a lower minimum': data(({ minimum }) => ({ minimum: pick([0n, minimum - 1n, minimum / 2n]) })),
  'another token to pay': data(({ from }) => ({ from: from === usdc ? dai : usdc })),
  'another token to get': data(({ to }) => ({ to: to === usdc ? dai : usdc })),
  'more to pay': (told, answer, write) => {
    const units = told.units + upTo(1e15)
    return told.from === undefined ? { ...answer, amount: String(units) } : { ...answer, data: write({ ...told, units }) }
  },
  'less to pay': (told, answer, write) =>
    told.from === undefined
      ? { ...answer, amount: String(told.units - 1n) }
      : { ...answer, data: write({ ...told, units: told.units - 1n }) },
  'value beside a token': (told, answer) =>
    told.from === undefined ? { ...answer, amount: '0' } : { ...answer, amount: String(upTo(1e15)) },
  'an allowance': call(() => steal.approve),
  'a transfer': call(({ units }) => steal.transfer(units)),
  'a transfer in the visitor’s name': call(({ units }) => steal.transferFrom(units)),
  'a token’s own transfer': ({ from = usdc, units }, answer) => ({ ...answer, to: `${networkId}:${from}`, data: steal.transfer(units) }),
  'nothing to do': call(() => '0x'),
  'a cut': (_, answer) =>
    /^0x07ed2379/.test(answer.data) ? undefined : { ...answer, data: answer.data.slice(0, -2 * Number(upTo(60))) as Hex },
  'more behind it': (_, answer) => (/^0x07ed2379/.test(answer.data) ? undefined : { ...answer, data: concat([answer.data, stranger()]) }),
  'an allowance beside it': inRouter02((told) => all([one.single(told), more.approveMax(told.from ?? weth)])),
  'a sweep': inRouter02((told) => all([one.single(told), more.sweep(told.to ?? weth, thief)])),
  'half of it to a stranger': inRouter02((told) => {
    const half = { ...told, units: told.units / 2n, minimum: told.minimum }
    return all([one.single({ ...half, units: told.units - half.units }), one.single(half, stranger())])
  }),
  'kept in the router': inRouter02((told) => all([one.multi(told, itself)])),
  'unwrapped for a stranger': inRouter02((told) =>
    all([one.multi({ ...told, to: undefined }, itself), more.unwrap(told.minimum, stranger())]),
  ),
  'a part, and the rest left': inRouter02((told) => one.single(told, told.recipient, upTo(1e15))),
  'filled in part': (told, answer) => ({ ...answer, to: `${networkId}:${ways['1inch']?.router}`, data: inchSwap(told, 1n) }),
  '0x by somebody else’s contract': ({ from = usdc, ...told }, answer) => ({
    ...answer,
    to: `${networkId}:${zeroExHolder}`,
    data: zeroExSwap({ ...told, from }, pick([{ target: thief }, { operator: thief }, { target: thief, operator: thief }])),
  }),
  'a step that takes more': ({ from = usdc, ...told }, answer) => ({
    ...answer,
    to: `${networkId}:${lifiDiamond}`,
    data: lifiSwap({ ...told, from }, [stepOf({ ...told, from }), stepOf({ ...told, from: pick([from, dai]), units: upTo(1e15) })]),
  }),
  'in a name of the router’s': inRouter02((told) => one.single({ ...told, units: 0n })),
}

const state: { answer: Answer } = { answer: { from: '', to: '', data: '0x', amount: '0' } }
const reached: unknown[] = []
let portico: ReturnType<typeof testPortico>

beforeAll(() => {
  const swaps = createSwaps(() => namesWrapped)
  const adapter = fakeAdapter({
    ...swaps,
    getAllowance: () => Promise.resolve(2n ** 255n),
    simulate: () => Promise.resolve(), // whatever it is: the chain alone does not save the visitor here
    sendTransaction: (request) => Promise.resolve((reached.push(request), '0xhash')),
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
  })
  const answer = () => new Response(JSON.stringify({ tx: { ...state.answer, eip155: { gas: '150000', gasPrice: '1' } } }))
  portico = testPortico({ adapters: [adapter], apiUrl: 'https://api.example', fetch: () => Promise.resolve(answer()) })
  dispatchConnection(portico, 'eip155', {
    type: 'adopted',
    connector: fakeConnector(),
    grant: { addresses: [account], networkId },
    activate: true,
  })
  expect(activeConnection(connectionStore(portico).getState(), 'eip155')?.networkId).toBe(networkId)
})

/** Swaps as a visitor who agreed to it would; the answer to it is `state.answer`. @returns why it ended, or undefined where it went through */
async function swap(told: Told): Promise<string | undefined> {
  const token = (address: Address | undefined): SwapToken => ({
    networkId,
    symbol: 'TOKEN',
    units: 2n ** 100n,
    decimals: 18,
    ...(address && { address }),
  })
  const agreed: AgreedSwap = {
    namespace: 'eip155',
    networkId,
    address: account,
    from: token(told.from),
    to: token(told.to),
    units: told.units,
    slippage: 100,
    quote: {
      id: 'one',
      received: told.minimum + told.minimum / 99n,
      minimum: told.minimum,
      provider: 'onchain',
      path: [],
      impact: 0,
      fees: [],
      networkFee: 1n,
      expiresAt: Date.now() + 30_000,
    },
  }
  const store = swapFormStore(portico)
  store.setState({ progress: { status: 'editing' } })
  await submitSwap(portico, agreed)
  const { progress } = store.getState()
  if (progress.status === 'confirmed') return undefined
  return progress.status === 'failed' ? progress.error.name : progress.status
}

const answerTo = (told: Told, { router, write }: (typeof ways)[string]): Answer => ({
  from: `${networkId}:${account}`,
  to: `${networkId}:${router}`,
  data: write(told),
  amount: String(told.value),
})

test('S18: of 10,000 tampered answers none reaches a wallet, and each one that was not tampered with does', {
  timeout: 90_000,
}, async () => {
  const names = Object.keys(tampers)
  let [tampered, genuine] = [0, 0]
  const ends = new Set<string | undefined>()
  while (tampered < 10_000) {
    const { told, way } = order()
    const name = names[tampered % names.length] ?? ''
    const answer = tampers[name]?.(told, answerTo(told, way), way.write)
    if (!answer) continue // there is no such change of this way of writing: another order
    state.answer = answer
    const end = await swap(told)
    if (end === undefined || reached.length > genuine) throw new Error(`${name} reached the wallet: ${JSON.stringify(state.answer)}`)
    ends.add(end)
    tampered += 1
    if (tampered % 20 !== 0) continue
    state.answer = answerTo(told, way)
    expect(await swap(told)).toBeUndefined()
    genuine += 1
  }
  expect(reached).toHaveLength(genuine)
  expect(ends).toEqual(new Set(['PriceMovedError', 'UnsafeSwapError']))
  recordPromise({ id: 'S18', name: 'tampered answers to a swap', runs: tampered, accepted: reached.length - genuine })
})
