import { listConnectors, type Connector, type Namespace } from '@portico/core'
import type { RecentWallet } from '@portico/core/kit'
import { browserLink } from '@portico/core/wallets'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { readFile } from 'node:fs/promises'
import { juniperBitcoin, juniperSolana, solstice } from '../stories/chains.js'
import { harbor, juniper } from '../stories/wallets.js'
import { directory, withBrowser } from './builtInWallets.js'
import { withStores } from './builtInLinks.js'
import { matches } from '../features/directory/matches.js'
import { walletList } from './walletList.js'

afterEach(() => void vi.unstubAllGlobals())

const portico = () => testPortico({ adapters: [fakeAdapter()] })
const all: readonly Namespace[] = ['eip155', 'solana', 'bip122']
const present = { eip155: [harbor, juniper], solana: [solstice, juniperSolana], bip122: [juniperBitcoin] }
const list = (
  among: readonly Namespace[],
  recents: readonly RecentWallet[] = [],
  connectors: Readonly<Partial<Record<Namespace, readonly Connector[]>>> = present,
) => walletList(portico(), listConnectors(connectors, among), recents, { among, directory })

test('a wallet to get is listed where it works, and nowhere else', () => {
  const names = (namespace: Namespace) => list([namespace]).flatMap(({ name, connector }) => (connector ? [] : [name]))
  expect(names('solana')).toContain('Solflare')
  expect(names('solana')).not.toContain('Xverse Wallet')
  expect(names('bip122')).toEqual(expect.arrayContaining(['Leather', 'UniSat', 'Xverse Wallet', 'Phantom']))
  expect(names('bip122')).not.toContain('Rabby')
  expect(names('eip155')).not.toContain('Solflare')
  expect(names('polkadot')).toEqual([])
})

test('each record of the directory says where it works, has a homepage of https and stands once', () => {
  for (const { namespaces, homepage } of directory.map(withStores)) {
    expect(namespaces?.length).toBeGreaterThan(0)
    expect(homepage).toMatch(/^https:\/\/[a-z.]+(\/|$)/)
  }
  expect(new Set(directory.map(({ id }) => id)).size).toBe(directory.length)
  expect(directory.map(({ name }) => name)).toEqual(directory.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')))
})

test('an installed wallet that has no rdns is not offered to be got as well', () => {
  const phantom = fakeConnector({ id: 'standard:Phantom', name: 'Phantom', namespaces: ['solana'] })
  const { rdns: _, ...nameless } = phantom
  const found = list(['solana'], [], { solana: [nameless] }).filter(({ name }) => name === 'Phantom')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ id: 'standard:Phantom', record: { id: 'app.phantom' } })
})

test('S34: a wallet that only claims a name does not take the place of the one in the directory', () => {
  const impostor = fakeConnector({ id: 'com.fake', rdns: 'com.fake', name: 'MetaMask' })
  expect(list(['eip155'], [], { eip155: [impostor] }).map(({ id }) => id)).toEqual(expect.arrayContaining(['com.fake', 'io.metamask']))
})

test('a wallet of several chain families is recent by any of its connectors, and comes first', () => {
  for (const { id, name } of [juniper, juniperSolana, juniperBitcoin]) {
    const [first, second] = list(all, [{ id, name }])
    expect(first).toMatchObject({ name: 'Juniper', recent: true })
    expect(second?.recent).toBe(false)
  }
})

test('recent wallets come in the order in which they were used', () => {
  expect(
    list(all, [
      { id: solstice.id, name: 'Solstice' },
      { id: harbor.id, name: 'Harbor' },
    ])
      .slice(0, 3)
      .map(({ name }) => name),
  ).toEqual(['Solstice', 'Harbor', 'Juniper'])
})

test('a wallet of the host’s own list that does not say where it works is offered everywhere', () => {
  const own = testPortico({ adapters: [fakeAdapter()], wallets: [{ id: 'own', name: 'Own' }] })
  expect(walletList(own, [], [], { among: ['solana'] }).map(({ id }) => id)).toEqual(['own'])
})

test('which wallets have a browser of their own for a phone is what core knows', () => {
  const known = directory.filter((record) => browserLink(record, 'https://meridian.example') !== undefined).map(({ id }) => id)
  expect(known.length).toBeGreaterThan(0)
  expect([...withBrowser].filter((id) => directory.some((record) => record.id === id)).sort()).toEqual(known.sort())
  for (const id of withBrowser) expect(browserLink({ id, name: id }, 'https://meridian.example')).toMatch(/^https:/)
})

