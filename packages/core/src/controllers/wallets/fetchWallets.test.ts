import { InfiniteQueryObserver } from '@tanstack/query-core'
import fc from 'fast-check'
import { fakeAdapter, fakeFetch, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { MalformedAnswerError, NetworkFailureError, RequestAbortedError } from '../../kit/http/errors.js'
import type { PorticoOptions } from '../../portico/options.js'
import { queryClientOf } from '../../portico/query.js'
import { fetchWallets, walletsOf, walletsQuery } from './fetchWallets.js'
import { isDirectoryPicture } from './directoryPicture.js'
import { findWallet, registerWallets, walletStore } from './store.js'

const apiUrl = 'https://api.example/below/'
const entry = (id: string, over: object = {}) => ({ id, name: id, chains: ['eip155'], supports_wc: true, ...over })
const answer = (data: unknown, count: unknown = Array.isArray(data) ? data.length : 0) => Response.json({ data, count })
const ids = (wallets: readonly { id: string }[]) => wallets.map(({ id }) => id)

function setUp(answers: readonly (Response | Error | (() => Response))[], options: Partial<PorticoOptions> = {}) {
  const server = fakeFetch(...answers)
  const portico = testPortico({ apiUrl, projectId: 'site', fetch: server.fetch, ...options })
  const asked = (at = 0) => Object.fromEntries(server.calls[at]?.url.searchParams ?? [])
  return { portico, server, asked }
}

test('reads a wallet as the directory tells it', async () => {
  const { portico } = setUp([
    answer([
      {
        id: 'com.ledger',
        name: 'Lumen',
        description: 'A wallet',
        homepage: 'https://lumen.example',
        chains: ['eip155:10', 'solana', 'eip155', 'hedera'],
        rdns: 'io.Lumen',
        mobile_link: 'ledgerlive://open',
        universal_link: 'https://lumen.example/app',
        desktop_link: 'LEDGERLIVE://',
        webapp_link: 'https://web.lumen.example/',
        app_store: 'https://apps.apple.com/app/id123456789',
        play_store: 'https://play.google.com/store/apps/details?id=io.lumen',
        chrome_store: 'https://chromewebstore.google.com/detail/abc',
        supports_wc: true,
        badge_type: 'certified',
        order: 0,
        image_id: '0123456789abcdef',
        image_url: '/v1/wallets/io.lumen/image?v=0123456789abcdef',
        of_a_newer_server: [1],
      },
    ]),
  ])
  const { wallets } = await fetchWallets(portico)
  expect(wallets).toEqual([
    {
      id: 'com.ledger',
      name: 'Lumen',
      icon: 'https://api.example/below/v1/wallets/io.lumen/image?v=0123456789abcdef',
      homepage: 'https://lumen.example/',
      rdns: 'io.Lumen',
      extension: 'https://chromewebstore.google.com/detail/abc',
      ios: 'https://apps.apple.com/app/id123456789',
      android: 'https://play.google.com/store/apps/details?id=io.lumen',
      universalLink: 'https://lumen.example/app',
      mobileLink: 'ledgerlive://open',
      desktopLink: 'LEDGERLIVE://',
      webLink: 'https://web.lumen.example/',
      walletConnect: true,
      certified: true,
      namespaces: ['eip155', 'solana'],
    },
  ])
  expect(isDirectoryPicture(portico, wallets[0]?.icon)).toBe(true)
})

test('what a wallet leaves out, or has as null, is not there', async () => {
  const { portico } = setUp([
    answer([
      { id: 'a', name: 'A', chains: [], rdns: null, homepage: null, supports_wc: false, badge_type: 'none' },
      { id: 'b', name: 'B', chains: ['hedera'] },
    ]),
  ])
  expect((await fetchWallets(portico)).wallets).toEqual([
    { id: 'a', name: 'A', walletConnect: false },
    { id: 'b', name: 'B', namespaces: [] },
  ])
})

test('S19: links that may not be opened, stores that are none and pictures from elsewhere are left out, and the wallet stays', async () => {
  const { portico } = setUp([
    answer([
      entry('a', {
        homepage: 'javascript:alert(1)',
        mobile_link: 'javascript://a',
        universal_link: 'http://a.example/',
        desktop_link: 'file:///a',
        webapp_link: 'https://u@a.example/',
      }),
      entry('b', {
        app_store: 'https://apps.apple.com.evil.example/a',
        play_store: 'https://evil.example/https://play.google.com/',
        chrome_store: 'https://chrome.google.com@evil.example/',
      }),
      entry('c', { image_url: 'https://evil.example/v1/wallets/c/image' }),
      entry('d', { image_url: '//evil.example/v1/wallets/d/image' }),
      entry('e', { image_url: '/v1/wallets/../../../steal' }),
      entry('f', { image_url: '/v1/wallets/f/image\n' }),
      entry('g', { image_url: '@evil.example/v1/wallets/' }),
    ]),
  ])
  const { wallets } = await fetchWallets(portico)
  expect(wallets).toEqual(ids(wallets).map((id) => ({ id, name: id, walletConnect: true, namespaces: ['eip155'] })))
  expect(ids(wallets)).toEqual([...'abcdefg'])
})

test('S19: a native link is taken of the wallet alone whose scheme it is; near misses, other programs and other wallets’ are left out', async () => {
  const own = 'metamask://'
  const others = [
    ...['trust://', 'firefox://open-url?url=https://evil.example', 'slack://', 'zoommtg://', 'googlechrome://', 'lumen://'],
    ...[
      'metamaskk://',
      'metamas://',
      'meta-mask://',
      'metamask.evil://',
      'xmetamask://',
      'wc://',
      'metamask:wc',
      'metamask',
      'metamask%3a//',
    ],
  ]
  const { portico } = setUp([
    answer([
      entry('io.metamask', { mobile_link: own, desktop_link: 'MetaMask://wc' }),
      ...['com.metamask', 'io.metamask.evil', 'io-metamask', 'constructor'].map((id) => entry(id, { mobile_link: own })),
    ]),
  ])
  const { wallets } = await fetchWallets(portico)
  const linksOf = ({ mobileLink, desktopLink }: { mobileLink?: string; desktopLink?: string }) => [mobileLink, desktopLink]
  expect(wallets.map(linksOf)).toEqual([[own, 'MetaMask://wc'], ...Array.from({ length: 4 }, () => [undefined, undefined])])
  for (const other of others) {
    const { wallets: page } = await fetchWallets(
      setUp([answer([entry('io.metamask', { mobile_link: other, desktop_link: other })])]).portico,
    )
    expect([other, ...page.map(linksOf)]).toEqual([other, [undefined, undefined]])
  }
})

test('a wallet that the host names itself has the link that the host gives it', async () => {
  const { portico } = setUp([answer([entry('mine', { mobile_link: 'other://' })])], {
    wallets: [{ id: 'mine', name: 'Mine', mobileLink: 'mine://' }],
  })
  await fetchWallets(portico)
  expect(findWallet(portico, 'mine')).toMatchObject({ mobileLink: 'mine://' })
})

test('only a picture below apiUrl is the directory’s own', () => {
  const { portico } = setUp([])
  const own = ['https://api.example/below/v1/wallets/a/image', 'HTTPS://API.example/below/v1/wallets/a/image?v=1']
  const others = [
    'https://api.example/v1/wallets/a/image',
    'http://api.example/below/v1/wallets/a',
    'https://api.example.evil/below/v1/wallets/a',
    'https://api.example/below/v1/wallets/../../a',
    '',
    undefined,
    1,
  ]
  expect(own.map((url) => isDirectoryPicture(portico, url))).toEqual([true, true])
  expect(others.map((url) => isDirectoryPicture(portico, url))).toEqual(others.map(() => false))
  expect(isDirectoryPicture(testPortico(), own[0])).toBe(false)
})

test('an entry that is no wallet is dropped, and the others are not', async () => {
  const { portico } = setUp([
    answer(
      [
        null,
        1,
        'a',
        [],
        {},
        { id: 'a' },
        { id: '../etc', name: 'A' },
        { id: 'A', name: 'A' },
        { id: 'b', name: '' },
        { id: 'c', name: 1 },
        entry('good'),
        entry('good'),
      ],
      99,
    ),
  ])
  const page = await fetchWallets(portico)
  expect(ids(page.wallets)).toEqual(['good'])
  expect(page).toMatchObject({ count: 99, page: 1, hasNext: true })
})

test.each([
  ['no list', () => answer({ a: 1 }, 1)],
  ['no count', () => answer([], 'many')],
  ['a negative count', () => answer([], -1)],
  ['a list alone', () => Response.json([entry('a')])],
  ['nothing', () => Response.json(null)],
  ['no JSON', () => new Response('<html>')],
])('R9: an answer with %s is a MalformedAnswerError', async (_, make) => {
  const { portico } = setUp([make()])
  await expect(fetchWallets(portico)).rejects.toBeInstanceOf(MalformedAnswerError)
  expect(walletStore(portico).getState().records.size).toBe(0)
})

test('R9: whatever 2,000 answers hold, they are read or refused, and never poison an object', async () => {
  const keys = fc.constantFrom('id', 'name', 'chains', 'rdns', 'image_url', 'mobile_link', 'supports_wc', '__proto__', 'constructor')
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('io.lumen', 'https://a.example/', 'lumen://', true, ['eip155'], [null], '/v1/wallets/a/image'),
  )
  const body = fc
    .record({
      data: fc.oneof(fc.array(fc.oneof(fc.dictionary(keys, value), value), { maxLength: 4 }), value),
      count: fc.oneof(fc.nat(), value),
    })
    .map((answers) => JSON.stringify(answers))
  const known = Object.getOwnPropertyNames(Object.prototype)
  let text = ''
  const { portico } = setUp([() => new Response(text)])
  let read = 0
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      text = json
      const outcome = await fetchWallets(portico).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MalformedAnswerError)
      else read += 1
    }),
    { numRuns: 2000 },
  )
  recordPromise({ id: 'R9', name: 'answers of a directory', runs: 2_000, accepted: 0 })
  expect(read).toBeGreaterThan(100)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known)
})

