import {
  fakeAddress,
  fakeAdapter,
  fakeConnector,
  fakeNetworks,
  memoryStorage,
  testPortico,
  type FakeAdapterOptions,
} from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { ConnectorKind } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import type { PorticoOptions } from '../../portico/options.js'
import { parseSavedState } from '../../storage/savedState.js'
import { closeModal, goBack } from '../../router/router.js'
import { registerViews } from '../../router/knownViews.js'
import { currentEntry, openModal, pushView, routerStore } from '../../router/store.js'
import { connect } from '../connection/connect.js'
import { publishConnectors } from '../connection/connectors.js'
import { disconnect } from '../connection/disconnect.js'
import { RequestPendingError, UserRejectedError } from '../connection/errors.js'
import { connectionStore } from '../connection/store.js'
import { NetworkSwitchUnconfirmedError, SwitchNotSupportedError } from './errors.js'
import { selectNetwork } from './selectNetwork.js'
import { networkSupport } from './networkSupport.js'
import { networkStore } from './store.js'
import { networksIn } from './networksIn.js'
import { dismissSwitch, switchNetwork } from './switchNetwork.js'
import { connectTimeout } from '../connection/timeouts.js'
import { addGate, followGates } from '../connection/gates.js'
import { supportedNetwork } from './gate.js'

const networkOf = (id: NetworkId, namespace: Namespace): Network => ({ ...fakeNetworks[0]!, id, namespace, name: id })
const solanaMain = networkOf('solana:main', 'solana')
const bitcoin = networkOf('bip122:main', 'bip122')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Site extends Partial<PorticoOptions> {
  /** Namespaces with a wallet, the one connected last being the active one. */
  readonly connected?: readonly Namespace[]
  readonly kind?: ConnectorKind
  readonly on?: NetworkId
  readonly evm?: FakeAdapterOptions
}

/** A site with Ethereum, Solana and Bitcoin. */
async function site({ connected = [], kind = 'announced', on = 'eip155:1', evm = {}, ...options }: Site = {}) {
  const adapters = [
    fakeAdapter({ grant: { addresses: [fakeAddress], networkId: on }, ...evm }),
    fakeAdapter({
      namespace: 'solana',
      networks: [solanaMain, networkOf('solana:test', 'solana')],
      grant: { addresses: ['So1'], networkId: 'solana:main' },
    }),
    fakeAdapter({ namespace: 'bip122', networks: [bitcoin], grant: { addresses: ['bc1q'], networkId: 'bip122:main' } }),
  ]
  const storage = memoryStorage()
  const portico = testPortico({ adapters, storage, ...options })
  addGate(portico, supportedNetwork)
  followGates(portico)
  const events: unknown[] = []
  for (const { namespace } of adapters) {
    publishConnectors(portico, namespace, [
      fakeConnector({ id: `wallet-${namespace}`, kind, namespaces: [namespace] }),
      fakeConnector({ id: `second-${namespace}`, namespaces: [namespace] }),
    ])
    if (connected.includes(namespace)) await connect(portico, { connectorId: `wallet-${namespace}`, namespace })
  }
  portico.events.on('network.changed', (event) => events.push(event))
  portico.events.on('network.unsupported', (event) => events.push(event))
  return {
    portico,
    events,
    storage,
    evm: adapters[0]!,
    entry: () => currentEntry(routerStore(portico).getState()),
    views: () =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view),
    networks: (namespace: Namespace = 'eip155') => networksIn(portico, namespace),
    activeNamespace: () => connectionStore(portico).getState().activeNamespace,
  }
}

