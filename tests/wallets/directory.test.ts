import type { PorticoOptions } from '@portico/core'
import { queryClientOf } from '@portico/core/kit'
import {
  fetchWallets,
  findWallet,
  isDirectoryPicture,
  loadWallet,
  safeWalletLink,
  walletLink,
  walletsOf,
  walletsQuery,
} from '@portico/core/wallets'
import { createGateway } from '@portico/gateway'
import { fakeAdapter, testPortico } from '@portico/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const gateway = createGateway({ port: 0, quiet: true, certified: ['io.metamask', 'com.ledger'] })
let apiUrl = ''
beforeAll(async () => void (apiUrl = await gateway.listen()))
afterAll(() => gateway.close())

const setUp = (options: Partial<PorticoOptions> = {}) => testPortico({ apiUrl, projectId: 'site', ...options })
const ids = (wallets: readonly { readonly id: string }[]) => wallets.map(({ id }) => id)
const everything = {
  adapters: (['eip155', 'solana', 'bip122'] as const).map((namespace, at) => fakeAdapter({ namespace, ...(at > 0 && { networks: [] }) })),
}

test('the first page is forty of the better known, with pictures and links that may be opened', async () => {
  const portico = setUp()
  const { wallets, count, hasNext } = await fetchWallets(portico)
  expect([wallets.length, hasNext]).toEqual([40, true])
  expect(count).toBeGreaterThan(400)
  expect(ids(wallets)).toEqual(expect.arrayContaining(['io.metamask', 'com.trustwallet.app']))
  expect(findWallet(portico, 'io.metamask')).toMatchObject({
    certified: true,
    walletConnect: true,
    universalLink: 'https://metamask.app.link/',
    namespaces: ['eip155', 'solana'],
  })
  const icon = findWallet(portico, 'io.metamask')?.icon
  expect(isDirectoryPicture(portico, icon)).toBe(true)
  const picture = await fetch(icon ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('S19: all pages together are the whole directory, each wallet once, and each of its links can be opened', async () => {
  const portico = setUp(everything)
  const { pages } = await queryClientOf(portico).fetchInfiniteQuery({ ...walletsQuery(portico, { entries: 100 }), pages: 100 })
  const wallets = walletsOf(pages)
  expect(wallets.length).toBe(pages[0]?.count)
  expect(wallets.length).toBe(pages.flatMap((page) => page.wallets).length)
  for (const { universalLink, mobileLink, desktopLink, webLink } of wallets) {
    for (const link of [universalLink, webLink]) if (link) expect(safeWalletLink(link, 'https')).toBe(link)
    for (const link of [mobileLink, desktopLink]) if (link) expect(safeWalletLink(link, 'native')).toBe(link)
  }
  const device = { mobile: true, platform: 'ios', telegram: false } as const
  const links = wallets.flatMap((wallet) => walletLink(wallet, 'wc:a@2?symKey=b', { device }) ?? [])
  expect(links.length).toBeGreaterThan(400)
  for (const link of links) expect(link).toMatch(/\/wc\?uri=wc%3Aa%402%3FsymKey%3Db$/)
})

test('a search finds names whatever their case and diacritics, and one character is none', async () => {
  const portico = setUp()
  expect(ids((await fetchWallets(portico, { search: 'MÉTAMASK' })).wallets)[0]).toBe('io.metamask')
  expect(await fetchWallets(portico, { search: 'no such wallet at all' })).toEqual({ wallets: [], count: 0, page: 1, hasNext: false })
  expect((await fetchWallets(portico, { search: 'm' })).count).toBe((await fetchWallets(portico)).count)
})

test('whatever is typed into the search, the directory understands it', async () => {
  const portico = setUp()
  for (const search of [
    'a&b=c',
    '%00',
    '\u0301\u0301a\u0301',
    'ﷺ'.repeat(80),
    '🦊🦊',
    '\ud800\ud800',
    '"><b>',
    'a,b',
    '\u202emm',
    'ﬁ',
    '  a  b ',
    '\u0000\u0000',
  ]) {
    await expect(fetchWallets(portico, { search })).resolves.toMatchObject({ page: 1 })
  }
})

test('the badge, the platform and the chain family narrow the list', async () => {
  const portico = setUp(everything)
  expect(ids((await fetchWallets(portico, { certified: true })).wallets).toSorted()).toEqual(['com.ledger', 'io.metamask'])
  const { wallets } = await fetchWallets(portico, { namespaces: ['bip122'], platform: 'browser' })
  const known = wallets.filter(({ namespaces }) => namespaces)
  expect(known.length).toBeGreaterThan(2)
  expect(wallets.slice(0, known.length)).toEqual(known)
  for (const { namespaces, rdns, extension } of wallets) {
    if (namespaces) expect(namespaces).toContain('bip122') // of some nothing is known
    expect(rdns ?? extension).toBeDefined()
  }
})

test('the options of the site apply by id, rdns and name, on the directory’s side as well', async () => {
  const narrow = await fetchWallets(setUp({ includeWallets: ['IO.MetaMask', 'trust wallet', 'me.rainbow'], excludeWallets: ['Rainbow'] }))
  expect([ids(narrow.wallets).toSorted(), narrow.count]).toEqual([['com.trustwallet.app', 'io.metamask'], 2])
  const first = await fetchWallets(setUp({ featuredWallets: ['me.rainbow', 'Uniswap Wallet', 'nobody'] }), { entries: 5 })
  expect(first.wallets[0]?.id).toBe('me.rainbow')
  expect(new Set(ids(first.wallets)).size).toBe(5)
})

test('one wallet is loaded by its id, and one that is not there is not', async () => {
  const portico = setUp()
  expect(await loadWallet(portico, 'me.rainbow')).toMatchObject({ id: 'me.rainbow', name: 'Rainbow' })
  expect(findWallet(portico, 'me.rainbow')).toBeDefined()
  expect(await loadWallet(portico, 'nobody')).toBeUndefined()
})
