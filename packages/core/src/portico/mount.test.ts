import {
  fakeAddress,
  fakeAdapter,
  fakeConnector,
  fakeNetworks,
  memoryStorage,
  testPortico,
  type FakeAdapter,
  type FakeAdapterOptions,
} from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signMessage } from '../controllers/sign/signMessage.js'
import { connect } from '../controllers/connection/connect.js'
import { disconnect } from '../controllers/connection/disconnect.js'
import { recentWalletStore } from '../controllers/connection/recentWallets.js'
import { activeConnection, connectionStatus, connectionStore } from '../controllers/connection/store.js'
import { networkStore } from '../controllers/network/store.js'
import { switchNetwork } from '../controllers/network/switchNetwork.js'
import type { Connector } from '../connector.js'
import { goLive } from './live.js'
import { mount } from './mount.js'
import { settled, stubPage, type FakePage } from './page.test.helper.js'
import type { Portico } from './createPortico.js'
import type { PorticoOptions } from './options.js'
import { currentEntry, routerStore } from '../router/store.js'
import type { SavedConnection, SavedState } from '../storage/savedState.js'
import { restoreTimeout } from '../controllers/connection/timeouts.js'

let page: FakePage
let warn: ReturnType<typeof vi.spyOn>
const mounts: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  page = stubPage()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  for (const unmount of mounts.splice(0)) unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const key = '@portico/portico/state'
const harbor: SavedConnection = {
  connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor', rdns: 'com.harbor' },
  addresses: [fakeAddress],
  networkId: 'eip155:1',
}
const recordOf = (connections: readonly SavedConnection[], rest: Partial<SavedState> = {}): string =>
  JSON.stringify({ version: 1, activeNamespace: 'eip155', connections: { eip155: connections }, networks: {}, ...rest })
const earlier = (...connections: SavedConnection[]) => memoryStorage({ [key]: recordOf(connections) })

function mounted(portico: Portico): () => void {
  const unmount = mount(portico)
  mounts.push(unmount)
  return unmount
}

function visit(adapterOptions: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}) {
  const adapter = fakeAdapter(adapterOptions)
  const load = vi.spyOn(adapter, 'load')
  const portico = testPortico({ adapters: [adapter], ...options })
  const connection = () => activeConnection(connectionStore(portico).getState())
  const status = () => connectionStatus(connectionStore(portico).getState())
  return { adapter, load, portico, connection, status }
}

const visitedAgain = () => {
  const { portico } = visit({}, { id: 'again' })
  mounted(portico)
  return portico
}

