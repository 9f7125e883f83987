import { fakeAddress, fakeAdapter, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Adapter, Grant } from '../../adapter.js'
import type { PorticoOptions } from '../../portico/options.js'
import { activateConnection } from './activate.js'
import { cancelConnect, connect } from './connect.js'
import { connectorStore, publishConnectors } from './connectors.js'
import { listConnectors } from './listConnectors.js'
import { disconnect, disconnectAll } from './disconnect.js'
import { UserRejectedError } from './errors.js'
import { loadAdapter } from './loadAdapter.js'
import { reduceConnections, type ConnectionEvent } from './machine.js'
import { noConnections, type NamespaceConnections } from './connection.js'
import { forgetWallet, recentWalletStore } from './recentWallets.js'
import { activeConnection, connectionsIn, connectionStatus, connectionStore } from './store.js'
import { currentAttempt } from './currentAttempt.js'
import { connectTimeout, disconnectTimeout } from './timeouts.js'

const harbor = fakeConnector()
const lantern = fakeConnector({ id: 'io.lantern', rdns: 'io.lantern', name: 'Lantern' })
const never = () => new Promise<never>(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(adapterOptions: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}) {
  const adapter = fakeAdapter(adapterOptions)
  const portico = testPortico({ adapters: [adapter], ...options })
  publishConnectors(portico, adapter.namespace, [harbor, lantern])
  const state = () => connectionStore(portico).getState()
  const ids = () => connectionsIn(state()).connections.map(({ connector }) => connector.id)
  return { adapter, portico, state, ids, status: () => connectionStatus(state()) }
}