describe('a visitor’s choice of a network', () => {
  test('the one that is active already: nothing happens', async () => {
    const { portico, views, evm } = await site({ connected: ['eip155'] })
    expect(selectNetwork(portico, { networkId: 'eip155:1' })).toBe('nothing')
    expect(views()).toEqual([])
    expect(evm.calls).not.toContain('switchNetwork')
  })

  test('another one of the same wallet: SwitchNetwork, which asks the wallet', async () => {
    const { portico, entry, networks } = await site({ connected: ['eip155'] })
    expect(selectNetwork(portico, { networkId: 'eip155:10' })).toBe('SwitchNetwork')
    expect(entry()).toMatchObject({ view: 'SwitchNetwork', params: { networkId: 'eip155:10' }, closable: true })
    expect(entry()?.params).not.toHaveProperty('confirm')
    expect(networks()?.active.id).toBe('eip155:1')
  })

  test('without any wallet: it takes effect at once, with nothing to show', async () => {
    const { portico, views, networks } = await site()
    expect(selectNetwork(portico, { networkId: 'eip155:10' })).toBe('done')
    expect(views()).toEqual([])
    expect(networks()?.active.id).toBe('eip155:10')
  })

  test('without any wallet, in another namespace: that namespace becomes the active one', async () => {
    const { portico, views, networks, activeNamespace } = await site()
    expect(selectNetwork(portico, { networkId: 'solana:test' })).toBe('done')
    expect(views()).toEqual([])
    expect([networks('solana')?.active.id, activeNamespace()]).toEqual(['solana:test', 'solana'])
  })

  test('a confirmation is required: SwitchNetwork asks the visitor first, with a wallet and without', async () => {
    for (const connected of [['eip155'], []] as const) {
      const { portico, entry, networks } = await site({ connected, confirmNetworkSwitch: true })
      expect(selectNetwork(portico, { networkId: 'eip155:10' })).toBe('SwitchNetwork')
      expect(entry()).toMatchObject({ view: 'SwitchNetwork', params: { networkId: 'eip155:10', confirm: true } })
      expect(networks()?.active.id).toBe('eip155:1')
    }
  })

  test.each(['eip155:10', 'solana:main'] as const)(
    'the embedded wallet supports %s: SwitchNetwork, confirmed by the visitor',
    async (networkId) => {
      const { portico, entry } = await site({ connected: ['eip155'], kind: 'embedded' })
      expect(selectNetwork(portico, { networkId })).toBe('SwitchNetwork')
      expect(entry()).toMatchObject({ view: 'SwitchNetwork', params: { networkId, confirm: true } })
    },
  )

  test('the embedded wallet does not support bitcoin: SwitchActiveChain', async () => {
    const { portico, entry } = await site({ connected: ['eip155'], kind: 'embedded' })
    expect(selectNetwork(portico, { networkId: 'bip122:main' })).toBe('SwitchActiveChain')
    expect(entry()).toMatchObject({ view: 'SwitchActiveChain', params: { namespace: 'bip122', networkId: 'bip122:main' } })
  })

  test('another namespace, an address here and none there: SwitchActiveChain', async () => {
    const { portico, entry, networks } = await site({ connected: ['eip155'] })
    expect(selectNetwork(portico, { networkId: 'solana:test' })).toBe('SwitchActiveChain')
    expect(entry()).toMatchObject({ view: 'SwitchActiveChain', params: { namespace: 'solana', networkId: 'solana:test' } })
    expect(networks('solana')?.active.id).toBe('solana:main')
  })

  test('another namespace, an address on both: SwitchNetwork', async () => {
    const { portico, entry } = await site({ connected: ['eip155', 'solana'] })
    expect(selectNetwork(portico, { networkId: 'eip155:10' })).toBe('SwitchNetwork')
    expect(entry()).toMatchObject({ view: 'SwitchNetwork', params: { networkId: 'eip155:10' } })
  })

  test('the network that was in use, while the wallet is elsewhere: SwitchNetwork, for it is not active', async () => {
    const { portico, views } = await site({ connected: ['eip155'], on: 'eip155:999' })
    expect(selectNetwork(portico, { networkId: 'eip155:1' })).toBe('SwitchNetwork')
    expect(views()).toEqual(['UnsupportedChain', 'SwitchNetwork'])
  })

  test('a network that is not the site’s, or switching turned off, is a typed error', async () => {
    const { portico } = await site()
    expect(() => selectNetwork(portico, { networkId: 'eip155:999' })).toThrow('Network not found')
    const { portico: fixed } = await site({ enableNetworkSwitch: false })
    expect(() => selectNetwork(fixed, { networkId: 'eip155:10' })).toThrow('Network switching is turned off.')
  })
})

