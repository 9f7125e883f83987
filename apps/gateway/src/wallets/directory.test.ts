import { expect, test } from 'vitest'
import { createDirectory } from './directory.js'
import { readWalletsQuery } from './query.js'
import { type WalletRecord, emptyWallet } from './schema.js'

const record = (id: string, over: Partial<WalletRecord> = {}): WalletRecord => ({
  ...emptyWallet(),
  id,
  name: id,
  chains: ['eip155'],
  chains_from: ['correction'],
  listed_by: ['thirdweb'],
  supports_wc: true,
  image_id: '0000000000000000',
  ...over,
})
const store = 'https://apps.apple.com/app/id123456789'

const directory = createDirectory(
  [
    record('alpha', { name: 'The Pórtico', rdns: 'io.Alpha', chains: ['solana', 'eip155:10'] }),
    record('beta', { name: 'My Portico', mobile_link: 'beta://', chains: ['bip122', 'solana'] }),
    record('gamma', { name: 'Portico', mobile_link: 'gamma://', app_store: store }),
    record('delta', { name: 'Delta', desktop_link: 'delta://', app_store: store }),
    record('epsilon', { name: 'Xportico', webapp_link: 'https://epsilon.example/' }),
  ],
  new Set(['beta']),
)
const ids = (search: string) => directory.list(readWalletsQuery(search)).wallets.map(({ wallet }) => wallet.id)

test('lists everything in its own order, a page at a time', () => {
  expect(ids('')).toEqual(['alpha', 'beta', 'gamma', 'delta', 'epsilon'])
  expect(ids('entries=2&page=2')).toEqual(['gamma', 'delta'])
  expect(directory.list(readWalletsQuery('entries=2&page=9'))).toEqual({ wallets: [], count: 5 })
})

test('finds names whatever their diacritics and case, those that begin with the search first', () => {
  expect(ids('search=portico')).toEqual(['gamma', 'alpha', 'beta', 'epsilon'])
  expect(ids('search=P%C3%93RT')).toEqual(['gamma', 'alpha', 'beta', 'epsilon'])
  expect(ids('search=io.al')).toEqual(['alpha'])
  expect(ids('search=nothing')).toEqual([])
})

test('knows a chain by its id, and a namespace by any chain of it', () => {
  expect(ids('chains=solana')).toEqual(['alpha', 'beta'])
  expect(ids('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual(['alpha', 'beta'])
  expect(ids('chains=eip155:10')).toEqual(['alpha', 'gamma', 'delta', 'epsilon'])
  expect(ids('chains=eip155:1')).toEqual(['gamma', 'delta', 'epsilon'])
  expect(ids('chains=bip122,eip155')).toEqual(['alpha', 'beta', 'gamma', 'delta', 'epsilon'])
  expect(ids('chains=tezos')).toEqual([])
})

test('keeps wallets whose chains are not known below those that are, and says nothing of them otherwise', () => {
  const some = createDirectory([
    record('alpha', { name: 'Alpha', chains: [], chains_from: [] }),
    record('beta', { name: 'Beta', chains: ['solana'] }),
    record('gamma', { name: 'Gamma Alpha', chains: ['eip155'] }),
  ])
  const found = (search: string) => some.list(readWalletsQuery(search)).wallets.map(({ wallet }) => wallet.id)
  expect(found('')).toEqual(['alpha', 'beta', 'gamma'])
  expect(found('chains=eip155')).toEqual(['gamma', 'alpha'])
  expect(found('chains=bip122')).toEqual(['alpha'])
  expect(found('chains=eip155,solana&first=alpha')).toEqual(['alpha', 'beta', 'gamma'])
  expect(found('chains=eip155&search=alpha')).toEqual(['alpha', 'gamma'])
})

test('takes in and leaves out by id, reverse domain name and name, whatever their case', () => {
  expect(ids('include=IO.alpha,my%20portico')).toEqual(['alpha', 'beta'])
  expect(ids('include=THE%20PORTICO')).toEqual(['alpha'])
  expect(ids('exclude=io.alpha,Portico,Delta')).toEqual(['beta', 'epsilon'])
})

test('puts the wallets that are named first before the others, in the order that they are named', () => {
  expect(ids('first=delta,nobody,io.alpha')).toEqual(['delta', 'alpha', 'beta', 'gamma', 'epsilon'])
  expect(ids('first=epsilon&entries=2')).toEqual(['epsilon', 'alpha'])
  expect(ids('first=epsilon&search=portico')).toEqual(['gamma', 'alpha', 'beta', 'epsilon'])
})

test('takes in and leaves out by id, and finds by reverse domain name whatever its case', () => {
  expect(ids('include=gamma,alpha,nobody')).toEqual(['alpha', 'gamma'])
  expect(ids('exclude=alpha,delta')).toEqual(['beta', 'gamma', 'epsilon'])
  expect(ids('include=gamma,alpha&exclude=alpha')).toEqual(['gamma'])
  expect(ids('rdns=IO.alpha,io.beta')).toEqual(['alpha'])
})

test('knows where a wallet is used, and counts a phone link without a store for both kinds of phones', () => {
  expect(ids('platform=ios')).toEqual(['beta', 'gamma'])
  expect(ids('platform=android')).toEqual(['beta'])
  expect(ids('platform=browser')).toEqual(['alpha'])
  expect(ids('platform=desktop')).toEqual(['delta'])
  expect(ids('platform=web')).toEqual(['epsilon'])
})

test("carries the operator's badge", () => {
  expect(ids('badge=certified')).toEqual(['beta'])
  expect(directory.get('beta')?.wallet).toMatchObject({
    badge_type: 'certified',
    order: 1,
    image_url: '/v1/wallets/beta/image?v=0000000000000000',
  })
  expect(directory.get('gamma')?.wallet.badge_type).toBe('none')
  expect(directory.get('nobody')).toBeUndefined()
})
