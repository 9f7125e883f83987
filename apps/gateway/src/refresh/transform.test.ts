import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imageIdOf } from '../wallets/image.js'
import { walletRecord } from '../wallets/schema.js'
import type { Corrections } from './corrections.js'
import { RefreshError } from './errors.js'
import type { Listing } from './source.js'
import { transform } from './transform.js'

const picture = new Uint8Array(readFileSync(new URL('../../data/images/io.metamask.webp', import.meta.url)))
const none = {
  browser: null,
  ios: null,
  android: null,
  mac: null,
  windows: null,
  linux: null,
  chrome: null,
  edge: null,
  opera: null,
}

const listing = (id: string, over: Partial<Listing> = {}): Listing => ({
  id,
  name: id,
  homepage: `https://${id.split('.').toReversed().join('.')}/`,
  rdns: null,
  app: none,
  mobile: { native: null, universal: null },
  desktop: { native: null, universal: null },
  ...over,
})

function run(listings: Listing[], over: Partial<Corrections> = {}, images = new Map(listings.map(({ id }) => [id, picture]))) {
  const order = listings.map(({ id }) => id)
  return transform({ listings: listings.toReversed(), images, order, corrections: { drop: {}, same: {}, add: {}, change: {}, ...over } })
}

test('makes a wallet of a listing, in the order of the source', () => {
  const { wallets, images, dropped } = run([
    listing('io.first', {
      name: ' First\u200b ',
      rdns: 'io.first',
      app: { ...none, ios: 'https://apps.apple.com/us/app/first/id1438144202', mac: 'https://io.first/mac' },
      mobile: { native: 'FIRST://', universal: 'https://first.app.link' },
      desktop: { native: 'first://', universal: 'https://wallet.first.io' },
    }),
    listing('io.second', { mobile: { native: 'second://', universal: '' } }),
  ])
  expect(dropped).toEqual([])
  expect(wallets).toEqual([
    {
      id: 'io.first',
      name: 'First',
      description: null,
      homepage: 'https://first.io/',
      chains: ['eip155'],
      chains_from: ['eip6963'],
      listed_by: ['thirdweb'],
      rdns: 'io.first',
      mobile_link: 'first://',
      universal_link: 'https://first.app.link/',
      desktop_link: 'first://',
      webapp_link: 'https://wallet.first.io/',
      app_store: 'https://apps.apple.com/app/id1438144202',
      play_store: null,
      chrome_store: null,
      supports_wc: true,
      image_id: imageIdOf(picture),
    },
    expect.objectContaining({ id: 'io.second', chains: [], chains_from: [], mobile_link: 'second://', universal_link: null }),
  ])
  expect([...images.keys()]).toEqual(['io.first', 'io.second'])
})

test('leaves out what is wrong, keeps the rest of the wallet, and says why', () => {
  const { wallets, dropped } = run([
    listing('io.first', {
      rdns: 'com.example.subdomain',
      app: {
        ...none,
        android: 'https://io.first/app.apk',
        opera: `https://chrome.google.com/webstore/detail/first/${'a'.repeat(32)}`,
      },
      mobile: { native: 'javascript://alert(1)', universal: 'https://first.page.link' },
      desktop: { native: 'first://', universal: 'https://first.io' },
    }),
    listing('io.second', { mobile: { native: 'second://', universal: null }, desktop: { native: 'second://', universal: null } }),
  ])
  expect(wallets).toMatchObject([
    { rdns: null, play_store: null, mobile_link: null, universal_link: null, desktop_link: 'first://', webapp_link: null },
    { mobile_link: 'second://', desktop_link: null },
  ])
  expect(wallets[0]?.chrome_store).toBe(`https://chromewebstore.google.com/detail/${'a'.repeat(32)}`)
  expect(dropped.map(({ id, field, why }) => [id, field, why])).toEqual([
    ['io.first', 'rdns', 'is not a reverse domain name'],
    ['io.first', 'mobile_link', "is not a link of a wallet's own scheme"],
    ['io.first', 'universal_link', 'is a Firebase Dynamic Link: they ended in August 2025'],
    ['io.first', 'webapp_link', 'is the homepage, which takes no pairing'],
    ['io.first', 'play_store', "is not an app's page in Google Play"],
    ['io.second', 'desktop_link', "is the phone's link again, and no program for a desktop is known"],
  ])
})