const walletConnect = fakeConnector({
  id: 'walletConnect',
  kind: 'walletConnect',
  name: 'WalletConnect',
  installed: false,
  namespaces: ['eip155'],
})
const onPhone = (
  userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
) => {
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('location', new URL('https://meridian.example/swap'))
}
const own = { id: 'own', name: 'Own', mobileLink: 'own://' }
const named = (options: Parameters<typeof testPortico>[0], recents: readonly RecentWallet[] = []) =>
  walletList(testPortico({ adapters: [fakeAdapter()], ...options }), [harbor, juniper, walletConnect], recents, {
    among: ['eip155'],
    directory,
  }).map(({ name }) => name)

test('the order is WalletConnect, recent, installed, featured, the host’s own, and then the directory', () => {
  const recents = [{ id: juniper.id, name: 'Juniper' }]
  expect(named({ wallets: [own], featuredWallets: ['io.rabby', 'Zerion'] }, recents).slice(0, 7)).toEqual([
    'WalletConnect',
    'Juniper',
    'Harbor',
    'Rabby',
    'Zerion',
    'Own',
    'Backpack',
  ])
  expect(named({ wallets: [own] })).not.toContain('Solflare')
})

test('a host decides in which order the kinds come', () => {
  const options = { wallets: [own], featuredWallets: ['io.rabby'], connectorTypeOrder: ['featured', 'custom', 'injected'] as const }
  expect(named(options, [{ id: juniper.id, name: 'Juniper' }]).slice(0, 5)).toEqual(['Rabby', 'Own', 'Harbor', 'WalletConnect', 'Juniper'])
})

test('a host leaves wallets out, and lets in those of the directory that it names', () => {
  expect(named({ excludeWallets: ['io.metamask', 'rainbow'] }).filter((name) => /MetaMask|Rainbow/.test(name))).toEqual([])
  expect(named({ wallets: [own], includeWallets: ['io.rabby', 'Zerion'] })).toEqual([
    'WalletConnect',
    'Harbor',
    'Juniper',
    'Own',
    'Rabby',
    'Zerion',
  ])
})

test('a phone is offered what it can open, not the code that it would have to scan itself', () => {
  onPhone()
  const names = named({ wallets: [{ id: 'plain', name: 'Plain' }] })
  expect(names).toEqual(expect.arrayContaining(['Harbor', 'Plain', 'MetaMask', 'Phantom', 'Coinbase Wallet']))
  expect(names.filter((name) => ['WalletConnect', 'Frame', 'Taho', 'Brave Wallet'].includes(name))).toEqual([])
})

test('what only the store of another phone has is not offered on a phone', () => {
  onPhone('Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile')
  const [apple, google] = [
    { id: 'a', name: 'A', ios: 'https://apps.apple.com/app/id1' },
    { id: 'g', name: 'G', android: 'https://play.google.com/store/apps/details?id=g' },
  ]
  expect(walletList(portico(), [], [], { among: ['eip155'], directory: [apple, google] }).map(({ name }) => name)).toEqual(['G'])
})

test('a search knows a wallet by a part of its name or rdns; case and diacritics do not count', () => {
  const [item] = walletList(portico(), [fakeConnector({ name: 'Café Wallet', rdns: 'org.Beans' })], [], { among: ['eip155'] })
  for (const query of ['cafe', ' CAFÉ', 'wall', 'org.b']) expect([query, item && matches(item, query)]).toEqual([query, true])
  for (const query of ['tea', 'com.harbor']) expect([query, item && matches(item, query)]).toEqual([query, false])
})

test('the built-in list says of a wallet what the gateway’s directory says, under the same id', async () => {
  const text = await readFile(new URL('../../../../apps/gateway/data/wallets.json', import.meta.url), 'utf8')
  const listed = (JSON.parse(text) as { wallets: Record<string, unknown>[] }).wallets
  for (const record of directory.map(withStores)) {
    const entry = listed.find(({ id }) => id === record.id)
    if (!entry) throw new Error(`The directory has no ${record.id}.`)
    const { universalLink, mobileLink, webLink, extension, ios, android } = record
    expect({ id: record.id, universalLink, mobileLink, webLink, extension, ios, android }).toEqual({
      id: record.id,
      universalLink: entry['universal_link'] ?? undefined,
      mobileLink: entry['mobile_link'] ?? undefined,
      webLink: entry['webapp_link'] ?? undefined,
      extension: entry['chrome_store'] ?? undefined,
      ios: entry['app_store'] ?? undefined,
      android: entry['play_store'] ?? undefined,
    })
  }
  // A wallet that has another id there would stand twice.
  const names = new Map(listed.map(({ id, name }) => [String(name).toLowerCase(), id]))
  expect(directory.filter(({ id, name }) => names.has(name.toLowerCase()) && names.get(name.toLowerCase()) !== id)).toEqual([])
})
