import { expect, test } from 'vitest'
import { type WalletRecord, emptyWallet } from '../wallets/schema.js'
import type { Corrections } from './corrections.js'
import { RefreshError } from './errors.js'
import type { Mention } from './lists.js'
import { mergeLists } from './mergeLists.js'
import { report } from './report.js'

const wallet = (id: string, over: Partial<WalletRecord> = {}): WalletRecord => ({
  ...emptyWallet(),
  id,
  name: id,
  listed_by: ['thirdweb'],
  ...over,
})
const none: Corrections = { drop: {}, same: {}, add: {}, change: {} }
const rainbow = (name: string, over: Partial<Mention> = {}): Mention => ({ list: 'rainbowkit', name, chains: ['eip155'], ...over })
const store = 'https://apps.apple.com/app/id1438144202'

function merged(wallets: WalletRecord[], mentions: Mention[], corrections: Partial<Corrections> = {}) {
  return mergeLists({ wallets, mentions, corrections: { ...none, ...corrections } })
}

test('knows a wallet by its reverse domain name, else by a page in a store, else by its name', () => {
  const wallets = [
    wallet('io.one', { name: 'One', rdns: 'io.One' }),
    wallet('io.two', { name: 'Two', app_store: store }),
    wallet('io.three', { name: 'Three Wallet' }),
  ]
  const { wallets: found, strangers } = merged(wallets, [
    rainbow('Of another name', { rdns: 'io.one' }),
    rainbow('Renamed', { ios: 'https://apps.apple.com/us/app/two/id1438144202?mt=8' }),
    rainbow('THRÉE'),
    rainbow('Four'),
  ])
  expect(found.map(({ id, chains_from }) => [id, chains_from])).toEqual([
    ['io.one', ['rainbowkit']],
    ['io.three', ['rainbowkit']],
    ['io.two', ['rainbowkit']],
  ])
  expect(strangers).toEqual([{ list: 'rainbowkit', name: 'Four' }])
})

test('takes in chains with who says so, and pages of stores that were missing; what is corrected by hand stays', () => {
  const wallets = [
    wallet('io.one', {
      name: 'One',
      chains: ['eip155'],
      chains_from: ['eip6963'],
      play_store: 'https://play.google.com/store/apps/details?id=io.one',
    }),
    wallet('io.two', { name: 'Two', chains: ['qubic'], chains_from: ['correction'] }),
  ]
  const solana: Mention = { list: 'solana-wallet-adapter', name: 'One', chains: ['solana'], homepage: 'http://one.example/?utm_source=x' }
  const icons: Mention = { list: 'web3icons', name: 'one', chains: [] }
  const [one, two] = merged(wallets, [
    rainbow('One', { ios: store, android: 'https://evil.example', pairs: true }),
    solana,
    icons,
    rainbow('Two'),
  ]).wallets
  expect(one).toMatchObject({
    chains: ['eip155', 'solana'],
    chains_from: ['eip6963', 'rainbowkit', 'solana-wallet-adapter'],
    listed_by: ['thirdweb', 'rainbowkit', 'solana-wallet-adapter', 'web3icons'],
    app_store: store,
    play_store: 'https://play.google.com/store/apps/details?id=io.one',
    homepage: 'https://one.example/',
    supports_wc: true,
  })
  expect(two).toMatchObject({ chains: ['qubic'], chains_from: ['correction'], listed_by: ['thirdweb', 'rainbowkit'] })
})

test('does not guess between two of the same name', () => {
  const { strangers } = merged([wallet('io.core', { name: 'Core' }), wallet('io.corewallet', { name: 'CORE' })], [rainbow('Core')])
  expect(strangers).toEqual([{ list: 'rainbowkit', name: 'Core' }])
})

test('adds a wallet that the corrections name by a list’s name, and fails where no list has it', () => {
  const add = { 'io.new': { name: 'New', aka: ['Newer'], why: 'A list has it by another name.' } }
  expect(merged([], [rainbow('Newer Wallet'), rainbow('Newer')], { add }).wallets).toMatchObject([
    { id: 'io.new', name: 'New', chains: ['eip155'], listed_by: ['rainbowkit'] },
  ])
  expect(() => merged([], [], { add })).toThrow(RefreshError)
})

test('orders by how many lists have a wallet, then by the alphabet', () => {
  const { wallets } = merged(
    [wallet('io.z', { name: 'Zed' }), wallet('io.b', { name: 'beta' }), wallet('io.a', { name: 'Álpha' })],
    [rainbow('Zed')],
  )
  expect(wallets.map(({ name }) => name)).toEqual(['Zed', 'Álpha', 'beta'])
})

test('reports what is to be looked at', () => {
  const all = [
    wallet('io.one', { app_store: store, mobile_link: 'one://', chains: ['eip155'], image_id: '0000000000000000' }),
    wallet('io.two', { app_store: store }),
    wallet('io.three', { mobile_link: 'one://' }),
  ]
  expect(report(all, [])).toEqual({
    shared: [
      { field: 'app_store', link: store, ids: ['io.one', 'io.two'] },
      { field: 'mobile_link', link: 'one://', ids: ['io.one', 'io.three'] },
    ],
    withoutStore: ['io.three'],
    schemeWithoutApp: ['io.three'],
    withoutLogo: ['io.two', 'io.three'],
    withoutChains: ['io.two', 'io.three'],
    strangers: [],
  })
})
