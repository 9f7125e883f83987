import type { Address, Hex } from 'viem'
import { concat } from 'viem'
import { describe, expect, test } from 'vitest'
import { readSwap } from './readSwap.js'
import {
  account,
  all,
  dai,
  inchSwap,
  itself,
  lifiSwap,
  more,
  one,
  settler,
  steal,
  stepOf,
  thief,
  usdc,
  v3Path,
  ways,
  weth,
  zeroExSwap,
  type Told,
} from './swap.test.helper.js'

/** What the chain says of the router and of 0x. */
const onChain = { wrapped: () => Promise.resolve(weth), settler: () => Promise.resolve<Address | undefined>(settler) }

/** What is read, with addresses in lower case. */
async function read(data: Hex, value = 0n) {
  const said = await readSwap({ data, value }, onChain)
  return said && { ...said, from: lower(said.from), to: lower(said.to), recipient: lower(said.recipient) }
}
const sells: Told = { from: usdc, to: dai, units: 250_000_000n, minimum: 247n * 10n ** 18n, recipient: account, value: 0n }
const pays: Told = { ...sells, from: undefined, to: usdc, units: 10n ** 18n, minimum: 3_400_000_000n, value: 10n ** 18n }
const cashes: Told = { ...sells, to: undefined, minimum: 7n * 10n ** 16n }
const lower = (said: string | undefined) => said?.toLowerCase()

describe('S18: a swap is read as the router will read it', () => {
  const cases = [sells, pays, cashes].flatMap((told) =>
    Object.entries(ways).flatMap(([name, way]) =>
      way.isFor(told) ? [[`${name}, ${told.from ? '' : 'with the coin'}`, way, told] as const] : [],
    ),
  )
  test.each(cases)('%s', async (_, way, told) => {
    const said = await read(way.write(told), told.value)
    expect(said).toEqual({
      from: lower(told.from),
      to: lower(told.to),
      units: told.units,
      minimum: told.minimum,
      recipient: account,
    })
  })
})

const leg = one.single(sells)
const toRouter = one.multi(cashes, itself)
const back = more.unwrap(1n, account)
test.each<[string, Hex, bigint?]>([
  ['an allowance', steal.approve],
  ['a transfer', steal.transfer(1n)],
  ['a transfer in somebody’s name', steal.transferFrom(1n)],
  ['nothing', '0x'],
  ['half a selector', '0x38ed'],
  ['a swap that is cut off', leg.slice(0, -2) as Hex],
  ['a swap with more behind it', concat([leg, '0x00'])],
  ['an amount of nothing, which means all that the router holds', one.single({ ...sells, units: 0n })],
  ['a price limit, which leaves a part', one.single(sells, account, 1n)],
  ['a path of one token', one.multi(sells, account, [usdc])],
  ['value beside a token', leg, 1n],
  ['less value than the coin that is swapped', one.single(pays), pays.value - 1n],
  ['value for a token that is not the wrapped coin', one.single({ ...pays, from: dai }), pays.value],
  ['V2 with value beside a token', ways['V2, a token for another']?.write(sells) ?? '0x', 1n],
  ['an empty multicall', all([])],
  ['a multicall that only unwraps', all([back])],
  ['a multicall with an allowance', all([leg, more.approveMax(usdc)])],
  ['a multicall that sweeps', all([leg, more.sweep(usdc, thief)])],
  ['a multicall in a multicall', all([all([leg])])],
  ['two routes to two receivers', all([leg, one.single(sells, thief)])],
  ['two routes for two tokens', all([leg, one.single({ ...sells, to: weth })])],
  ['two routes from two tokens', all([leg, one.single({ ...sells, from: weth })])],
  ['what the router keeps', all([toRouter])],
  ['what the router keeps, alone', toRouter],
  ['a token that is not the wrapped coin, unwrapped', all([one.single(sells, itself), back])],
  ['a route after it was unwrapped', all([toRouter, back, toRouter])],
  ['unwrapped twice', all([toRouter, back, more.unwrap(0n, thief)])],
  ['an unwrapping beside what goes to the account', all([leg, back])],
  ['more routes than anybody needs', all(Array.from({ length: 12 }, () => leg))],
  ['1inch, filled in part', inchSwap(sells, 1n)],
  ['1inch, with more of the coin than it swaps', inchSwap(pays, 2n), pays.value],
  ['1inch, value beside a token', inchSwap(sells), 1n],
])('S18: refuses %s', async (_, data, value) => {
  expect(await read(data, value)).toBeUndefined()
})

test('S18: what is unwrapped goes to whom the unwrapping names, and the higher minimum counts', async () => {
  expect(await read(all([toRouter, more.unwrap(0n, thief)]))).toMatchObject({ to: undefined, recipient: thief, minimum: cashes.minimum })
  expect(await read(all([toRouter, more.unwrap(cashes.minimum * 2n, account)]))).toMatchObject({ minimum: cashes.minimum * 2n })
})

test('S18: without a wrapped coin of the router no coin is swapped by it', async () => {
  const nobody = () => Promise.resolve<Address | undefined>(undefined)
  expect(await readSwap({ data: one.single(pays), value: pays.value }, { ...onChain, wrapped: nobody })).toBeUndefined()
  expect(await readSwap({ data: all([toRouter, back]), value: 0n }, { ...onChain, wrapped: nobody })).toBeUndefined()
  expect(await readSwap({ data: leg, value: 0n }, { ...onChain, wrapped: nobody })).toMatchObject({
    from: usdc,
    recipient: expect.stringMatching(new RegExp(account, 'i')),
  })
})

test('S18: 0x swaps by the contract that it says is its own, and by none while it names none', async () => {
  expect(await read(zeroExSwap(sells))).toMatchObject({ minimum: sells.minimum })
  for (const by of [{ target: thief }, { operator: thief }, { target: thief, operator: thief }])
    expect(await read(zeroExSwap(sells, by))).toBeUndefined()
  expect(await read(zeroExSwap(sells), 1n)).toBeUndefined()
  expect(await read(zeroExSwap({ ...sells, from: undefined }))).toBeUndefined()
  const stopped = { ...onChain, settler: () => Promise.resolve(undefined) }
  expect(await readSwap({ data: zeroExSwap(sells), value: 0n }, stopped)).toBeUndefined()
})

test('S18: of several steps each one that asks for money is counted, and may ask for nothing but what is paid', async () => {
  const twice = lifiSwap(sells, [stepOf({ ...sells, to: dai }), stepOf({ ...sells, from: usdc, units: 7n })])
  expect(await read(twice)).toMatchObject({ units: sells.units + 7n })
  expect(await read(lifiSwap(sells, [stepOf(sells), stepOf({ ...sells, from: weth, units: 7n })]))).toBeUndefined()
  expect(await read(lifiSwap(sells, [stepOf(sells, false)]))).toBeUndefined()
  expect(await read(lifiSwap(sells, []))).toBeUndefined()
  expect(await read(lifiSwap(pays, [stepOf(pays)]))).toBeUndefined() // the coin, and none of it is sent
  expect(await read(lifiSwap(sells, [stepOf(sells)]), 5n)).toBeUndefined()
})

test('the ends of a path count, not what is between', async () => {
  expect(await read(one.multi(sells, account, [usdc, weth, thief, dai]))).toMatchObject({ units: sells.units, recipient: account })
  expect(v3Path([usdc, dai])).toHaveLength(2 + 40 + 6 + 40)
})