describe('connecting', () => {
  test('goes from disconnected over connecting to connected, and answers with the account', async () => {
    const { portico, state } = setUp()
    const seen: string[] = [connectionStatus(state())]
    connectionStore(portico).subscribe((now) => seen.push(connectionStatus(now)))
    const events: unknown[] = []
    portico.events.on('connection.connected', (event) => events.push(event))
    portico.events.on('account.changed', (event) => events.push(event))
    expect(await connect(portico, { connectorId: 'com.harbor' })).toBe(`eip155:1:${fakeAddress}`)
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
    expect(events).toEqual([
      { namespace: 'eip155', connectorId: 'com.harbor', accountId: `eip155:1:${fakeAddress}` },
      { namespace: 'eip155', accountId: `eip155:1:${fakeAddress}` },
    ])
  })

  test('a second wallet becomes the active one, and the first stays connected meanwhile and after', async () => {
    const { portico, ids, status } = setUp()
    await connect(portico, { connectorId: 'com.harbor' })
    const second = connect(portico, { connectorId: 'io.lantern' })
    expect(status()).toBe('connected')
    await second
    expect(ids()).toEqual(['io.lantern', 'com.harbor'])
    await connect(portico, { connectorId: 'com.harbor' })
    expect(ids()).toEqual(['com.harbor', 'io.lantern'])
  })

  test('a refusal is kept with the attempt until the visitor goes on', async () => {
    const { portico, state, status } = setUp({ connect: () => Promise.reject(new UserRejectedError()) })
    await expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toBeInstanceOf(UserRejectedError)
    expect(currentAttempt(state())).toMatchObject({ status: 'failed', connector: { id: 'com.harbor' }, error: { code: 4001 } })
    expect(status()).toBe('disconnected')
    cancelConnect(portico)
    expect(currentAttempt(state())).toBeUndefined()
  })

  test('R1: a wallet that never answers is cancelled at once, and leaves nothing behind', async () => {
    const { portico, status } = setUp({ connect: never })
    const attempt = connect(portico, { connectorId: 'com.harbor' })
    await vi.advanceTimersByTimeAsync(1000)
    cancelConnect(portico)
    await expect(attempt).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    expect(status()).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('R1: a wallet that never answers times out after 5 min', async () => {
    const { portico, state } = setUp({ connect: never })
    const attempt = expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toMatchObject({ name: 'ConnectionTimeoutError' })
    await vi.advanceTimersByTimeAsync(connectTimeout - 1)
    expect(currentAttempt(state())?.status).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await attempt
    expect(currentAttempt(state())?.status).toBe('failed')
  })

  test('the wallet hears by its signal that it was turned away', async () => {
    let aborted: AbortSignal | undefined
    const { portico } = setUp({
      connect: ({ signal }) => {
        aborted = signal
        return never()
      },
    })
    const attempt = expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(0)
    expect(aborted?.aborted).toBe(false)
    cancelConnect(portico)
    await attempt
    expect(aborted?.aborted).toBe(true)
  })

  test('R2: a yes that belongs to an attempt that the visitor gave up for the same wallet is taken back when that one ends badly', async () => {
    const asked: { resolve: (grant: Grant) => void; reject: (error: unknown) => void }[] = []
    const { portico, adapter, status } = setUp({ connect: () => new Promise((resolve, reject) => asked.push({ resolve, reject })) })
    const first = expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toMatchObject({ name: 'ConnectionSupersededError' })
    await vi.advanceTimersByTimeAsync(0)
    const second = expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toBeInstanceOf(UserRejectedError)
    await vi.advanceTimersByTimeAsync(0)
    asked[0]?.resolve({ addresses: [fakeAddress], networkId: 'eip155:1' })
    await first
    expect(adapter.calls).not.toContain('disconnect')
    asked[1]?.reject(new UserRejectedError())
    await second
    await vi.advanceTimersByTimeAsync(0)
    expect(adapter.calls).toContain('disconnect')
    expect(status()).toBe('disconnected')
  })

  test('the network to ask for and the namespace of a wallet with several are handed on', async () => {
    const asks = vi.fn<Adapter['connect']>(() => Promise.resolve({ addresses: ['So1'], networkId: 'solana:main' }))
    const solana = fakeAdapter({
      namespace: 'solana',
      networks: [{ ...fakeAdapter().networks[0]!, id: 'solana:main', namespace: 'solana' }],
      connect: asks,
    })
    const both = fakeConnector({ id: 'both', kind: 'multiChain', namespaces: ['eip155', 'solana'] })
    const portico = testPortico({ adapters: [fakeAdapter(), solana] })
    publishConnectors(portico, 'eip155', [both])
    publishConnectors(portico, 'solana', [both])
    expect(await connect(portico, { connectorId: 'both' })).toBe(`eip155:1:${fakeAddress}`)
    expect(await connect(portico, { connectorId: 'both', namespace: 'solana', networkId: 'solana:main' })).toBe('solana:main:So1')
    expect(asks).toHaveBeenCalledExactlyOnceWith({ connector: both, networkId: 'solana:main', signal: expect.any(AbortSignal) })
    expect(connectionStore(portico).getState()).toMatchObject({
      activeNamespace: 'solana',
      byNamespace: { eip155: { connections: [{}] }, solana: { connections: [{}] } },
    })
  })

  test.each<[string, unknown, string]>([
    ['a wallet that nobody knows', { connectorId: 'com.nobody' }, 'ConnectorNotFoundError'],
    ['a namespace that the site has no adapter for', { connectorId: 'com.harbor', namespace: 'solana' }, 'AdapterNotFoundError'],
    ['an id of the wrong type', { connectorId: 7 }, 'InvalidOptionError'],
    ['a namespace that is none', { connectorId: 'com.harbor', namespace: 'constructor' }, 'InvalidOptionError'],
    ['a malformed network', { connectorId: 'com.harbor', networkId: '1' }, 'InvalidOptionError'],
  ])('%s is a typed error, and no attempt begins', async (_, parameters, name) => {
    const { portico, state } = setUp()
    await expect(connect(portico, parameters as never)).rejects.toMatchObject({ name })
    expect(currentAttempt(state())).toBeUndefined()
  })

  test('code that does not load is a typed error, and trying again loads it again', async () => {
    const { portico, adapter } = setUp()
    const load = vi.spyOn(adapter, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    await expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toMatchObject({ name: 'AdapterLoadError' })
    await connect(portico, { connectorId: 'com.harbor' })
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('the code of a chain family', () => {
  test('is loaded once, however many ask at the same time', async () => {
    const { portico, adapter } = setUp()
    const load = vi.spyOn(adapter, 'load')
    const [one, two] = await Promise.all([loadAdapter(portico, 'eip155'), loadAdapter(portico, 'eip155')])
    expect(one).toBe(two)
    expect(load).toHaveBeenCalledOnce()
  })

  test('one failure that several saw does not throw away the next try', async () => {
    const { portico, adapter } = setUp()
    const load = vi.spyOn(adapter, 'load').mockRejectedValueOnce(new Error('offline'))
    const again = loadAdapter(portico, 'eip155').catch(() => loadAdapter(portico, 'eip155'))
    await loadAdapter(portico, 'eip155').catch(() => undefined)
    await again
    await loadAdapter(portico, 'eip155')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a namespace without an adapter is a typed error', async () => {
    await expect(loadAdapter(setUp().portico, 'cosmos')).rejects.toMatchObject({ name: 'AdapterNotFoundError' })
  })
})

describe('disconnecting', () => {
  test('the next connection becomes active, and listeners are told', async () => {
    const { portico, ids, status } = setUp()
    await connect(portico, { connectorId: 'com.harbor' })
    await connect(portico, { connectorId: 'io.lantern' })
    const events: unknown[] = []
    portico.events.on('connection.disconnected', (event) => events.push(event))
    portico.events.on('account.changed', (event) => events.push(event))
    await disconnect(portico)
    expect(ids()).toEqual(['com.harbor'])
    await disconnect(portico)
    expect(status()).toBe('disconnected')
    expect(events).toEqual([
      { namespace: 'eip155', connectorId: 'io.lantern' },
      { namespace: 'eip155', connectorId: 'com.harbor' },
      { namespace: 'eip155', accountId: undefined },
    ])
  })

  test('a wallet that fails to let go stays connected', async () => {
    const { portico, ids } = setUp({ disconnect: () => Promise.reject(new Error('busy')) })
    await connect(portico, { connectorId: 'com.harbor' })
    await expect(disconnect(portico)).rejects.toMatchObject({ name: 'DisconnectError', message: 'Failed to disconnect' })
    expect(ids()).toEqual(['com.harbor'])
  })

  test('R1: a wallet that never answers fails after 10 s', async () => {
    const { portico, ids } = setUp({ disconnect: never })
    await connect(portico, { connectorId: 'com.harbor' })
    const leaving = expect(disconnect(portico)).rejects.toMatchObject({ name: 'DisconnectError' })
    await vi.advanceTimersByTimeAsync(disconnectTimeout)
    await leaving
    expect(ids()).toEqual(['com.harbor'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the wallet’s own event ends the waiting', async () => {
    const { portico, adapter, status } = setUp({ disconnect: never })
    await connect(portico, { connectorId: 'com.harbor' })
    const leaving = disconnect(portico)
    adapter.events().disconnected('com.harbor')
    await leaving
    expect(status()).toBe('disconnected')
  })

  test('without a connection there is nothing to end', async () => {
    await expect(disconnect(setUp().portico)).rejects.toMatchObject({
      name: 'ConnectorNotConnectedError',
      message: 'Connector not connected.',
    })
  })

  test('ending all ends those that can be, and reports the one that cannot', async () => {
    const { portico, ids } = setUp({
      disconnect: ({ connectorId }) => (connectorId === 'com.harbor' ? Promise.reject(new Error('busy')) : Promise.resolve()),
    })
    await connect(portico, { connectorId: 'com.harbor' })
    await connect(portico, { connectorId: 'io.lantern' })
    await expect(disconnectAll(portico)).rejects.toMatchObject({ name: 'DisconnectError' })
    expect(ids()).toEqual(['com.harbor'])
  })
})

describe('activating', () => {
  test('makes another connection the active one, and tells the adapter', async () => {
    const activate = vi.fn(() => Promise.resolve())
    const { portico, ids } = setUp({ activate })
    await connect(portico, { connectorId: 'com.harbor' })
    await connect(portico, { connectorId: 'io.lantern' })
    await activateConnection(portico, { connectorId: 'com.harbor' })
    expect(ids()).toEqual(['com.harbor', 'io.lantern'])
    expect(activate).toHaveBeenCalledExactlyOnceWith({ connectorId: 'com.harbor' })
    await expect(activateConnection(portico, { connectorId: 'com.nobody' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('R2: of two choices the latest wins, whichever is done first', async () => {
    const done = new Map<string, () => void>()
    const { portico, ids } = setUp({ activate: ({ connectorId }) => new Promise((resolve) => void done.set(connectorId, resolve)) })
    await connect(portico, { connectorId: 'com.harbor' })
    await connect(portico, { connectorId: 'io.lantern' })
    const first = activateConnection(portico, { connectorId: 'com.harbor' })
    const second = activateConnection(portico, { connectorId: 'io.lantern' })
    await vi.advanceTimersByTimeAsync(0)
    done.get('io.lantern')?.()
    await second
    done.get('com.harbor')?.()
    await first
    expect(ids()[0]).toBe('io.lantern')
  })
})

describe('R3: what wallets report', () => {
  test('an account change, a withdrawal and an end each land in a defined state and say so', async () => {
    const { portico, adapter, state, status } = setUp()
    await connect(portico, { connectorId: 'com.harbor' })
    const changes: unknown[] = []
    portico.events.on('account.changed', ({ accountId }) => changes.push(accountId))
    const { changed, disconnected } = adapter.events()
    changed('com.harbor', { addresses: ['0xother', '0xother', fakeAddress] })
    changed('com.harbor', { addresses: ['0xother', fakeAddress] })
    expect(activeConnection(state())?.addresses).toEqual(['0xother', fakeAddress])
    changed('com.harbor', { addresses: [] })
    expect(status()).toBe('disconnected')
    changed('com.harbor', { addresses: ['0xother'] })
    disconnected('com.harbor')
    expect(status()).toBe('disconnected')
    expect(changes).toEqual(['eip155:1:0xother', undefined])
  })

  test('the networks that a wallet agreed to are kept, also when it does not repeat them', async () => {
    const { portico, adapter, state } = setUp({
      grant: { addresses: [fakeAddress], networkId: 'eip155:1', approvedNetworkIds: ['eip155:1', 'eip155:10'] },
    })
    await connect(portico, { connectorId: 'com.harbor' })
    adapter.events().changed('com.harbor', { networkId: 'eip155:10' })
    expect(activeConnection(state())).toMatchObject({ networkId: 'eip155:10', approvedNetworkIds: ['eip155:1', 'eip155:10'] })
  })

  test('a connection made beside Portico becomes the active one', async () => {
    const { portico, adapter, ids } = setUp()
    await connect(portico, { connectorId: 'com.harbor' })
    adapter.events().connected(lantern, { addresses: ['0x1'], networkId: 'eip155:10' })
    expect(ids()).toEqual(['io.lantern', 'com.harbor'])
    adapter.events().activated('com.harbor')
    expect(ids()).toEqual(['com.harbor', 'io.lantern'])
  })
})

describe('the machine', () => {
  const connected: NamespaceConnections = {
    connections: [{ connector: harbor, addresses: ['0x1'], networkId: 'eip155:1', restored: false }],
    lastAttemptId: 3,
  }
  const waiting: NamespaceConnections = { ...connected, attempt: { id: 3, connector: lantern, status: 'waiting' } }
  const grant: Grant = { addresses: ['0x2'], networkId: 'eip155:1' }

  test.each<[string, NamespaceConnections, ConnectionEvent]>([
    ['a grant of an older attempt', waiting, { type: 'granted', attemptId: 2, grant }],
    ['a grant without any attempt', connected, { type: 'granted', attemptId: 3, grant }],
    [
      'a grant to an attempt that has failed',
      { ...waiting, attempt: { id: 3, connector: lantern, status: 'failed', error: new Error('no') } },
      { type: 'granted', attemptId: 3, grant },
    ],
    ['a refusal of an older attempt', waiting, { type: 'refused', attemptId: 2, error: new Error('no') }],
    ['a URI of an older attempt', waiting, { type: 'uriReady', attemptId: 2, uri: 'wc:1' }],
    ['a cancellation without an attempt', connected, { type: 'cancelled' }],
    [
      'a change of a wallet that is not connected',
      connected,
      { type: 'changed', connectorId: 'io.lantern', change: { addresses: ['0x9'] } },
    ],
    [
      'a change that changes nothing',
      connected,
      { type: 'changed', connectorId: 'com.harbor', change: { addresses: ['0x1'], networkId: 'eip155:1' } },
    ],
    ['an end of a wallet that is not connected', connected, { type: 'ended', connectorId: 'io.lantern' }],
    ['an activation of the active one', connected, { type: 'activated', connectorId: 'com.harbor' }],
    [
      'an adoption without an account',
      connected,
      { type: 'adopted', connector: lantern, grant: { ...grant, addresses: [] }, activate: true },
    ],
  ])('%s changes nothing: the very same state comes back', (_, state, event) => {
    expect(reduceConnections(state, event)).toBe(state)
  })

  test('a pairing URI belongs to its attempt and goes with it', () => {
    const state = reduceConnections(waiting, { type: 'uriReady', attemptId: 3, uri: 'wc:1' })
    expect(state.attempt).toMatchObject({ uri: 'wc:1', status: 'waiting' })
    expect(reduceConnections(state, { type: 'refused', attemptId: 3, error: new Error('no') }).attempt).not.toHaveProperty('uri')
    expect(reduceConnections(state, { type: 'attempted', connector: harbor }).attempt).toEqual({
      id: 4,
      connector: expect.objectContaining({ id: 'com.harbor' }),
      status: 'waiting',
    })
    expect(reduceConnections(noConnections, { type: 'attempted', connector: harbor }).lastAttemptId).toBe(1)
  })
})

describe('the wallets on the page', () => {
  test('those that the host excludes by rdns, id or name are left out, in any case', () => {
    const portico = testPortico({ excludeWallets: ['COM.HARBOR', 'tide', 'my-id'] })
    const list = [
      harbor,
      lantern,
      fakeConnector({ id: 'x', rdns: 'x', name: 'Tide' }),
      fakeConnector({ id: 'my-id', rdns: 'y', name: 'Y' }),
    ]
    publishConnectors(portico, 'eip155', list)
    expect(listConnectors(connectorStore(portico).getState()).map(({ id }) => id)).toEqual(['io.lantern'])
  })

  test('one that serves several namespaces is listed once, unless a namespace is named', () => {
    const portico = testPortico()
    publishConnectors(portico, 'eip155', [harbor, lantern])
    publishConnectors(portico, 'solana', [harbor])
    const state = connectorStore(portico).getState()
    expect(listConnectors(state).map(({ id }) => id)).toEqual(['com.harbor', 'io.lantern'])
    expect(listConnectors(state, 'solana')).toEqual([harbor])
    expect(listConnectors(state, 'bip122')).toEqual([])
  })
})

describe('recent wallets', () => {
  const tide = fakeConnector({ id: 'org.tide', rdns: 'org.tide', name: 'Tide' })

  test('two are kept, the last one used first; one that is used again moves to the front', async () => {
    const { portico } = setUp()
    publishConnectors(portico, 'eip155', [harbor, lantern, tide])
    const used: string[] = []
    for (const connectorId of ['com.harbor', 'io.lantern', 'com.harbor', 'org.tide']) {
      await connect(portico, { connectorId })
      used.push(
        recentWalletStore(portico)
          .getState()
          .map(({ name }) => name)
          .join(),
      )
    }
    expect(used).toEqual(['Harbor', 'Lantern,Harbor', 'Harbor,Lantern', 'Tide,Harbor'])
    expect(recentWalletStore(portico).getState()[0]).toEqual({ id: 'org.tide', name: 'Tide', namespace: 'eip155' })
  })

  test('one that said no is not remembered', async () => {
    const { portico } = setUp({ connect: () => Promise.reject(new UserRejectedError()) })
    await connect(portico, { connectorId: 'com.harbor' }).catch(() => undefined)
    expect(recentWalletStore(portico).getState()).toEqual([])
  })

  test('what another tab remembered is not lost, neither by using nor by forgetting a wallet', async () => {
    const storage = memoryStorage()
    const { portico } = setUp({}, { storage })
    await connect(portico, { connectorId: 'com.harbor' })
    storage.setItem(
      '@portico/portico/recent',
      JSON.stringify([
        { id: 'org.tide', name: 'Tide', namespace: 'eip155' },
        { id: 'com.harbor', name: 'Harbor' },
      ]),
    )
    forgetWallet(portico, { id: 'com.harbor' })
    expect(recentWalletStore(portico).getState()).toEqual([{ id: 'org.tide', name: 'Tide', namespace: 'eip155' }])
    storage.setItem(
      '@portico/portico/recent',
      JSON.stringify([
        { id: 'org.tide', name: 'Tide', namespace: 'eip155' },
        { id: 'org.tide', name: 'Twice' },
      ]),
    )
    await connect(portico, { connectorId: 'io.lantern' })
    expect(
      recentWalletStore(portico)
        .getState()
        .map(({ id }) => id),
    ).toEqual(['io.lantern', 'org.tide'])
  })
})