test('asks for the first forty of the site’s chain families, and says who asks as every call does', async () => {
  const adapters = [fakeAdapter(), fakeAdapter({ namespace: 'solana', networks: [] })]
  const { portico, server, asked } = setUp([answer([])], { adapters })
  await fetchWallets(portico)
  expect(server.calls[0]?.url.pathname).toBe('/below/v1/wallets')
  expect(asked()).toEqual({ page: '1', entries: '40', chains: 'eip155,solana', projectId: 'site', st: 'portico', sv: '0.1.0' })
})

test('asks for what it is told to', async () => {
  const { portico, asked } = setUp([answer([])])
  await fetchWallets(portico, {
    page: 3,
    entries: 20,
    search: ' Ｍéta  Mask ',
    certified: true,
    namespaces: ['solana'],
    include: ['a', 'B, c', 'B'],
    exclude: ['io.c'],
    platform: 'ios',
  })
  expect(asked()).toMatchObject({
    page: '3',
    entries: '20',
    search: 'meta mask',
    badge: 'certified',
    chains: 'solana',
    include: 'a,B',
    exclude: 'io.c',
    platform: 'ios',
  })
})

test.each([
  ['', undefined],
  ['m', undefined],
  [' m ', undefined],
  ['\u0301\u0301', undefined],
  ['\u200e\u200b', undefined],
  ['\u200eMeta\u00adMask\u200f', 'metamask'],
  ['me', 'me'],
  ['財布', '財布'],
  ['🦊', undefined],
  ['🦊🦊', '🦊🦊'],
  ['a'.repeat(500), 'a'.repeat(32)],
  ['ﷺ'.repeat(500), undefined],
])('a search from two characters on is one: %j', async (search, sent) => {
  const { portico, asked } = setUp([answer([])])
  await fetchWallets(portico, { search })
  if (sent !== undefined || search.length < 100) expect(asked()['search']).toBe(sent)
  else expect(asked()['search']?.length).toBeLessThanOrEqual(64)
})