describe('switching with the wallet', () => {
  const switching = (portico: Portico) => networkStore(portico).getState().byNamespace.eip155?.switching

  test('until the wallet is there the active network stays what it was, and a target exists only while switching', async () => {
    let agree = () => {}
    const { portico, networks, events } = await site({
      connected: ['eip155'],
      evm: { switchNetwork: () => new Promise<void>((resolve) => (agree = resolve)) },
    })
    const done = switchNetwork(portico, { networkId: 'eip155:10' })
    await vi.advanceTimersByTimeAsync(0)
    expect(networks()).toMatchObject({ active: { id: 'eip155:1' }, switching: { target: { id: 'eip155:10' }, status: 'waiting' } })
    agree()
    expect((await done).id).toBe('eip155:10')
    expect(networks()).toEqual({ active: expect.objectContaining({ id: 'eip155:10' }), lastSwitchId: 1 })
    expect(events).toEqual([{ namespace: 'eip155', from: 'eip155:1', to: 'eip155:10' }])
  })

  test.each<[string, unknown, string, string]>([
    ['declines', new UserRejectedError(), 'declined', 'UserRejectedError'],
    ['cannot be asked', new SwitchNotSupportedError({ wallet: 'Harbor' }), 'unable', 'SwitchNotSupportedError'],
    [
      'says that it did and did not',
      new NetworkSwitchUnconfirmedError({ wanted: 'eip155:10', actual: 'eip155:1' }),
      'failed',
      'NetworkSwitchUnconfirmedError',
    ],
    ['is busy', new RequestPendingError(), 'failed', 'RequestPendingError'],
    ['throws text', 'no', 'failed', 'PorticoError'],
    ['throws nothing', undefined, 'failed', 'PorticoError'],
  ])('a wallet that %s: the network stays, and the reason is kept until it is dismissed', async (_, thrown, status, name) => {
    const { portico, networks, events } = await site({ connected: ['eip155'], evm: { switchNetwork: () => Promise.reject(thrown) } })
    await expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name })
    expect(networks()).toMatchObject({ active: { id: 'eip155:1' }, switching: { status, target: { id: 'eip155:10' }, error: { name } } })
    dismissSwitch(portico, { networkId: 'eip155:8453' })
    expect(switching(portico)).toBeDefined()
    dismissSwitch(portico, { networkId: 'eip155:10' })
    expect(switching(portico)).toBeUndefined()
    expect(events).toEqual([])
  })

  test('a wallet that never answers times out after 5 min, and one that is turned away from ends at once', async () => {
    const { portico, networks } = await site({ connected: ['eip155'], evm: { switchNetwork: () => new Promise<never>(() => undefined) } })
    const timedOut = expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name: 'NetworkSwitchTimeoutError' })
    await vi.advanceTimersByTimeAsync(connectTimeout)
    await timedOut
    expect(networks()?.switching?.status).toBe('failed')
    const left = expect(switchNetwork(portico, { networkId: 'eip155:8453' })).rejects.toMatchObject({
      name: 'NetworkSwitchSupersededError',
    })
    await vi.advanceTimersByTimeAsync(0)
    dismissSwitch(portico, { networkId: 'eip155:8453' })
    await left
    expect(networks()?.switching).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a chainChanged that comes before the answer is an answer', async () => {
    const { portico, evm, networks } = await site({
      connected: ['eip155'],
      evm: { switchNetwork: () => new Promise<never>(() => undefined) },
    })
    const done = switchNetwork(portico, { networkId: 'eip155:10' })
    await vi.advanceTimersByTimeAsync(0)
    evm.events().changed('wallet-eip155', { networkId: 'eip155:10' })
    expect((await done).id).toBe('eip155:10')
    expect(networks()?.switching).toBeUndefined()
  })

  test('R3: a wallet that goes away in the middle ends the switch', async () => {
    for (const leave of ['event', 'action'] as const) {
      let agree = () => {}
      const { portico, evm, networks } = await site({
        connected: ['eip155'],
        evm: { switchNetwork: () => new Promise<void>((resolve) => (agree = resolve)) },
      })
      const over = expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
      await vi.advanceTimersByTimeAsync(0)
      if (leave === 'event') evm.events().disconnected('wallet-eip155')
      else await disconnect(portico)
      await over
      agree()
      await vi.advanceTimersByTimeAsync(0)
      expect(networks()).toMatchObject({ active: { id: 'eip155:1' } })
      expect(networks()?.switching).toBeUndefined()
    }
  })

  test('R2: choosing another wallet in the middle ends the switch of the first', async () => {
    const { portico, evm, networks } = await site({
      connected: ['eip155'],
      evm: { switchNetwork: () => new Promise<never>(() => undefined) },
    })
    const over = expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name: 'NetworkSwitchSupersededError' })
    await vi.advanceTimersByTimeAsync(0)
    evm.events().connected(fakeConnector({ id: 'second-eip155' }), { addresses: ['0x2'], networkId: 'eip155:8453' })
    await over
    expect(networks()?.active.id).toBe('eip155:8453')
    expect(networks()?.switching).toBeUndefined()
  })

  test('R2: a choice in another namespace, made while the wallet was asked, stays the latest', async () => {
    let agree = () => {}
    const { portico, activeNamespace } = await site({
      connected: ['solana', 'eip155'],
      evm: { switchNetwork: () => new Promise<void>((resolve) => (agree = resolve)) },
    })
    await switchNetwork(portico, { networkId: 'eip155:1' })
    const done = switchNetwork(portico, { networkId: 'eip155:10' })
    await vi.advanceTimersByTimeAsync(0)
    await switchNetwork(portico, { networkId: 'solana:main' })
    expect(activeNamespace()).toBe('solana')
    agree()
    await done
    expect(activeNamespace()).toBe('solana')
  })

  test('the choice is remembered, with the namespace in use', async () => {
    const { portico, storage } = await site({ connected: ['eip155', 'solana'] })
    await switchNetwork(portico, { networkId: 'eip155:8453' })
    expect(parseSavedState(storage.entries.get('@portico/portico/state'))).toMatchObject({
      activeNamespace: 'eip155',
      networks: { eip155: 'eip155:8453' },
      connections: { eip155: [{ networkId: 'eip155:8453' }] },
    })
  })

  test.each([
    ['eip155:999', 'NetworkNotConfiguredError'],
    ['999', 'InvalidNetworkIdError'],
    ['cosmos:hub', 'AdapterNotFoundError'],
  ])('%s is a typed error', async (networkId, name) => {
    const { portico } = await site({ connected: ['eip155'] })
    await expect(switchNetwork(portico, { networkId: networkId as NetworkId })).rejects.toMatchObject({ name })
  })
})

