import { fakeAdapter, fakeConnector, fakeNetworks, memoryStorage, testPortico, type FakeAdapter } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import type { Network } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { Connector } from '../../connector.js'
import { parseSavedState } from '../../storage/savedState.js'
import { registerViews } from '../../router/knownViews.js'
import { routerStore } from '../../router/store.js'
import { getAccount } from '../account/account.js'
import { signMessage } from '../sign/signMessage.js'
import { selectNetwork } from '../network/selectNetwork.js'
import { networksIn } from '../network/networksIn.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { activateConnection } from './activate.js'
import { connect } from './connect.js'
import { connectorStore, publishConnectors } from './connectors.js'
import { filterNamespaces, findConnector, listConnectors, namespaceFilterStore } from './listConnectors.js'
import { disconnect, disconnectAll } from './disconnect.js'
import { setActiveNamespace } from './dispatch.js'
import { connectionStore } from './store.js'
import { addGate, followGates } from './gates.js'
import { supportedNetwork } from '../network/gate.js'

const networkOf = (id: NetworkId, namespace: Namespace): Network => ({ ...fakeNetworks[0]!, id, namespace, name: id })
const networks: Readonly<Partial<Record<Namespace, readonly Network[]>>> = {
  eip155: fakeNetworks,
  solana: [networkOf('solana:main', 'solana'), networkOf('solana:dev', 'solana')],
  bip122: [networkOf('bip122:main', 'bip122')],
}
const addresses: Readonly<Partial<Record<Namespace, string>>> = { eip155: '0x1', solana: 'So1', bip122: 'bc1q' }
const all = ['eip155', 'solana', 'bip122'] as const

const walletOf = (namespace: Namespace, name: string, more: Partial<Connector> = {}) =>
  fakeConnector({ id: namespace === 'eip155' ? `com.${name.toLowerCase()}` : `standard:${name}`, name, namespaces: [namespace], ...more })

function site({ wallets }: { wallets?: (namespace: Namespace) => readonly Connector[] } = {}) {
  const adapters = all.map((namespace) =>
    fakeAdapter({
      namespace,
      networks: networks[namespace]!,
      grant: { addresses: [addresses[namespace]!], networkId: networks[namespace]![0]!.id },
    }),
  )
  const storage = memoryStorage()
  const portico = testPortico({ adapters, storage })
  addGate(portico, supportedNetwork)
  followGates(portico)
  const events: unknown[] = []
  for (const namespace of all)
    publishConnectors(portico, namespace, wallets?.(namespace) ?? [walletOf(namespace, 'Harbor'), walletOf(namespace, `Only ${namespace}`)])
  portico.events.on('namespace.changed', (event) => events.push(event))
  return {
    portico,
    events,
    storage,
    adapter: (namespace: Namespace): FakeAdapter => adapters.find((one) => one.namespace === namespace)!,
    rows: (among?: Namespace | readonly Namespace[]) => listConnectors(connectorStore(portico).getState(), among),
    active: () => connectionStore(portico).getState().activeNamespace,
    views: () =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view),
  }
}