test('page and size stay within what the directory takes', async () => {
  const { portico, asked } = setUp([answer([])])
  for (const value of [0, -1, Number.NaN, 1e9, Infinity, 2.7]) await fetchWallets(portico, { page: value, entries: value })
  expect([0, 1, 2, 3, 4, 5].map((at) => [asked(at)['page'], asked(at)['entries']])).toEqual([
    ['1', '1'],
    ['1', '1'],
    ['1', '1'],
    ['1000', '100'],
    ['1000', '100'],
    ['2', '2'],
  ])
})

test('the options of the site narrow it, by rdns, id and name', async () => {
  const options = { includeWallets: ['io.A', 'Beta', 'c', 'd'], excludeWallets: ['D', 'io.e'], featuredWallets: ['c', 'Beta'] }
  const { portico, asked } = setUp(
    [answer([entry('a', { rdns: 'io.a' }), entry('b', { name: 'beta' }), entry('c'), entry('d'), entry('f')], 5)],
    options,
  )
  expect(ids((await fetchWallets(portico)).wallets)).toEqual(['a', 'b', 'c'])
  expect(asked()).toMatchObject({ include: 'io.A,Beta,c,d', exclude: 'D,io.e', first: 'c,Beta' })
  expect(ids((await fetchWallets(portico, { include: ['a', 'f', 'b'], exclude: ['b'] })).wallets)).toEqual(['a'])
  expect(asked(1)).toMatchObject({ include: 'a,f,b', exclude: 'b,D,io.e' })
  await fetchWallets(portico, { search: 'lumen' })
  expect(asked(2)).not.toHaveProperty('first')
})

