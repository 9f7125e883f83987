import { fakeAddress, fakeAdapter, fakeConnector, fakeNetworks, memoryStorage, testPortico } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Adapter, Grant, Network } from '../../adapter.js'
import type { Namespace } from '../../kit/caip/ids.js'
import type { Connector, ConnectorDescription, Link, LinkPeer, LinkState } from '../../connector.js'
import { isLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { settled, stubPage } from '../../portico/page.test.helper.js'
import type { PorticoOptions } from '../../portico/options.js'
import { parseSavedState } from '../../storage/savedState.js'
import { readItem } from '../../storage/storage.js'
import { activateConnection } from './activate.js'
import { cancelConnect, connect } from './connect.js'
import { connectorStore, publishConnectors } from './connectors.js'
import { disconnect } from './disconnect.js'
import { setActiveNamespace } from './dispatch.js'
import { ConnectionTimeoutError, UserRejectedError } from './errors.js'
import { recentWalletStore } from './recentWallets.js'
import { connectionsIn, connectionStore } from './store.js'
import { currentAttempt } from './currentAttempt.js'
import { connectTimeout } from './timeouts.js'

beforeEach(() => {
  stubPage()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const id = 'walletConnect'
const solanaNetwork: Network = { ...(fakeNetworks[0] as Network), id: 'solana:main', namespace: 'solana', name: 'Solana' }
const never = () => new Promise<never>(() => undefined)

/** A way in with a pairing, as scripted by the test. */
function scripted(given: { readonly isOpen?: boolean; readonly approved?: readonly Namespace[]; readonly peer?: LinkPeer } = {}) {
  const listeners = new Set<() => void>()
  let state: LinkState = { status: 'idle' }
  const session = { approved: given.approved ?? [], peer: given.peer, isOpen: given.isOpen ?? false }
  const link = {
    state: () => state,
    subscribe: vi.fn<Link['subscribe']>((listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }),
    prepare: vi.fn<Link['prepare']>(),
    cancel: vi.fn<Link['cancel']>(),
    isOpen: () => session.isOpen,
    approved: () => session.approved,
    approvedNetworkIds: (namespace) => (namespace === 'eip155' ? ['eip155:1', 'eip155:10'] : ['solana:main']),
    peer: () => session.peer,
    opened: vi.fn<Link['opened']>(),
  } satisfies Link
  const getProvider = vi.fn<Connector['getProvider']>(() => Promise.resolve({}))
  const description: ConnectorDescription = {
    id,
    kind: 'walletConnect',
    name: 'WalletConnect',
    create: (portico) => ({
      id,
      kind: 'walletConnect',
      name: 'WalletConnect',
      installed: false,
      namespaces: [...portico.adapters.keys()],
      getProvider,
      link,
    }),
  }
  const show = (uri: string) => {
    state = { status: 'waiting', uri, expiry: 0, relay: 'open' }
    for (const listener of [...listeners]) listener()
  }
  return { link, description, show, session, listeners, getProvider }
}

function setUp(
  pairing: ReturnType<typeof scripted>,
  {
    evm = {},
    solana = {},
    ...options
  }: Partial<PorticoOptions> & { readonly evm?: Partial<Adapter>; readonly solana?: Partial<Adapter> } = {},
) {
  const adapters = [
    fakeAdapter({ connectors: [], ...evm }),
    fakeAdapter({
      namespace: 'solana',
      networks: [solanaNetwork],
      connectors: [],
      grant: { addresses: ['So1'], networkId: 'solana:main' },
      ...solana,
    }),
  ]
  const portico = testPortico({ adapters, connectors: [pairing.description], ...options })
  for (const namespace of portico.adapters.keys()) publishConnectors(portico, namespace, [])
  const connections = (namespace: Namespace) => connectionsIn(connectionStore(portico).getState(), namespace).connections
  const attempt = (namespace?: Namespace) => currentAttempt(connectionStore(portico).getState(), namespace)
  return { portico, adapters, connections, attempt }
}

test("the host's way in is listed in each chain family that it serves, beside the wallets, and can be left out", () => {
  const { portico } = setUp(scripted())
  const listed = () => connectorStore(portico).getState()
  expect(listed()).toMatchObject({ eip155: [{ id }], solana: [{ id }] })
  expect(listed().eip155?.[0]).toBe(listed().solana?.[0])
  expect(setUp(scripted(), { excludeWallets: ['WalletConnect'] }).portico).toSatisfy(
    (other: typeof portico) => connectorStore(other).getState().eip155?.length === 0,
  )
})

test('the code of an attempt is the one of the pairing, also when a new one takes its place (R13)', async () => {
  const pairing = scripted()
  const { portico, attempt } = setUp(pairing, { evm: { connect: never } })
  pairing.show('wc:first')
  const connecting = expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toBeInstanceOf(ConnectionTimeoutError)
  expect(attempt()).toMatchObject({ status: 'waiting', uri: 'wc:first' })
  await vi.advanceTimersByTimeAsync(connectTimeout - 1000)
  pairing.show('wc:second')
  expect(attempt()).toMatchObject({ uri: 'wc:second' })
  await vi.advanceTimersByTimeAsync(connectTimeout - 1000)
  expect(attempt()?.status).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  await connecting
  expect(pairing.listeners.size).toBe(0)
})

test('one approval connects every chain family of the session, named as the wallet is, and remembers the wallet that was chosen', async () => {
  const pairing = scripted()
  const storage = memoryStorage()
  const { portico, connections } = setUp(pairing, {
    storage,
    wallets: [{ id: 'com.lumen', name: 'Lumen', icon: 'https://lumen.example/icon.png' }],
  })
  const asked = connect(portico, { connectorId: id, namespace: 'eip155', walletId: 'com.lumen' })
  pairing.session.approved = ['eip155', 'solana']
  pairing.session.peer = { name: 'Lumen', icon: 'https://elsewhere.example/icon.png' }
  expect(await asked).toBe(`eip155:1:${fakeAddress}`)
  await settled()
  const connector = { id, kind: 'walletConnect', name: 'Lumen', icon: 'https://lumen.example/icon.png' }
  expect(connections('eip155')).toEqual([
    { connector, addresses: [fakeAddress], networkId: 'eip155:1', approvedNetworkIds: ['eip155:1', 'eip155:10'], restored: false },
  ])
  expect(connections('solana')).toMatchObject([{ connector, addresses: ['So1'], restored: false }])
  expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
  expect(recentWalletStore(portico).getState()).toMatchObject([{ id: 'com.lumen', name: 'Lumen' }])
  const saved: unknown = JSON.parse(storage.entries.get('@portico/portico/state') ?? '')
  expect(saved).toMatchObject({ activeNamespace: 'eip155', connections: { eip155: [{ connector }], solana: [{ connector }] } })
  expect([...storage.entries.values()].join()).not.toContain('wc:')
})

test('a session in the place of another one lets go of the chain families that it does not have', async () => {
  const pairing = scripted({ approved: ['eip155', 'solana'] })
  const { portico, connections } = setUp(pairing)
  await connect(portico, { connectorId: id, namespace: 'eip155' })
  await settled()
  expect(connections('solana')).toHaveLength(1)
  pairing.session.approved = ['eip155']
  await connect(portico, { connectorId: id, namespace: 'eip155' })
  await settled()
  expect(connections('eip155')).toHaveLength(1)
  expect(connections('solana')).toEqual([])
})

describe('the end of a session', () => {
  const connected = async (approved: readonly Namespace[] = ['eip155', 'solana']) => {
    const pairing = scripted({ approved })
    const site = setUp(pairing)
    await connect(site.portico, { connectorId: id, namespace: 'eip155' })
    await settled()
    const changes: unknown[] = []
    site.portico.events.on('namespace.changed', (change) => changes.push(change))
    return { pairing, ...site, changes, inUse: () => connectionStore(site.portico).getState().activeNamespace }
  }

  test('takes every chain family away at once, and the one in use stays in use', async () => {
    const { pairing, adapters, connections, changes, inUse, portico } = await connected()
    const states: number[][] = []
    connectionStore(portico).subscribe(() => states.push([connections('eip155').length, connections('solana').length]))
    pairing.session.approved = []
    adapters[0]?.events().disconnected(id)
    expect(states).toEqual([[0, 0]])
    adapters[1]?.events().changed(id, { addresses: [] })
    expect(states).toHaveLength(1)
    expect([inUse(), changes]).toEqual(['eip155', []])
  })

  test('leaves a wallet of the page alone, and its chain family is in use then', async () => {
    const { pairing, adapters, connections, inUse, portico } = await connected()
    const own = fakeConnector({ id: 'com.tide', namespaces: ['solana'] })
    adapters[1]?.events().connected(own, { addresses: ['So2'], networkId: 'solana:main' })
    setActiveNamespace(portico, 'eip155')
    pairing.session.approved = []
    adapters[0]?.events().disconnected(id)
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toMatchObject([{ connector: { id: 'com.tide' } }])
    expect(inUse()).toBe('solana')
  })

  test('of one chain family only leaves the others, and one of them is in use', async () => {
    const { pairing, adapters, connections, inUse } = await connected()
    pairing.session.approved = ['solana']
    adapters[0]?.events().changed(id, { addresses: [] })
    expect([connections('eip155').length, connections('solana').length, inUse()]).toEqual([0, 1, 'solana'])
  })

  test('is remembered whole', async () => {
    const { pairing, adapters, portico } = await connected()
    pairing.session.approved = []
    adapters[0]?.events().disconnected(id)
    expect(parseSavedState(readItem(portico, 'state'))).toMatchObject({ activeNamespace: 'eip155', connections: {} })
  })
})

test('a chain family that cannot be taken up does not keep the others from being connected', async () => {
  const pairing = scripted({ approved: ['eip155', 'solana'] })
  const { portico, connections } = setUp(pairing, { solana: { reconnect: () => Promise.reject(new Error('gone')) } })
  await connect(portico, { connectorId: id, namespace: 'eip155' })
  await settled()
  expect(connections('eip155')).toHaveLength(1)
  expect(connections('solana')).toEqual([])
})

test('where no chain family was asked for, the one that the wallet lets the site in for is connected', async () => {
  const pairing = scripted()
  const noAccount = () => {
    pairing.session.approved = ['solana']
    return Promise.reject(new Error('no account'))
  }
  const { portico, connections, attempt } = setUp(pairing, { evm: { connect: noAccount } })
  expect(await connect(portico, { connectorId: id, walletId: 'com.lumen' })).toBe('solana:main:So1')
  await settled()
  expect([connections('eip155').length, connections('solana').length, attempt('eip155')]).toEqual([0, 1, undefined])
  expect(connectionStore(portico).getState().activeNamespace).toBe('solana')
  expect(pairing.link.cancel).not.toHaveBeenCalled()
  await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toThrow('no account')
})

test('to activate the only wallet of another chain family brings that family into use', async () => {
  const { portico } = setUp(scripted({ approved: ['eip155', 'solana'] }))
  await connect(portico, { connectorId: id, namespace: 'eip155' })
  await settled()
  await activateConnection(portico, { namespace: 'solana', connectorId: id })
  expect(connectionStore(portico).getState().activeNamespace).toBe('solana')
})

test('who turns away from the code turns away from the pairing; a newer attempt at the same goes on with it', async () => {
  const pairing = scripted()
  const { portico } = setUp(pairing, { evm: { connect: never }, solana: { connect: never } })
  const first = expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toMatchObject({
    name: 'ConnectionSupersededError',
  })
  const second = expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toMatchObject({
    name: 'ConnectionCancelledError',
  })
  await first
  expect(pairing.link.cancel).not.toHaveBeenCalled()
  cancelConnect(portico)
  await second
  expect(pairing.link.cancel).toHaveBeenCalledOnce()
})

test('a wallet that declines ends the attempt, and nothing listens any more', async () => {
  const pairing = scripted()
  const { portico, attempt } = setUp(pairing, { evm: { connect: () => Promise.reject(new UserRejectedError()) } })
  await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toBeInstanceOf(UserRejectedError)
  expect(attempt()).toMatchObject({ status: 'failed', connector: { id } })
  expect(pairing.listeners.size).toBe(0)
})

test('without a session or a code, a page that is opened asks the connector for nothing', async () => {
  const pairing = scripted()
  const { portico } = setUp(pairing)
  const stop = mount(portico)
  await settled()
  expect(isLive(portico)).toBe(false)
  expect(pairing.getProvider).not.toHaveBeenCalled()
  stop()
})

test('a session that an earlier page view left is taken up without a question, in every chain family', async () => {
  const pairing = scripted({ isOpen: true, approved: ['solana', 'eip155'], peer: { name: 'Lumen' } })
  const { portico, connections, adapters } = setUp(pairing)
  const stop = mount(portico)
  await vi.waitFor(() => expect([connections('eip155').length, connections('solana').length]).toEqual([1, 1]))
  expect(connections('eip155')[0]).toMatchObject({ connector: { id, name: 'Lumen' }, restored: false })
  expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
  expect(adapters.flatMap(({ calls }) => calls)).not.toContain('connect')
  stop()
})

test('a pairing that an earlier page view left is waited for as long as its code is good, and not longer', async () => {
  const pairing = scripted({ isOpen: true })
  let answer: ((grant: Grant) => void) | undefined
  const open = () => setUp(pairing, { evm: { connect: () => new Promise((resolve) => (answer = resolve)) } })
  const first = open()
  const stop = mount(first.portico)
  await vi.waitFor(() => expect(first.attempt()?.status).toBe('waiting'))
  pairing.show('wc:first')
  expect(first.attempt()).toMatchObject({ uri: 'wc:first' })
  pairing.show('wc:second')
  await settled()
  expect(first.attempt()).toBeUndefined()
  expect(pairing.link.cancel).toHaveBeenCalled()
  stop()

  const second = open()
  const stopSecond = mount(second.portico)
  await vi.waitFor(() => expect(second.attempt()?.status).toBe('waiting'))
  await vi.waitFor(() => expect(answer).toBeDefined())
  answer?.({ addresses: [fakeAddress], networkId: 'eip155:1' })
  await vi.waitFor(() => expect(second.connections('eip155')).toHaveLength(1))
  stopSecond()
})

test('where a reload picks nothing up, nothing is picked up', async () => {
  const pairing = scripted({ isOpen: true, approved: ['eip155'] })
  const { portico, connections } = setUp(pairing, { reconnect: false })
  const stop = mount(portico)
  await settled()
  expect(isLive(portico)).toBe(false)
  expect(connections('eip155')).toEqual([])
  stop()
})

test('a restored connection keeps the name and picture of its wallet when the wallet confirms it', async () => {
  const connector = { id, kind: 'walletConnect', name: 'Lumen', icon: 'https://lumen.example/icon.png' } as const
  const state = JSON.stringify({
    version: 1,
    activeNamespace: 'eip155',
    connections: { eip155: [{ connector, addresses: [fakeAddress], networkId: 'eip155:1' }] },
    networks: {},
  })
  const pairing = scripted({ isOpen: true, approved: ['eip155'] })
  const { portico, connections } = setUp(pairing, { storage: memoryStorage({ '@portico/portico/state': state }) })
  const stop = mount(portico)
  expect(connections('eip155')).toMatchObject([{ connector, restored: true }])
  await vi.waitFor(() => expect(connections('eip155')[0]?.restored).toBe(false))
  expect(connections('eip155')[0]?.connector).toEqual(connector)
  stop()
})

test('a session that is let go of right after a reload is ended, and does not come back', async () => {
  const connector = { id, kind: 'walletConnect', name: 'Lumen' } as const
  const state = JSON.stringify({
    version: 1,
    activeNamespace: 'eip155',
    connections: { eip155: [{ connector, addresses: [fakeAddress], networkId: 'eip155:1' }] },
    networks: {},
  })
  const pairing = scripted({ isOpen: true, approved: ['eip155'] })
  // As the adapters do, this one ends what it knows, which it does once it has heard of the wallet.
  let isKnown = false
  const evm: Partial<Adapter> = {
    reconnect: async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      isKnown = true
      return { addresses: [fakeAddress], networkId: 'eip155:1' }
    },
    disconnect: async () => {
      if (isKnown) Object.assign(pairing.session, { isOpen: false, approved: [] })
    },
  }
  const { portico, connections } = setUp(pairing, { evm, storage: memoryStorage({ '@portico/portico/state': state }) })
  const stop = mount(portico)
  const leaving = disconnect(portico)
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(2_000)
  await leaving
  expect(pairing.session.isOpen).toBe(false)
  expect(connections('eip155')).toEqual([])
  stop()
})