describe('wallets over several namespaces', () => {
  test('one wallet that speaks three is one row, and leads to its connector in each', async () => {
    const { rows, portico } = site()
    expect(rows().map(({ name, kind, namespaces }) => [name, kind, namespaces])).toEqual([
      ['Harbor', 'multiChain', ['eip155', 'solana', 'bip122']],
      ['Only eip155', 'announced', ['eip155']],
      ['Only solana', 'announced', ['solana']],
      ['Only bip122', 'announced', ['bip122']],
    ])
    const [harbor] = rows()
    expect(Object.values(harbor?.members ?? {}).map(({ id }) => id)).toEqual(['com.harbor', 'standard:Harbor', 'standard:Harbor'])
    const state = connectorStore(portico).getState()
    expect(findConnector(state, 'com.harbor', 'solana')?.id).toBe('standard:Harbor')
    expect(findConnector(state, 'standard:Harbor', 'eip155')?.id).toBe('com.harbor')
    expect(findConnector(state, 'standard:Harbor')?.id).toBe('com.harbor')
    expect(await connect(portico, { connectorId: 'com.harbor', namespace: 'bip122' })).toBe('bip122:main:bc1q')
  })

  test('a wallet on one namespace alone is a row as before, in a namespace and in all', () => {
    const { rows } = site()
    expect(rows('solana').map(({ id, kind }) => [id, kind])).toEqual([
      ['standard:Harbor', 'announced'],
      ['standard:Only solana', 'announced'],
    ])
    expect(rows(['solana']).map(({ id }) => id)).toEqual(['standard:Harbor', 'standard:Only solana'])
  })

  test('S34: a wallet that shares its name within a namespace is never merged with one of another', () => {
    const { rows } = site({
      wallets: (namespace) =>
        namespace === 'solana'
          ? [walletOf('solana', 'Harbor', { duplicate: true }), walletOf('solana', 'Harbor', { id: 'standard:Harbor#2', duplicate: true })]
          : [walletOf(namespace, 'Harbor')],
    })
    expect(rows().map(({ id, namespaces }) => [id, namespaces])).toEqual([
      ['com.harbor', ['eip155', 'bip122']],
      ['standard:Harbor', ['solana']],
      ['standard:Harbor#2', ['solana']],
    ])
  })

  test('S34: an adapter that marks nothing still gets no two wallets of one name into one row', () => {
    const { rows } = site({
      wallets: (namespace) =>
        namespace === 'solana'
          ? [walletOf('solana', 'Harbor'), walletOf('solana', 'HARBOR', { id: 'standard:HARBOR' })]
          : [walletOf(namespace, 'Harbor')],
    })
    expect(rows().map(({ id }) => id)).toEqual(['com.harbor', 'standard:HARBOR'])
  })

  test('the nameless browser wallet is nobody’s other half', () => {
    const { rows } = site({ wallets: (namespace) => [walletOf(namespace, 'Browser Wallet', { generic: namespace === 'eip155' })] })
    expect(rows().map(({ namespaces }) => namespaces)).toEqual([['eip155'], ['solana', 'bip122']])
  })

  test('one connector that serves several namespaces by itself is listed once', () => {
    const both = fakeConnector({ id: 'both', name: 'Both', kind: 'walletConnect', namespaces: ['eip155', 'solana'] })
    const { rows } = site({ wallets: (namespace) => (namespace === 'bip122' ? [] : [both]) })
    expect(rows()).toEqual([both])
  })

  test('a namespace filter leaves the others out, and only what has an adapter counts', () => {
    const { portico, rows } = site()
    filterNamespaces(portico, ['solana', 'cosmos'])
    const { namespaces } = namespaceFilterStore(portico).getState()
    expect(namespaces).toEqual(['solana'])
    expect(rows(namespaces).map(({ name }) => name)).toEqual(['Harbor', 'Only solana'])
    filterNamespaces(portico)
    expect(namespaceFilterStore(portico).getState().namespaces).toBeUndefined()
  })
})