test('a long list is sent as far as it fits, and the rest of it counts all the same', async () => {
  const excludeWallets = Array.from({ length: 500 }, (_, at) => `com.example.wallet-${at}`)
  const { portico, server } = setUp([answer([entry('com.example.wallet-1'), entry('com.example.wallet-499'), entry('a')])], {
    excludeWallets: [...excludeWallets, '\ud800', 'x'.repeat(999)],
  })
  expect(ids((await fetchWallets(portico)).wallets)).toEqual(['a'])
  expect(server.calls[0]?.url.href.length).toBeLessThan(4000)
  const { portico: longest, server: same } = setUp([answer([])], {
    excludeWallets,
    includeWallets: excludeWallets,
    featuredWallets: excludeWallets,
  })
  await fetchWallets(longest)
  await fetchWallets(longest, { search: '財'.repeat(99) })
  for (const { url } of same.calls) expect(url.href.length).toBeLessThan(8192)
})

test('without a directory, and where nothing can be in it, nothing is asked', async () => {
  const { portico: without, server: quiet } = setUp([new Error('asked')], { apiUrl: '' })
  const { portico: narrow, server } = setUp([new Error('asked')], { includeWallets: [] })
  const empty = { wallets: [], count: 0, page: 1, hasNext: false }
  expect([await fetchWallets(without), await fetchWallets(narrow), await fetchWallets(narrow, { include: ['a'], namespaces: [] })]).toEqual(
    [empty, empty, empty],
  )
  expect([quiet.calls, server.calls]).toEqual([[], []])
})

test('a list of none in the options lets nothing in that is asked for by name', async () => {
  const { portico } = setUp([answer([entry('a')])], { includeWallets: [] })
  expect((await fetchWallets(portico, { include: ['a'] })).wallets).toEqual([])
})