describe('a visit without a session', () => {
  test('nothing is loaded and nothing is asked', async () => {
    const { load, adapter, portico, status } = visit({}, { fetch: vi.fn(() => Promise.reject(new Error('no request may leave the page'))) })
    mounted(portico)
    await settled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(status()).toBe('disconnected')
    expect(load).not.toHaveBeenCalled()
    expect(adapter.calls).toEqual([])
    expect(portico.options.fetch).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('wallets are looked for once the portico goes live, by intent or because the host’s library is connected, and once only', async () => {
    for (const wakes of [false, true]) {
      const adapter = fakeAdapter()
      const discover = vi.spyOn(adapter, 'discover')
      let wake = () => {}
      const portico = testPortico({
        adapters: [
          {
            ...adapter,
            discover,
            watchHost: (call) => {
              wake = call
              return () => undefined
            },
          },
        ],
      })
      expect(await goLive(portico)).toBeUndefined()
      const unmount = mounted(portico)
      await settled()
      expect(discover).not.toHaveBeenCalled()
      if (wakes) wake()
      else await goLive(portico)
      await goLive(portico)
      wake()
      await settled()
      expect(discover).toHaveBeenCalledOnce()
      unmount()
      expect(await goLive(portico)).toBeUndefined()
    }
  })

  test('connecting without any intent before it gives wallets a second to announce themselves', async () => {
    const { portico, adapter, status } = visit({ connectors: [] })
    mounted(portico)
    const connecting = connect(portico, { connectorId: 'com.harbor' })
    await settled()
    await vi.advanceTimersByTimeAsync(900)
    adapter.publish([fakeConnector()])
    expect(await connecting).toBe(`eip155:1:${fakeAddress}`)
    expect(status()).toBe('connected')
    const missing = expect(connect(visitedAgain(), { connectorId: 'com.nobody' })).rejects.toMatchObject({ name: 'ConnectorNotFoundError' })
    await settled()
    await vi.advanceTimersByTimeAsync(1000)
    await missing
    expect(vi.getTimerCount()).toBe(0)
  })

  test('on a server mounting does nothing', () => {
    vi.unstubAllGlobals()
    const { portico, adapter } = visit({}, { storage: earlier(harbor) })
    const discover = vi.spyOn(adapter, 'discover')
    mounted(portico)()
    expect(discover).not.toHaveBeenCalled()
  })
})

describe('a visit with a session', () => {
  test('there is no flash: the connection is there when mount returns, and then the wallet confirms it', async () => {
    const { portico, connection, status, adapter } = visit({}, { storage: earlier(harbor) })
    const statuses: string[] = []
    mounted(portico)
    expect(status()).toBe('connected')
    expect(connection()).toMatchObject({ addresses: [fakeAddress], restored: true })
    connectionStore(portico).subscribe((state) => statuses.push(connectionStatus(state)))
    await settled()
    expect(connection()).toMatchObject({ addresses: [fakeAddress], restored: false })
    expect(adapter.calls).toEqual(['watch', 'reconnect'])
    expect(statuses).not.toContain('disconnected')
  })

  test('what the visitor presses before the wallet has confirmed waits for it', async () => {
    const { portico, connection, adapter } = visit({}, { storage: earlier(harbor) })
    mounted(portico)
    expect(connection()).toMatchObject({ restored: true })
    const signing = signMessage(portico, { message: 'hello' })
    await settled()
    expect(connection()).toMatchObject({ restored: false })
    await signing
    expect(adapter.calls).toEqual(['watch', 'reconnect', 'signMessage'])
  })

  test('a network that the visitor chooses before that waits for it, too, and is not asked for where the wallet is there already', async () => {
    for (const [chosen, asked] of [
      ['eip155:10', ['switchNetwork']],
      ['eip155:8453', []],
    ] as const) {
      const grant = { addresses: [fakeAddress], networkId: 'eip155:8453' } as const
      const { portico, connection, adapter } = visit({ grant }, { storage: earlier(harbor) })
      mounted(portico)
      const switching = switchNetwork(portico, { networkId: chosen })
      await settled()
      expect((await switching).id).toBe(chosen)
      expect(connection()).toMatchObject({ networkId: chosen, restored: false })
      expect(adapter.calls).toEqual(['watch', 'reconnect', ...asked])
      mounts.splice(0)[0]?.()
    }
  })

  test('the network is the one that the wallet was on', () => {
    const { portico } = visit({}, { storage: earlier({ ...harbor, networkId: 'eip155:8453' }) })
    mounted(portico)
    expect(networkStore(portico).getState().byNamespace.eip155).toMatchObject({ active: { id: 'eip155:8453' } })
  })

  test.each<[string, FakeAdapterOptions]>([
    ['says no', { reconnect: () => Promise.resolve(undefined) }],
    ['fails', { reconnect: () => Promise.reject(new Error('locked')) }],
    [
      'throws',
      {
        reconnect: () => {
          throw 'locked'
        },
      },
    ],
    ['answers with garbage', { reconnect: () => Promise.resolve({ addresses: 'all' } as never) }],
    ['answers with no account', { reconnect: () => Promise.resolve({ addresses: [], networkId: 'eip155:1' }) }],
    [
      'answers with other accounts only',
      { reconnect: () => Promise.resolve({ addresses: ['0x0000000000000000000000000000000000000bad'], networkId: 'eip155:1' }) },
    ],
    ['answers with a network of another kind', { reconnect: () => Promise.resolve({ addresses: [fakeAddress], networkId: 'solana:x' }) }],
  ])('a wallet that %s is let go, also in storage', async (_, wallet) => {
    const storage = earlier(harbor)
    const { portico, status } = visit(wallet, { storage })
    mounted(portico)
    expect(status()).toBe('connected')
    await settled()
    expect(status()).toBe('disconnected')
    expect(JSON.parse(storage.entries.get(key) ?? '')).toMatchObject({ connections: { eip155: [] } })
  })

  test('a wallet that does not answer is let go after 10 s', async () => {
    const { portico, status } = visit({ reconnect: () => new Promise(() => undefined) }, { storage: earlier(harbor) })
    mounted(portico)
    await settled()
    await vi.advanceTimersByTimeAsync(restoreTimeout - 1)
    expect(status()).toBe('connected')
    await vi.advanceTimersByTimeAsync(1)
    expect(status()).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('R4: a wallet that appears late is waited for, 10 s and not longer', async () => {
    for (const [after, expected] of [
      [9_000, 'connected'],
      [10_001, 'disconnected'],
    ] as const) {
      const { portico, adapter, status } = visit({ connectors: [] }, { storage: earlier(harbor) })
      const unmount = mounted(portico)
      await settled()
      await vi.advanceTimersByTimeAsync(after)
      adapter.publish([fakeConnector()])
      await settled()
      expect(status()).toBe(expected)
      unmount()
    }
  })

  test('the wallet decides which account is in use, and on which network', async () => {
    const other = '0x00000000000000000000000000000000000000aa'
    const { portico, connection } = visit(
      { grant: { addresses: [other, fakeAddress], networkId: 'eip155:10' } },
      { storage: earlier(harbor) },
    )
    mounted(portico)
    await settled()
    expect(connection()).toMatchObject({ addresses: [other, fakeAddress], networkId: 'eip155:10', restored: false })
  })

  test('several connections come back in their order, and are confirmed one by one', async () => {
    const lantern: SavedConnection = { ...harbor, connector: { id: 'io.lantern', kind: 'announced', name: 'Lantern', rdns: 'io.lantern' } }
    const connectors = [fakeConnector(), fakeConnector({ id: 'io.lantern', rdns: 'io.lantern', name: 'Lantern' })]
    const reconnect: FakeAdapterOptions['reconnect'] = ({ connector }) =>
      Promise.resolve(connector.id === 'com.harbor' ? { addresses: [fakeAddress], networkId: 'eip155:1' } : undefined)
    const { portico, connection } = visit({ connectors, reconnect }, { storage: earlier(lantern, harbor) })
    mounted(portico)
    expect(connection()?.connector.id).toBe('io.lantern')
    await settled()
    expect(connectionStore(portico).getState().byNamespace.eip155?.connections).toMatchObject([
      { connector: { id: 'com.harbor' }, restored: false },
    ])
  })

  test('when the code of the chain cannot be loaded, nothing is decided', async () => {
    const { portico, load, status } = visit({}, { storage: earlier(harbor) })
    load.mockRejectedValue(new Error('offline'))
    mounted(portico)
    await settled()
    expect(status()).toBe('connected')
  })

  test('reconnect: false starts clean, and writes no connection down', async () => {
    const storage = earlier(harbor)
    const { portico, load, status } = visit({}, { storage, reconnect: false })
    mounted(portico)
    expect(status()).toBe('disconnected')
    await settled()
    expect(load).not.toHaveBeenCalled()
    const before = storage.entries.get(key)
    await connect(portico, { connectorId: 'com.harbor' })
    expect(storage.entries.get(key)).toBe(before)
  })

  test('a saved record of a chain family that the site no longer has is not shown', () => {
    const { portico, status } = visit(
      {},
      {
        storage: memoryStorage({
          [key]: JSON.stringify({
            version: 1,
            activeNamespace: 'solana',
            connections: { solana: [{ ...harbor, networkId: 'solana:x' }] },
            networks: {},
          }),
        }),
      },
    )
    mounted(portico)
    expect(status()).toBe('disconnected')
    expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
  })

  test('what happened before mounting is not undone by what an earlier visit left', async () => {
    const { portico, connection, adapter } = visit(
      { grant: { addresses: ['0xfresh'], networkId: 'eip155:10' } },
      { storage: earlier(harbor) },
    )
    const stop = adapter.discover(portico, () => undefined)
    const { connectorStore } = await import('../controllers/connection/connectors.js')
    connectorStore(portico).setState({ eip155: [fakeConnector()] })
    await connect(portico, { connectorId: 'com.harbor' })
    mounted(portico)
    expect(connection()).toMatchObject({ addresses: ['0xfresh'], restored: false })
    expect(networkStore(portico).getState().byNamespace.eip155?.active.id).toBe('eip155:10')
    stop()
  })

  test('a wallet on a network that is not the site’s: the view opens once the wallet has confirmed it, not before', async () => {
    const { portico } = visit(
      { grant: { addresses: [fakeAddress], networkId: 'eip155:999' } },
      { storage: earlier({ ...harbor, networkId: 'eip155:999' }) },
    )
    mounted(portico)
    expect(networkStore(portico).getState().byNamespace.eip155?.unsupported).toBe('eip155:999')
    expect(routerStore(portico).getState().history).toEqual([])
    await settled()
    expect(currentEntry(routerStore(portico).getState())).toMatchObject({ view: 'UnsupportedChain', closable: false })
  })
})

describe('S34: which wallet a session belongs to', () => {
  const twin = (uuid: string, id: string): Connector => fakeConnector({ id, uuid, duplicate: true })
  const confirmedBy = async (connectors: readonly Connector[], saved: SavedConnection) => {
    const asked: (string | undefined)[] = []
    const { portico, status } = visit(
      {
        connectors,
        reconnect: ({ connector }) => {
          asked.push(connector.uuid)
          return Promise.resolve({ addresses: [fakeAddress], networkId: 'eip155:1' })
        },
      },
      { storage: earlier(saved) },
    )
    mounted(portico)
    await settled()
    await vi.advanceTimersByTimeAsync(restoreTimeout)
    return { asked, status: status() }
  }

  test('one that claims the rdns alone is asked', async () => {
    expect(await confirmedBy([fakeConnector({ uuid: 'new' })], harbor)).toEqual({ asked: ['new'], status: 'connected' })
  })

  test('when two share a name and neither has an rdns, as in the Wallet Standard, nobody can tell: neither is asked', async () => {
    const saved: SavedConnection = { ...harbor, connector: { id: 'standard:Harbor', kind: 'announced', name: 'Harbor' } }
    const named = (id: string, duplicate: boolean): Connector => {
      const { rdns: _, ...connector } = fakeConnector({ id })
      return { ...connector, ...(duplicate && { duplicate }) }
    }
    expect(await confirmedBy([named('standard:Harbor', true), named('standard:Harbor#2', true)], saved)).toEqual({
      asked: [],
      status: 'disconnected',
    })
    for (const unmount of mounts.splice(0)) unmount()
    expect(await confirmedBy([named('standard:Harbor', false)], saved)).toMatchObject({ asked: [undefined], status: 'connected' })
  })

  test('when two claim the rdns, only the saved uuid counts, whichever came first', async () => {
    const saved = { ...harbor, connector: { ...harbor.connector, uuid: 'real' } }
    for (const connectors of [
      [twin('fake', 'com.harbor'), twin('real', 'com.harbor:real')],
      [twin('real', 'com.harbor'), twin('fake', 'com.harbor:fake')],
    ]) {
      expect(await confirmedBy(connectors, saved)).toEqual({ asked: ['real'], status: 'connected' })
      for (const unmount of mounts.splice(0)) unmount()
    }
  })

  test('when two claim the rdns and neither has the uuid, nobody is asked', async () => {
    expect(await confirmedBy([twin('a', 'com.harbor'), twin('b', 'com.harbor:b')], harbor)).toEqual({ asked: [], status: 'disconnected' })
  })
})

describe('R18: mounting and unmounting', () => {
  test('after 100 mounts there are as many listeners as after one, and after the last unmount none', async () => {
    const adapter = fakeAdapter()
    let watching = 0
    const counted: FakeAdapter = {
      ...adapter,
      discover: (...parameters) => count(adapter.discover(...parameters)),
      join: (...parameters) => count(adapter.join?.(...parameters)),
      watchHost: () => count(undefined),
    }
    const count = (stop: (() => void) | undefined) => {
      watching += 1
      return () => {
        watching -= 1
        stop?.()
      }
    }
    const portico = testPortico({ adapters: [counted] })
    const first = mount(portico)
    await goLive(portico)
    const [listeners, watchers] = [page.listeners(), watching]
    expect(listeners).toEqual({ storage: 1, pageshow: 1 })
    expect(watchers).toBe(3)
    const others = Array.from({ length: 99 }, () => mount(portico))
    for (let times = 0; times < 100; times += 1) await goLive(portico)
    expect(page.listeners()).toEqual(listeners)
    expect(watching).toBe(watchers)
    for (const unmount of others) unmount()
    for (const unmount of others) unmount() // a second time changes nothing
    expect(page.listeners()).toEqual(listeners)
    first()
    expect(page.listeners()).toEqual({})
    expect(watching).toBe(0)
  })

  test('100 mounts, each taken back before the next, leave as much as one', async () => {
    const adapter = fakeAdapter()
    let discovering = 0
    const portico = testPortico({
      adapters: [
        {
          ...adapter,
          discover: (...parameters) => {
            discovering += 1
            const stop = adapter.discover(...parameters)
            return () => {
              discovering -= 1
              stop()
            }
          },
        },
      ],
    })
    for (let times = 0; times < 100; times += 1) {
      const unmount = mount(portico)
      await goLive(portico)
      expect([page.listeners(), discovering]).toEqual([{ storage: 1, pageshow: 1 }, 1])
      unmount()
      expect([page.listeners(), discovering]).toEqual([{}, 0])
    }
  })

  test('StrictMode’s mount, unmount, mount confirms the session once and follows its wallet once', async () => {
    let watching = 0
    const watch = () => {
      watching += 1
      return () => void (watching -= 1)
    }
    const { portico, connection, load } = visit({ watch }, { storage: earlier(harbor) })
    mount(portico)()
    mounted(portico)
    expect(connection()?.restored).toBe(true)
    await settled()
    expect(connection()?.restored).toBe(false)
    expect(load).toHaveBeenCalledOnce()
    expect(watching).toBe(1)
    mounts.splice(0)[0]?.()
    expect(watching).toBe(0)
    mounted(portico)
    await settled()
    expect(watching).toBe(1)
  })

  test('unmounting in the middle of a confirmation leaves no timer and decides nothing', async () => {
    const { portico, status } = visit({ reconnect: () => new Promise(() => undefined) }, { storage: earlier(harbor) })
    const unmount = mounted(portico)
    await settled()
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    unmount()
    await settled()
    expect(vi.getTimerCount()).toBe(0)
    expect(status()).toBe('connected')
  })

  test('after unmounting, news of other tabs is not followed', async () => {
    const storage = memoryStorage()
    const { portico, status } = visit({}, { storage })
    const unmount = mounted(portico)
    storage.setItem(key, recordOf([harbor]))
    page.storage(key)
    unmount()
    await settled()
    expect(status()).toBe('disconnected')
  })
})

describe('R19: two porticos of one id on a page', () => {
  test('the second has storage of its own, no cross-talk, and one warning', async () => {
    const storage = earlier(harbor)
    const one = visit({}, { storage })
    const two = visit({}, { storage })
    mounted(one.portico)
    mount(two.portico)()
    mounted(two.portico)
    expect(one.status()).toBe('connected')
    expect(two.status()).toBe('disconnected')
    expect(warn.mock.calls.filter(([text]: unknown[]) => String(text).includes('twice'))).toHaveLength(1)
    await settled()
    await connect(two.portico, { connectorId: 'com.harbor' })
    await disconnect(one.portico)
    await settled()
    expect(two.status()).toBe('connected')
    expect([...storage.entries.keys()].sort()).toEqual(['@portico/portico-2/recent', '@portico/portico-2/state', '@portico/portico/state'])
  })

  test('porticos with ids of their own need no warning', () => {
    mounted(visit({}, { id: 'shop' }).portico)
    mounted(visit({}, { id: 'chat' }).portico)
    expect(warn).not.toHaveBeenCalled()
  })

  test('the second takes the id once the first has left, and nobody is warned of that', () => {
    const endFirst = mounted(visit().portico)
    const second = visit().portico
    mounted(second)()
    endFirst()
    warn.mockClear()
    mounted(second)
    expect(warn).not.toHaveBeenCalled()
  })

  test('an id is free again once its portico has left', () => {
    mounted(visit().portico)()
    mounted(visit().portico)
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('R15: what another tab wrote', () => {
  const news = async (storage: ReturnType<typeof memoryStorage>, text: string | null) => {
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
    page.storage(key)
    await settled()
  }

  test('a connection made there is shown here, confirmed without a prompt', async () => {
    const storage = memoryStorage()
    const { portico, connection, adapter } = visit({}, { storage })
    mounted(portico)
    await news(storage, recordOf([harbor]))
    expect(connection()).toMatchObject({ connector: { id: 'com.harbor' }, restored: false })
    expect(adapter.calls).not.toContain('connect')
  })

  test('a disconnection there is one here', async () => {
    const storage = earlier(harbor)
    const { portico, status, adapter } = visit({}, { storage })
    mounted(portico)
    await settled()
    await news(storage, recordOf([]))
    expect(status()).toBe('disconnected')
    expect(adapter.calls).toContain('disconnect')
  })

  test('a wallet that never lets go does not hold the other news back', async () => {
    const storage = earlier(harbor)
    const lantern = { ...harbor, connector: { ...harbor.connector, id: 'io.lantern', rdns: 'io.lantern' } }
    const connectors = [fakeConnector(), fakeConnector({ id: 'io.lantern', rdns: 'io.lantern' })]
    const { portico, connection } = visit({ connectors, disconnect: () => new Promise(() => undefined) }, { storage })
    mounted(portico)
    await settled()
    await news(storage, recordOf([lantern]))
    expect(connection()).toMatchObject({ connector: { id: 'io.lantern' }, restored: false })
  })

  test('a network chosen there without a wallet is the one here', async () => {
    const storage = memoryStorage()
    const { portico } = visit({}, { storage })
    mounted(portico)
    await news(storage, recordOf([], { networks: { eip155: 'eip155:10' } }))
    expect(networkStore(portico).getState().byNamespace.eip155?.active.id).toBe('eip155:10')
  })

  test('the namespace in use there is the one in use here', async () => {
    const storage = memoryStorage()
    const solana = fakeAdapter({
      namespace: 'solana',
      networks: [{ ...fakeNetworks[0]!, id: 'solana:main', namespace: 'solana' }],
      connectors: [fakeConnector({ namespaces: ['solana'] })],
      grant: { addresses: ['So1'], networkId: 'solana:main' },
    })
    const portico = testPortico({ adapters: [fakeAdapter(), solana], storage })
    mounted(portico)
    const connection = { ...harbor, addresses: ['So1'], networkId: 'solana:main' }
    await news(storage, JSON.stringify({ version: 1, activeNamespace: 'solana', connections: { solana: [connection] }, networks: {} }))
    expect(connectionStore(portico).getState().activeNamespace).toBe('solana')
    expect(activeConnection(connectionStore(portico).getState())).toMatchObject({ addresses: ['So1'], restored: false })
  })

  test('what is followed is not written back', async () => {
    const storage = earlier(harbor)
    const setItem = vi.spyOn(storage, 'setItem')
    const { portico } = visit({ reconnect: () => Promise.resolve(undefined) }, { storage: memoryStorage() })
    mounted(portico)
    await settled()
    setItem.mockClear()
    page.storage(key)
    await settled()
    expect(setItem).not.toHaveBeenCalled()
  })

  test.each<[string, string | null]>([
    ['no record, as after clearing', null],
    ['a corrupted record', '{"version":1,"conn'],
    ["another version's record", JSON.stringify({ version: 2, sessions: [] })],
  ])('R14, S41: %s is no news: the visitor stays connected', async (_, text) => {
    const storage = earlier(harbor)
    const { portico, status, adapter } = visit({}, { storage })
    mounted(portico)
    await settled()
    await news(storage, text)
    page.storage(null)
    await settled()
    expect(status()).toBe('connected')
    expect(adapter.calls).not.toContain('disconnect')
  })

  test('S41: a tampered address or network changes nothing about a wallet that has spoken for itself', async () => {
    const storage = earlier(harbor)
    const { portico, connection } = visit({}, { storage })
    mounted(portico)
    await settled()
    const before = connection()
    await news(storage, recordOf([{ ...harbor, addresses: ['0xevil'], networkId: 'eip155:10' }]))
    expect(connection()).toBe(before)
  })

  test('S41: a tampered record cannot make a wallet connected: the wallet is asked, and says no', async () => {
    const storage = memoryStorage()
    const { portico, status } = visit({ reconnect: () => Promise.resolve(undefined) }, { storage })
    mounted(portico)
    await news(storage, recordOf([{ ...harbor, addresses: ['0xevil'] }]))
    expect(status()).toBe('disconnected')
  })

  test('R17: a page that comes back from the browser’s cache catches up', async () => {
    const storage = earlier(harbor)
    const { portico, status } = visit({}, { storage })
    mounted(portico)
    await settled()
    storage.setItem(key, recordOf([]))
    page.pageshow(false)
    await settled()
    expect(status()).toBe('connected')
    page.pageshow(true)
    await settled()
    expect(status()).toBe('disconnected')
  })

  test('a key of another portico is not this one’s business', async () => {
    const storage = memoryStorage()
    const { portico, status } = visit({}, { storage })
    mounted(portico)
    storage.setItem(key, recordOf([harbor]))
    page.storage('@portico/other/state')
    page.storage('@portico/portico/recent')
    await settled()
    expect(status()).toBe('disconnected')
  })
})

describe('R14: storage', () => {
  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const full = () => ({
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })

  test.each<[string, Partial<PorticoOptions>]>([
    ['denied', { storage: { getItem: denied, setItem: denied, removeItem: denied } }],
    ['full', { storage: full() }],
    ['absent', { storage: undefined as never }],
    ['answering with rubbish', { storage: { getItem: () => 7 as never, setItem: () => undefined, removeItem: () => undefined } }],
  ])('%s: connect, switch, remount, back from the cache, disconnect: every flow goes on from memory', async (_, options) => {
    const { portico, connection, status } = visit(
      { connectors: [fakeConnector(), fakeConnector({ id: 'io.lantern', name: 'Lantern' })] },
      options,
    )
    const unmount = mounted(portico)
    await settled()
    await connect(portico, { connectorId: 'com.harbor' })
    await connect(portico, { connectorId: 'io.lantern' })
    await switchNetwork(portico, { networkId: 'eip155:10' })
    expect(connection()).toMatchObject({ connector: { id: 'io.lantern' }, networkId: 'eip155:10' })
    expect(
      recentWalletStore(portico)
        .getState()
        .map(({ id }) => id),
    ).toEqual(['io.lantern', 'com.harbor'])
    unmount()
    mounted(portico)
    page.pageshow(true)
    page.storage(key)
    await settled()
    expect(connectionStore(portico).getState().byNamespace.eip155?.connections).toHaveLength(2)
    expect(networkStore(portico).getState().byNamespace.eip155?.active.id).toBe('eip155:10')
    expect(recentWalletStore(portico).getState()).toHaveLength(2)
    await disconnect(portico)
    await disconnect(portico)
    expect(status()).toBe('disconnected')
  })

  test('S41: only the listed keys are ever written, and the record holds nothing but ids, names, addresses and networks', async () => {
    const storage = memoryStorage()
    const { portico, adapter } = visit({ connectors: [fakeConnector({ icon: 'data:image/png;base64,AA==' })] }, { storage })
    mounted(portico)
    await connect(portico, { connectorId: 'com.harbor' })
    await switchNetwork(portico, { networkId: 'eip155:10' })
    adapter.events().changed('com.harbor', { addresses: ['0xother'] })
    await settled()
    expect([...storage.entries.keys()].sort()).toEqual(['@portico/portico/recent', '@portico/portico/state'])
    expect(JSON.parse(storage.entries.get(key) ?? '')).toEqual({
      version: 1,
      activeNamespace: 'eip155',
      connections: { eip155: [{ connector: harbor.connector, addresses: ['0xother'], networkId: 'eip155:10' }] },
      networks: { eip155: 'eip155:10' },
    })
    await disconnect(portico)
    expect(storage.entries.size).toBe(2)
  })

  test('R14: a corrupted record of an earlier visit is a first visit', async () => {
    for (const text of ['', '{', 'null', '[1]', '{"version":1,"connections":{"eip155":{"length":1}}}', recordOf([{} as SavedConnection])]) {
      const storage = memoryStorage({ [key]: text, '@portico/portico/recent': text })
      const { portico, status } = visit({}, { storage })
      const unmount = mounted(portico)
      await settled()
      expect(status()).toBe('disconnected')
      await connect(portico, { connectorId: 'com.harbor' })
      expect(JSON.parse(storage.entries.get(key) ?? '')).toMatchObject({
        version: 1,
        connections: { eip155: [{ connector: { id: 'com.harbor' } }] },
      })
      unmount()
    }
  })
})
