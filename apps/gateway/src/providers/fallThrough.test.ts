import { expect, test } from 'vitest'
import { ProviderError } from './errors.js'
import { fallThrough } from './fallThrough.js'
import { nftOf } from './nft.js'
import type { AccountProvider, Price } from './types.js'
import type { Balance, HistoryRow, Nft } from './wire.js'

const log = (): void => {}
const signal = new AbortController().signal
const account = { address: '0xa', fresh: false, signal }
const page = (cursor?: string) => ({ address: '0xa', cursor, limit: 50, signal })
const coin = (symbol: string): Balance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
})
const row: HistoryRow = {
  id: '0x1',
  metadata: {
    operationType: 'execute',
    hash: '0x1',
    minedAt: '2026-05-07T11:08:35.000Z',
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
    application: { name: null, iconUrl: null },
  },
  transfers: [],
}
const fails = (reason: ProviderError['reason'], retryAfter?: number) => () =>
  Promise.reject(new ProviderError(reason, 'It failed.', retryAfter === undefined ? {} : { retryAfter }))

test('asks the next provider when one fails or does not have the call, and tells why when none is left', async () => {
  const good: AccountProvider = { kind: 'good', balances: () => Promise.resolve([coin('ETH')]) }
  const bad: AccountProvider = { kind: 'bad', balances: fails('malformed') }
  const without: AccountProvider = { kind: 'without' }
  const all = fallThrough({ providers: [without, bad, good], clock: () => 0, log })
  expect(await all.balances(account)).toEqual([coin('ETH')])
  const none = fallThrough({ providers: [bad], clock: () => 0, log })
  await expect(none.balances(account)).rejects.toMatchObject({ name: 'ProviderError', reason: 'malformed' })
  expect(await fallThrough({ providers: [without], clock: () => 0, log }).balances(account)).toEqual([])
})

test('R16: leaves a provider alone for as long as it says, and no longer when the clock is set back meanwhile', async () => {
  let now = 86_400_000
  let tries = 0
  const busy: AccountProvider = { kind: 'busy', balances: () => ((tries += 1), fails('rate-limited', 60)()) }
  const sources = fallThrough({ providers: [busy], clock: () => now, log })
  const ask = () => sources.balances(account).catch(() => tries)
  expect([await ask(), await ask()]).toEqual([1, 1])
  now -= 43_200_000
  expect(await ask()).toBe(2)
  now += 60_000
  expect(await ask()).toBe(3)
})

test('what is a fault of ours is not hidden by the next provider', async () => {
  const broken: AccountProvider = { kind: 'broken', balances: () => Promise.reject(new TypeError('of ours')) }
  const good: AccountProvider = { kind: 'good', balances: () => Promise.resolve([]) }
  await expect(fallThrough({ providers: [broken, good], clock: () => 0, log }).balances(account)).rejects.toThrow(TypeError)
})

test('who asks for patience is left alone for as long', async () => {
  let now = 0
  let asked = 0
  const busy: AccountProvider = {
    kind: 'busy',
    balances: () => {
      asked += 1
      return fails('rate-limited', 7)()
    },
  }
  const good: AccountProvider = { kind: 'good', balances: () => Promise.resolve([]) }
  const all = fallThrough({ providers: [busy, good], clock: () => now, log })
  await all.balances(account)
  now = 6999
  await all.balances(account)
  expect(asked).toBe(1)
  now = 7000
  await all.balances(account)
  expect(asked).toBe(2)
})

test('a cursor goes back to who gave it, and one that points at itself ends', async () => {
  const cursors: (string | undefined)[] = []
  const first: AccountProvider = { kind: 'first', history: fails('unavailable') }
  const second: AccountProvider = {
    kind: 'second',
    history: ({ cursor }) => {
      cursors.push(cursor)
      return Promise.resolve({ data: [row], next: 'a:b' })
    },
  }
  const all = fallThrough({ providers: [first, second], clock: () => 0, log })
  const { next } = await all.history(page())
  expect(next).toBe('second:a:b')
  expect(await all.history(page(next ?? undefined))).toEqual({ data: [row], next: null })
  expect(cursors).toEqual([undefined, 'a:b'])
  expect(await all.history(page('stranger:1'))).toEqual({ data: [], next: null })
})

test('R21: a page of which nothing is left is passed over for the next, since a list ends with an empty one', async () => {
  const cursors: (string | undefined)[] = []
  const source = (pages: readonly (readonly Nft[])[]): AccountProvider => ({
    kind: 'source',
    nfts: ({ cursor }) => {
      cursors.push(cursor)
      const at = Number(cursor ?? 0)
      return Promise.resolve({ data: [...(pages[at] ?? [])], next: at + 1 < pages.length ? String(at + 1) : null })
    },
  })
  const kept = nftOf({
    chain: 'eip155:1',
    standard: 'erc721',
    token: '0xc',
    tokenId: '7',
    quantity: '1',
    name: 'Tom',
    collection: { name: 'Cats', symbol: 'CAT' },
    picture: undefined,
    isSpam: false,
  })
  const askOf = (pages: readonly (readonly Nft[])[]) => fallThrough({ providers: [source(pages)], clock: () => 0, log }).nfts
  expect(await askOf([[], [], [kept], [kept]])(page())).toEqual({ data: [kept], next: 'source:3' })
  expect(cursors).toEqual([undefined, '1', '2'])
  expect(await askOf([[], [], [kept]])(page('source:1'))).toEqual({ data: [kept], next: null })
  expect(await askOf([[], []])(page())).toEqual({ data: [], next: null })
  cursors.length = 0
  expect(await askOf(Array.from({ length: 99 }, () => []))(page())).toEqual({ data: [], next: 'source:21' }) // a source may never end
  expect(cursors).toHaveLength(21)
})

test('prices that one does not know are asked of the next, and nothing that was not asked for is taken', async () => {
  const price = (token: string, value: number): Price => ({ token, price: value, at: 0 })
  const asked: (readonly string[])[] = []
  const half: AccountProvider = { kind: 'half', prices: () => Promise.resolve([price('a', 1), price('z', 9)]) }
  const rest: AccountProvider = {
    kind: 'rest',
    prices: ({ tokens }) => {
      asked.push(tokens)
      return Promise.resolve([price('b', 2), price('a', 7)])
    },
  }
  const all = fallThrough({ providers: [{ kind: 'bad', prices: fails('refused') }, half, rest], clock: () => 0, log })
  expect(await all.prices({ tokens: ['a', 'b'], currency: 'usd', signal })).toEqual([price('a', 1), price('b', 2)])
  expect(asked).toEqual([['b']])
})
