import fc from 'fast-check'
import { fakeConnector } from '@portico/testing'
import { expect, test } from 'vitest'
import type { ConnectorKind } from '../../connector.js'
import type { WalletRecord } from '../../portico/options.js'
import { connectorTypes } from './connectorTypes.js'
import { arrangeWallets, connectorTypeOf, type ArrangeParameters, type WalletRow } from './arrange.js'

const record = (id: string, facts: Partial<WalletRecord> = {}): WalletRecord => ({ id, name: id, ...facts })
const connector = (id: string, kind: ConnectorKind = 'announced', facts: object = {}) =>
  fakeConnector({ id, name: id, rdns: id, kind, ...facts })
const pairing = connector('walletConnect', 'walletConnect', { installed: false, rdns: undefined })
const arrange = (facts: Partial<ArrangeParameters>) =>
  arrangeWallets({ connectors: [], recents: [], among: ['eip155'], options: {}, mobile: false, ...facts })
const told = (rows: readonly WalletRow[]) => rows.map(({ type, id }) => `${type} ${id}`)

const everything: Partial<ArrangeParameters> = {
  connectors: [
    connector('sdk', 'external'),
    connector('harbor'),
    connector('page', 'injected'),
    connector('handed', 'custom'),
    pairing,
    connector('both', 'multiChain'),
  ],
  recents: [{ id: 'page', name: 'page' }],
  directory: [record('alpha'), record('beta'), record('gamma')],
  options: { wallets: [record('ours')], featuredWallets: ['gamma', 'harbor', 'BETA'] },
}

test('each kind of row has its place', () => {
  expect(told(arrange(everything))).toEqual([
    'walletConnect walletConnect',
    'recent page',
    'injected harbor',
    'injected both',
    'featured gamma',
    'featured beta',
    'custom handed',
    'custom ours',
    'external sdk',
    'recommended alpha',
  ])
})

test('the host’s order comes first, and kinds that it does not name follow in the usual one', () => {
  const connectorTypeOrder = ['recommended', 'injected', 'injected'] as const
  expect(told(arrange({ ...everything, options: { ...everything.options, connectorTypeOrder } }))).toEqual([
    'recommended alpha',
    'injected harbor',
    'injected both',
    'walletConnect walletConnect',
    'recent page',
    'featured gamma',
    'featured beta',
    'custom handed',
    'custom ours',
    'external sdk',
  ])
})

test('a wallet and what is known of it are one row: by rdns, by id, and by name where it has no rdns', () => {
  const nameless = connector('Lumen (Solana)', 'announced', { rdns: undefined, name: 'Lumen' })
  const records = [
    record('harbor-wallet', { rdns: 'com.harbor' }),
    record('io.x'),
    record('io.lumen', { name: 'lumen', icon: 'https://lumen.example/icon.png' }),
  ]
  const rows = arrange({
    connectors: [connector('1', 'announced', { rdns: 'com.harbor' }), connector('io.x', 'injected', { rdns: 'io.other' }), nameless],
    directory: records,
  })
  expect(rows.map(({ id, record: known }) => [id, known?.id])).toEqual([
    ['1', 'harbor-wallet'],
    ['io.x', 'io.x'],
    ['Lumen (Solana)', 'io.lumen'],
  ])
  expect(rows[2]?.icon).toBe('https://lumen.example/icon.png')
})

test('S34: a wallet with an rdns is not known by its name', () => {
  const rows = arrange({
    connectors: [connector('com.spoof', 'announced', { name: 'Lumen' })],
    directory: [record('io.lumen', { name: 'Lumen' })],
  })
  expect(told(rows)).toEqual(['injected com.spoof', 'recommended io.lumen'])
})

test('a record of the host’s own comes before the directory’s of the same wallet', () => {
  const ours = record('lumen', { rdns: 'IO.lumen' })
  const rows = arrange({ directory: [record('io.lumen', { rdns: 'io.lumen' }), record('lumen')], options: { wallets: [ours] } })
  expect(rows.map((row) => row.record)).toEqual([ours])
})

test('recent is the wallet, under whichever of its ids, the last one used first', () => {
  const members = { solana: connector('Lumen', 'announced'), eip155: connector('io.lumen') }
  const rows = arrange({
    connectors: [connector('io.lumen', 'multiChain', { members })],
    directory: [record('alpha'), record('beta')],
    recents: [
      { id: 'beta', name: 'Beta' },
      { id: 'Lumen', name: 'Lumen' },
    ],
  })
  expect(told(rows)).toEqual(['recent beta', 'recent io.lumen', 'recommended alpha'])
  expect(rows.map(({ recent }) => recent)).toEqual([true, true, false])
})