describe('a wallet on a network that is not the site’s', () => {
  test('opens UnsupportedChain, which cannot be closed, and keeps the site’s own network in use', async () => {
    const { portico, entry, views, networks } = await site({ connected: ['eip155'], on: 'eip155:999' })
    expect(entry()).toMatchObject({ view: 'UnsupportedChain', params: { namespace: 'eip155', networkId: 'eip155:999' }, closable: false })
    expect(networks()).toMatchObject({ active: { id: 'eip155:1' }, unsupported: 'eip155:999' })
    closeModal(portico)
    goBack(portico)
    selectNetwork(portico, { networkId: 'eip155:10' })
    closeModal(portico)
    expect(views()).toEqual(['UnsupportedChain', 'SwitchNetwork'])
  })

  test.each<[string, (site: Awaited<ReturnType<typeof sunk>>) => unknown]>([
    ['switching here', ({ portico }) => switchNetwork(portico, { networkId: 'eip155:10' })],
    ['switching in the wallet', ({ evm }) => evm.events().changed('wallet-eip155', { networkId: 'eip155:8453' })],
    ['disconnecting', ({ portico }) => disconnect(portico)],
    ['the wallet leaving', ({ evm }) => evm.events().disconnected('wallet-eip155')],
  ])('%s leaves it and closes the modal', async (_, leave) => {
    const where = await sunk()
    await leave(where)
    expect(where.views()).toEqual([])
    expect(where.networks()).not.toHaveProperty('unsupported')
  })
  const sunk = () => site({ connected: ['eip155'], on: 'eip155:999' })

  test('another such network takes the place of the first in the view', async () => {
    const { evm, views, entry, events } = await sunk()
    evm.events().changed('wallet-eip155', { networkId: 'eip155:998' })
    evm.events().changed('wallet-eip155', { networkId: 'eip155:998' })
    expect(views()).toEqual(['UnsupportedChain'])
    expect(entry()?.params).toEqual({ namespace: 'eip155', networkId: 'eip155:998' })
    expect(events).toEqual([{ namespace: 'eip155', networkId: 'eip155:998' }])
  })

  test.each([{ allowUnsupportedNetwork: true }, { enableNetworkSwitch: false }])(
    'with %j it is noted, and nothing opens',
    async (options) => {
      const { views, networks, evm, events } = await site({ connected: ['eip155'], ...options })
      evm.events().changed('wallet-eip155', { networkId: 'eip155:999' })
      expect(views()).toEqual([])
      expect(networks()?.unsupported).toBe('eip155:999')
      expect(events).toEqual([{ namespace: 'eip155', networkId: 'eip155:999' }])
    },
  )

  test('a modal that is open for something else is left alone when the wallet arrives', async () => {
    const { portico, evm, views } = await site({ connected: ['eip155'], on: 'eip155:999', allowUnsupportedNetwork: true })
    openModal(portico, { view: 'Account' })
    evm.events().changed('wallet-eip155', { networkId: 'eip155:1' })
    expect(views()).toEqual(['Account'])
  })

  test('what a wallet of another namespace does, does not close it', async () => {
    const { portico, views } = await site({ connected: ['eip155', 'solana'], on: 'eip155:999' })
    await switchNetwork(portico, { networkId: 'solana:test' })
    await disconnect(portico, { namespace: 'solana' })
    expect(views()).toEqual(['UnsupportedChain'])
  })

  test('a user interface without that view does not break connecting', async () => {
    const { portico, evm, views, networks } = await site({ connected: ['eip155'] })
    registerViews(portico, ['Connect', 'Account'])
    evm.events().changed('wallet-eip155', { networkId: 'eip155:999' })
    expect(views()).toEqual([])
    expect(networks()?.unsupported).toBe('eip155:999')
    pushView(portico, { view: 'Account' })
  })
})

test('what a namespace’s wallet says about the networks', async () => {
  const { portico, evm } = await site({ connected: ['eip155'] })
  expect(networkSupport(portico, 'eip155')).toEqual({
    requested: fakeNetworks,
    approvedNetworkIds: undefined,
    supportsAllNetworks: true,
    smartAccountNetworkIds: [],
  })
  evm.events().changed('wallet-eip155', { approvedNetworkIds: ['eip155:1', 'solana:x', 7 as never] })
  expect(networkSupport(portico, 'eip155')).toMatchObject({ approvedNetworkIds: ['eip155:1'], supportsAllNetworks: false })
  expect(networkSupport(portico, 'solana').requested.map(({ id }) => id)).toEqual(['solana:main', 'solana:test'])
})
