import { listConnectors, type Connector, type Namespace, type RecentWallet } from '@portico/core'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { juniperBitcoin, juniperSolana, solstice } from '../stories/chains.js'
import { harbor, juniper } from '../stories/wallets.js'
import { directory } from './directory.js'
import { walletList } from './walletList.js'

const portico = () => testPortico({ adapters: [fakeAdapter()] })
const all: readonly Namespace[] = ['eip155', 'solana', 'bip122']
const present = { eip155: [harbor, juniper], solana: [solstice, juniperSolana], bip122: [juniperBitcoin] }
const list = (among: readonly Namespace[], recents: readonly RecentWallet[] = [], connectors: Readonly<Partial<Record<Namespace, readonly Connector[]>>> = present) =>
  walletList(portico(), listConnectors(connectors, among), recents, { among, directory })

test('a wallet to get is listed where it works, and nowhere else', () => {
  const names = (namespace: Namespace) => list([namespace]).flatMap(({ name, connector }) => (connector ? [] : [name]))
  expect(names('solana')).toContain('Solflare')
  expect(names('solana')).not.toContain('Xverse')
  expect(names('bip122')).toEqual(expect.arrayContaining(['Leather', 'UniSat', 'Xverse', 'Phantom']))
  expect(names('bip122')).not.toContain('Rabby')
  expect(names('eip155')).not.toContain('Solflare')
  expect(names('polkadot')).toEqual([])
})

test('each record of the directory says where it works, has a homepage of https and stands once', () => {
  for (const { namespaces, homepage } of directory) {
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
  expect(list(all, [{ id: solstice.id, name: 'Solstice' }, { id: harbor.id, name: 'Harbor' }]).slice(0, 3).map(({ name }) => name)).toEqual(['Solstice', 'Harbor', 'Juniper'])
})

test('a wallet of the host’s own list that does not say where it works is offered everywhere', () => {
  const own = testPortico({ adapters: [fakeAdapter()], wallets: [{ id: 'own', name: 'Own' }] })
  expect(walletList(own, [], [], { among: ['solana'] }).map(({ id }) => id)).toEqual(['own'])
})