test('a recent wallet of the directory is there before the directory is asked, where pairing is possible', () => {
  const recents = [
    { id: 'io.rare', name: 'Rare' },
    { id: 'io.solana', name: 'Other', namespace: 'solana' as const },
  ]
  expect(arrange({ recents })).toEqual([])
  expect(arrange({ recents, connectors: [pairing], mobile: true })).toEqual([
    {
      id: 'io.rare',
      name: 'Rare',
      icon: undefined,
      type: 'recent',
      connector: undefined,
      record: undefined,
      recent: true,
      featured: false,
    },
  ])
  expect(arrange({ recents, connectors: [pairing], mobile: true, options: { excludeWallets: ['rare'] } })).toEqual([])
})

test('leaves out what the host excludes, by rdns, id or name, and of the directory what it does not include', () => {
  const directory = [record('a', { rdns: 'io.a' }), record('b', { name: 'Beta' }), record('c'), record('d')]
  const options = { wallets: [record('ours')], includeWallets: ['io.A', 'beta', 'C'], excludeWallets: ['c', 'D'] }
  expect(told(arrange({ directory, options }))).toEqual(['custom ours', 'recommended a', 'recommended b'])
  expect(told(arrange({ directory, options: { ...options, excludeWallets: ['OURS', 'IO.a'] } }))).toEqual([
    'recommended b',
    'recommended c',
  ])
})

test('leaves out records of other chain families, and keeps those that name none', () => {
  const directory = [
    record('a', { namespaces: ['solana'] }),
    record('b', { namespaces: ['solana', 'eip155'] }),
    record('c'),
    record('d', { namespaces: [] }),
  ]
  expect(told(arrange({ directory }))).toEqual(['recommended b', 'recommended c'])
})

test('on a phone there is no code to scan on the same screen, and no nameless wallet that is not there', () => {
  const nameless = connector('injected', 'injected', { generic: true, installed: false })
  const here = connector('injected2', 'injected', { generic: true })
  expect(told(arrange({ connectors: [pairing, nameless, here], mobile: true }))).toEqual(['injected injected2'])
  expect(told(arrange({ connectors: [pairing, nameless] }))).toEqual(['walletConnect walletConnect', 'injected injected'])
})

test.each<[ConnectorKind, string]>([
  ['walletConnect', 'walletConnect'],
  ['announced', 'injected'],
  ['injected', 'injected'],
  ['multiChain', 'injected'],
  ['external', 'external'],
  ['custom', 'custom'],
  ['embedded', 'custom'],
])('a connector of kind %s is a row of type %s', (kind, type) => {
  expect(connectorTypeOf({ connector: connector('a', kind), record: undefined, recents: [], wallets: [], featuredWallets: ['a'] })).toBe(
    type,
  )
})

test('WalletConnect itself is never recent, nor one with a record that bears its name', () => {
  const rows = arrange({
    connectors: [pairing],
    recents: [{ id: 'walletConnect', name: 'WalletConnect' }],
    directory: [record('walletConnect')],
  })
  expect(told(rows)).toContain('walletConnect walletConnect')
  expect(rows.find(({ connector: its }) => its)?.recent).toBe(false)
})

test('whatever it is given, each wallet is in one row at the most, no connector is lost, and the order holds', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
  const kinds = fc.constantFrom<ConnectorKind>('announced', 'injected', 'multiChain', 'external', 'custom')
  const records = fc.uniqueArray(ids, { maxLength: 6 }).map((list) => list.map((id) => record(id)))
  const connectors = fc
    .uniqueArray(fc.tuple(ids, kinds), { maxLength: 5, selector: ([id]) => id })
    .map((list) => list.map(([id, kind]) => connector(id, kind)))
  const recents = fc.uniqueArray(ids, { maxLength: 2 }).map((list) => list.map((id) => ({ id, name: id })))
  const order = fc.shuffledSubarray([...connectorTypes])
  fc.assert(
    fc.property(
      connectors,
      recents,
      records,
      records,
      fc.array(ids, { maxLength: 3 }),
      order,
      (present, used, wallets, directory, featuredWallets, connectorTypeOrder) => {
        const rows = arrange({
          connectors: [...present, pairing],
          recents: used,
          directory,
          options: { wallets, featuredWallets, connectorTypeOrder },
        })
        const listed = rows.map(({ id }) => id)
        expect(new Set(listed).size).toBe(listed.length)
        expect(new Set(listed)).toEqual(new Set([...present, pairing, ...used, ...wallets, ...directory].map(({ id }) => id)))
        const full = [...new Set([...connectorTypeOrder, ...connectorTypes])]
        const places = rows.map(({ type }) => full.indexOf(type))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 500 },
  )
})
