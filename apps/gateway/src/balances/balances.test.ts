import { expect, test } from 'vitest'
import type { AccountChain } from '../account/accounts.js'
import { createOwnPictures } from '../pictures/own.js'
import type { FallThrough } from '../providers/fallThrough.js'
import type { Balance } from '../providers/wire.js'
import { createBalances } from './balances.js'

const coin = (numeric: string): Balance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric },
  iconUrl: 'https://icons.example/eth.png',
})

/** Balances of a chain whose sources answer when they are told to, in any order. */
function setUp() {
  let now = 1_000_000
  const asked: ((balances: readonly Balance[] | Error) => void)[] = []
  const sources: Pick<FallThrough, 'balances'> = {
    balances: () => new Promise((resolve, reject) => asked.push((told) => (told instanceof Error ? reject(told) : resolve(told)))),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the chain is looked at
  const at = { chain: { id: 'eip155:1' }, sources } as unknown as AccountChain
  const prices = () => Promise.resolve(new Map([['native', 2000]]))
  const balances = createBalances({ prices, own: createOwnPictures(undefined), clock: () => now })
  const ask = (fresh = false) => balances({ at, address: '0xabc', currency: 'usd', fresh })
  return { ask, asked, wait: (milliseconds: number) => (now += milliseconds) }
}

test('gives an answer again for two seconds, with prices and without pictures of strangers', async () => {
  const { ask, asked, wait } = setUp()
  const both = Promise.all([ask(), ask()])
  asked[0]?.([coin('1.5'), coin('2')])
  const [first, second] = await both
  expect(JSON.parse(`[${first}]`)).toMatchObject([{ price: 2000, value: 3000, iconUrl: '' }, { value: 4000 }])
  expect(second).toBe(first)
  wait(1999)
  expect(await ask()).toBe(first)
  expect(asked).toHaveLength(1)
  wait(1)
  const later = ask()
  asked[1]?.([])
  expect(await later).toBe('')
})

test('keeps what was asked for last, though what was asked for before comes later', async () => {
  const { ask, asked } = setUp()
  const before = ask()
  const fresh = ask(true)
  asked[1]?.([coin('2')])
  await fresh
  asked[0]?.([coin('1')])
  expect(await before).toContain('"numeric":"1"')
  expect(await ask()).toContain('"numeric":"2"')
  expect(asked).toHaveLength(2)
})

test('R16: asks again once the clock was set back: what was read under the one that was ahead would be given until then', async () => {
  const { ask, asked, wait } = setUp()
  const ahead = ask()
  asked[0]?.([coin('1')])
  await ahead
  wait(-86_400_000)
  const after = ask()
  asked[1]?.([coin('2')])
  expect(await after).toContain('"numeric":"2"')
})

test('asks again after a failure', async () => {
  const { ask, asked } = setUp()
  const failing = ask()
  asked[0]?.(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = ask()
  asked[1]?.([coin('1')])
  expect(await again).toContain('"numeric":"1"')
})