test('leaves out a wallet that can neither be opened nor got, and one without a proper picture', () => {
  const open = { mobile: { native: 'a://', universal: null } }
  const listings = [listing('io.closed'), listing('io.bare', open), listing('io.large', open), listing('io.gif', open)]
  const images = new Map([
    ['io.closed', picture],
    ['io.large', new Uint8Array(16 * 1024 + 1)],
    ['io.gif', new TextEncoder().encode('GIF89a')],
  ])
  const { wallets, dropped } = run(listings, {}, images)
  expect(wallets).toEqual([])
  expect(dropped).toEqual([
    { id: 'io.bare', why: 'has no picture' },
    { id: 'io.large', why: 'has a picture of more than 16384 bytes' },
    { id: 'io.gif', why: 'has a picture that is not WebP of 128 × 128 pixels' },
    { id: 'io.closed', why: 'has no link left by which it could be opened or got' },
  ])
})

test('merges a wallet that is listed twice: the one that announces itself keeps its id and takes the other links', () => {
  const phone = { name: 'First Wallet', homepage: 'https://www.first.io/', mobile: { native: 'first://', universal: null } }
  const { wallets, images, dropped } = run([
    listing('io.first', phone),
    listing('io.other', { mobile: { native: 'other://', universal: null } }),
    listing('io.first.wallet', { name: 'FirstWallet', homepage: 'https://first.io/get', rdns: 'io.first.wallet' }),
    listing('io.third', { name: 'Third', rdns: 'IO.first.wallet', desktop: { native: 'third://', universal: null } }),
  ])
  expect(wallets).toMatchObject([
    {
      id: 'io.first.wallet',
      name: 'FirstWallet',
      rdns: 'io.first.wallet',
      mobile_link: 'first://',
      desktop_link: 'third://',
      supports_wc: true,
    },
    { id: 'io.other' },
  ])
  expect([...images.keys()]).toEqual(['io.first.wallet', 'io.other'])
  expect(dropped).toMatchObject([{ id: 'io.first' }, { id: 'io.third' }])
})

test('merges a listing that the corrections call the same as another, whatever both are called', () => {
  const open = (scheme: string) => ({ mobile: { native: scheme, universal: null } })
  const { wallets, dropped } = run([listing('io.first', open('first://')), listing('io.later', { ...open('later://'), rdns: null })], {
    same: { 'io.later': { as: 'io.first', why: 'The same app in the stores.' } },
  })
  expect(wallets).toMatchObject([{ id: 'io.first', mobile_link: 'first://' }])
  expect(dropped).toMatchObject([{ id: 'io.later', why: expect.stringContaining('the same wallet as io.first') }])
  expect(() => run([], { same: { 'io.later': { as: 'io.first', why: 'The same app in the stores.' } } })).toThrow(RefreshError)
})

test('applies corrections, and fails on one for a listing that is not there', () => {
  const open = { mobile: { native: 'a://', universal: 'https://a.example' } }
  const listings = [listing('com.example.first', open), listing('io.sample', open)]
  const { wallets, dropped } = run(listings, {
    drop: { 'io.sample': 'A sample, no wallet.' },
    change: {
      'com.example.first': { id: 'io.first', chains: ['solana'], without: ['universal_link', 'rdns'], why: 'It is so.' },
    },
  })
  expect(wallets).toMatchObject([{ id: 'io.first', chains: ['solana'], chains_from: ['correction'], universal_link: null }])
  expect(dropped).toEqual([
    { id: 'io.first', field: 'universal_link', value: 'https://a.example/', why: 'It is so.' },
    { id: 'io.sample', why: 'A sample, no wallet.' },
  ])
  expect(() => run(listings, { drop: { 'io.nobody': 'Not there at all.' } })).toThrow(RefreshError)
})

test('the result is what the schema of the data set says', () => {
  const { wallets } = run([listing('io.first', { name: '\u202e', mobile: { native: 'a://', universal: null } })])
  expect(wallets.map((wallet) => walletRecord.parse(wallet).name)).toEqual(['io.first'])
})