describe('the namespace in use', () => {
  test('connecting makes it so, switching to a network with an account does, and each says so', async () => {
    const { portico, active, events } = site()
    for (const namespace of all) await connect(portico, { connectorId: 'com.harbor', namespace })
    expect(active()).toBe('bip122')
    await switchNetwork(portico, { networkId: 'solana:main' })
    expect(active()).toBe('solana')
    expect(selectNetwork(portico, { networkId: 'eip155:1' })).toBe('done')
    expect(active()).toBe('eip155')
    expect(events).toEqual([
      { from: 'eip155', to: 'solana' },
      { from: 'solana', to: 'bip122' },
      { from: 'bip122', to: 'solana' },
      { from: 'solana', to: 'eip155' },
    ])
  })

  test('when its last wallet leaves, another one that has a wallet is in use, and a reload starts there', async () => {
    const { portico, active, storage } = site()
    for (const namespace of all) await connect(portico, { connectorId: 'com.harbor', namespace })
    await disconnect(portico)
    expect(active()).toBe('eip155')
    expect(parseSavedState(storage.entries.get('@portico/portico/state'))).toMatchObject({ activeNamespace: 'eip155' })
    await disconnect(portico, { namespace: 'solana' })
    expect(active()).toBe('eip155')
    await disconnect(portico)
    expect(active()).toBe('eip155') // nowhere to go
  })

  test('each namespace has its own account, of its own form', async () => {
    const { portico } = site()
    for (const namespace of all) await connect(portico, { connectorId: 'com.harbor', namespace })
    expect(all.map((namespace) => getAccount(portico, { namespace }).accountId)).toEqual([
      'eip155:1:0x1',
      'solana:main:So1',
      'bip122:main:bc1q',
    ])
    await disconnectAll(portico, { namespace: 'solana' })
    expect(all.map((namespace) => getAccount(portico, { namespace }).status)).toEqual(['connected', 'disconnected', 'connected'])
    await disconnectAll(portico)
    expect(all.map((namespace) => getAccount(portico, { namespace }).status)).toEqual(['disconnected', 'disconnected', 'disconnected'])
  })

  test('what the wallet says of its addresses is part of the account: type and public key', async () => {
    const { portico, adapter } = site()
    await connect(portico, { connectorId: 'com.harbor', namespace: 'bip122' })
    const accounts = [
      { address: 'bc1q', type: 'payment', publicKey: '02ab' },
      { address: 'bc1p', type: 'ordinal', publicKey: 'cd' },
    ] as const
    adapter('bip122')
      .events()
      .changed('standard:Harbor', { addresses: ['bc1q', 'bc1p'], accounts })
    expect(getAccount(portico, { namespace: 'bip122' })).toMatchObject({
      address: 'bc1q',
      type: 'payment',
      publicKey: '02ab',
      allAccounts: ['bc1q', 'bc1p'],
      accounts,
    })
    for (const garbage of ['no', [1], [{ address: 7 }], [{ address: 'bc1q', type: 'root' }], [{ address: 'bc1q', publicKey: 'not hex' }]]) {
      adapter('bip122')
        .events()
        .changed('standard:Harbor', { accounts: garbage } as never)
    }
    expect(getAccount(portico, { namespace: 'bip122' }).accounts).toEqual(accounts)
  })

  test('an unsupported network is said for the namespace in use, and for another one when it is chosen', async () => {
    const { portico, adapter, views } = site()
    registerViews(portico, ['UnsupportedChain', 'Connect', 'Account'])
    await connect(portico, { connectorId: 'com.harbor', namespace: 'solana' })
    await connect(portico, { connectorId: 'com.harbor', namespace: 'eip155' })
    adapter('solana').events().changed('standard:Harbor', { networkId: 'solana:elsewhere' })
    expect(networksIn(portico, 'solana')?.unsupported).toBe('solana:elsewhere')
    expect(views()).toEqual([])
    setActiveNamespace(portico, 'solana')
    expect(views()).toEqual(['UnsupportedChain'])
  })
})

test.each(['polkadot', 'cosmos'] as const)('%s is a valid id, and answers politely that there is no adapter', async (namespace) => {
  const { portico } = site()
  const polite = {
    name: 'AdapterNotFoundError',
    message: expect.stringContaining('Chain adapter not found') as string,
    shown: expect.any(String) as string,
  }
  await connect(portico, { connectorId: 'com.harbor' })
  await expect(connect(portico, { connectorId: 'com.harbor', namespace })).rejects.toMatchObject(polite)
  await expect(disconnectAll(portico, { namespace })).rejects.toMatchObject(polite)
  await expect(disconnect(portico, { namespace })).rejects.toMatchObject(polite)
  await expect(activateConnection(portico, { namespace, connectorId: 'com.harbor' })).rejects.toMatchObject(polite)
  await expect(switchNetwork(portico, { networkId: `${namespace}:hub` })).rejects.toMatchObject(polite)
  await expect(signMessage(portico, { namespace, message: 'hello' })).rejects.toMatchObject(polite)
  expect(() => selectNetwork(portico, { networkId: `${namespace}:hub` })).toThrow('Chain adapter not found')
  expect(getAccount(portico, { namespace })).toEqual({ status: 'disconnected', namespace, allAccounts: [], accounts: [] })
  expect(networksIn(portico, namespace)).toBeUndefined()
  setActiveNamespace(portico, namespace)
  expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
})