test('R7: a directory that is away for a moment is asked again', async () => {
  const { portico, server } = setUp([new Response('', { status: 503, headers: { 'retry-after': '0' } }), answer([entry('a')])])
  expect(ids((await fetchWallets(portico)).wallets)).toEqual(['a'])
  expect(server.calls).toHaveLength(2)
})

test('a request ends with its signal', async () => {
  const { portico } = setUp([], { fetch: () => new Promise(() => undefined) })
  const abort = new AbortController()
  const asked = fetchWallets(portico, {}, abort.signal)
  abort.abort()
  await expect(asked).rejects.toBeInstanceOf(RequestAbortedError)
})

test('what was fetched is found from then on, and what was registered of it counts first', async () => {
  const { portico } = setUp([
    answer([
      entry('io.lumen', { rdns: 'io.lumen', universal_link: 'https://lumen.example/', name: 'Lumen (new)' }),
      entry('b', { rdns: 'io.b' }),
    ]),
  ])
  registerWallets(portico, [{ id: 'io.lumen', name: 'Lumen' }])
  const { wallets } = await fetchWallets(portico)
  expect(findWallet(portico, 'io.lumen')).toMatchObject({ name: 'Lumen', universalLink: 'https://lumen.example/' })
  expect(findWallet(portico, 'io.lumen')).toBe(wallets[0])
  expect(findWallet(portico, 'IO.B')).toBe(wallets[1])
  expect(findWallet(portico, 'c')).toBeUndefined()
})

test('as a query: pages follow each other until the last, each wallet once, and the same question is not asked twice', async () => {
  const page = (from: number, length: number) =>
    answer(
      Array.from({ length }, (_, at) => entry(`w${from + at}`)),
      5,
    )
  const { portico, server, asked } = setUp([page(0, 2), page(1, 2), page(4, 1)])
  const client = queryClientOf(portico)
  const observer = new InfiniteQueryObserver(client, walletsQuery(portico, { search: ' Wall', entries: 2 }))
  const stop = observer.subscribe(() => undefined)
  await client.fetchInfiniteQuery(walletsQuery(portico, { search: 'WALL ', entries: 2 }))
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  const { data, hasNextPage } = observer.getCurrentResult()
  expect([0, 1, 2].map((at) => asked(at)['page'])).toEqual(['1', '2', '3'])
  expect(hasNextPage).toBe(false)
  expect(ids(walletsOf(data?.pages ?? []))).toEqual(['w0', 'w1', 'w2', 'w4'])
  expect(server.calls).toHaveLength(3)
  stop()
})

test('as a query: nobody looking any more ends the request, and a failure is not repeated by the query as well', async () => {
  let signal: AbortSignal | null | undefined
  const { portico } = setUp([], { fetch: (_, init) => new Promise(() => void (signal = init?.signal)) })
  const stop = new InfiniteQueryObserver(queryClientOf(portico), walletsQuery(portico)).subscribe(() => undefined)
  await expect.poll(() => signal).toBeDefined()
  stop()
  await expect.poll(() => signal?.aborted).toBe(true)

  const { portico: broken, server } = setUp([new Response('', { status: 404 })])
  await expect(queryClientOf(broken).fetchInfiniteQuery(walletsQuery(broken))).rejects.toThrow('404')
  expect(server.calls).toHaveLength(1)
})

test('a directory that counts more than it has does not lead on for ever', async () => {
  const { portico } = setUp([answer([], 1000)])
  expect(await fetchWallets(portico)).toMatchObject({ hasNext: false })
  const { portico: full } = setUp([answer([entry('a')], 1e9)])
  expect(await fetchWallets(full, { page: 1000 })).toMatchObject({ hasNext: false })
})

test('offline it fails rather than wait', async () => {
  const { portico } = setUp([new TypeError('Failed to fetch')])
  await expect(fetchWallets(portico)).rejects.toBeInstanceOf(NetworkFailureError)
})
