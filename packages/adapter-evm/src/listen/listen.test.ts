import {
  activateConnection,
  cancelConnect,
  connect,
  connectionsIn,
  connectionStore,
  connectorStore,
  createPortico,
  disconnect,
  goLive,
  mount,
  networksIn,
  switchNetwork,
  type Portico,
  type PorticoStorage,
} from '@portico/core'
import { storageKeys } from '@portico/core/kit'
import {
  connect as wagmiConnect,
  createConfig,
  createStorage,
  disconnect as wagmiDisconnect,
  getAccount,
  http,
  injected,
  mock,
  reconnect,
  switchChain,
  switchAccount,
  type Config,
  type CreateConnectorFn,
  type Storage,
} from '@wagmi/core'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { evm } from '../evm.js'
import { install, testInfo, testPage } from '../test/page.js'
import { codeError, testKeys, testWallet } from '../test/testWallet.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let page: ReturnType<typeof testPage>
const stops: (() => void)[] = []

beforeEach(() => {
  page = testPage()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const mocks = (...accounts: (typeof alice | typeof bob | typeof carol)[]) => accounts.map((account) => mock({ accounts: [account] }))

function hostConfig({
  connectors = mocks(alice),
  storage = null,
  discovery = false,
}: {
  connectors?: CreateConnectorFn[]
  storage?: Storage | null
  discovery?: boolean
} = {}): Config {
  const transports = { [mainnet.id]: http('http://127.0.0.1:1'), [optimism.id]: http('http://127.0.0.1:1') }
  return createConfig({ chains: [mainnet, optimism], transports, connectors, storage, multiInjectedProviderDiscovery: discovery })
}

function memory(initial: Readonly<Record<string, string>> = {}): PorticoStorage & { entries: Map<string, string> } {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

async function start(config: Config, storage = memory()) {
  const portico = createPortico({ adapters: [evm({ config })], storage })
  const log: string[] = []
  portico.events.on('connection.connected', ({ connectorId, accountId }) => log.push(`connected ${connectorId} ${accountId}`))
  portico.events.on('connection.disconnected', ({ connectorId }) => log.push(`disconnected ${connectorId}`))
  portico.events.on('account.changed', ({ accountId }) => log.push(`account ${accountId}`))
  portico.events.on('network.changed', ({ to }) => log.push(`network ${to}`))
  const unmount = mount(portico)
  stops.push(unmount)
  await goLive(portico)
  await vi.dynamicImportSettled()
  return { portico, log, unmount, storage }
}

const ids = (portico: Portico) => (connectorStore(portico).getState().eip155 ?? []).map(({ id }) => id)
const connections = (portico: Portico) =>
  connectionsIn(connectionStore(portico).getState(), 'eip155').connections.map(({ connector, addresses, networkId }) => [
    connector.id,
    addresses[0],
    networkId,
  ])
const active = (portico: Portico) => networksIn(portico, 'eip155')?.active.id
const hostConnections = (config: Config) => {
  const all = [...config.state.connections.values()]
  const current = all.filter(({ connector }) => connector.uid === config.state.current)
  return [...current, ...all.filter((connection) => !current.includes(connection))].map(({ accounts, chainId }) => [
    accounts[0],
    `eip155:${chainId}`,
  ])
}
/** What the two sides say of the connection in use, and of all of them, is the same. */
function expectAgreement(portico: Portico, config: Config) {
  const mine = connections(portico).map(([, address, networkId]) => [address, networkId])
  const theirs = hostConnections(config)
  expect(mine[0]).toEqual(theirs[0])
  expect(new Set(mine.map(String))).toEqual(new Set(theirs.map(String)))
}

const connectorAt = (config: Config, at: number) => {
  const connector = config.connectors[at]
  if (!connector) throw new Error(`no connector ${at}`)
  return connector
}

describe('what the host does through wagmi', () => {
  test('connecting, switching and disconnecting are seen at once', async () => {
    const config = hostConfig()
    const { portico, log } = await start(config)
    const connector = connectorAt(config, 0)

    await wagmiConnect(config, { connector })
    expect(connections(portico)).toEqual([['mock', alice, 'eip155:1']])
    await switchChain(config, { chainId: 10 })
    expect(connections(portico)).toEqual([['mock', alice, 'eip155:10']])
    expect(active(portico)).toBe('eip155:10')
    await wagmiDisconnect(config)
    expect(connections(portico)).toEqual([])
    expect(log).toEqual([
      `connected mock eip155:1:${alice}`,
      `account eip155:1:${alice}`,
      'network eip155:10',
      `account eip155:10:${alice}`,
      'disconnected mock',
      'account undefined',
    ])
  })

  test('another account is seen', async () => {
    const config = hostConfig()
    const { portico } = await start(config)
    const connector = connectorAt(config, 0)
    await wagmiConnect(config, { connector })
    connector.onAccountsChanged([bob, alice])
    expect(connections(portico)).toEqual([['mock', bob, 'eip155:1']])
    connector.onAccountsChanged([])
    expect(connections(portico)).toEqual([])
  })

  test('two connections are two, the current one first, and making the other one current is seen', async () => {
    const config = hostConfig({ connectors: mocks(alice, bob, carol) })
    const { portico } = await start(config)
    expect(ids(portico)).toEqual(['mock', 'mock#2', 'mock#3'])
    await wagmiConnect(config, { connector: connectorAt(config, 0) })
    await wagmiConnect(config, { connector: connectorAt(config, 1) })
    expectAgreement(portico, config)
    expect(connections(portico)[0]?.[0]).toBe('mock#2')
    await switchAccount(config, { connector: connectorAt(config, 0) })
    expectAgreement(portico, config)
    await wagmiConnect(config, { connector: connectorAt(config, 2) })
    await wagmiDisconnect(config, { connector: connectorAt(config, 1) })
    expectAgreement(portico, config)
    await wagmiDisconnect(config)
    expectAgreement(portico, config)
  })

  test('a connection that was there before Portico is taken over', async () => {
    const config = hostConfig({ connectors: mocks(alice, bob) })
    await wagmiConnect(config, { connector: connectorAt(config, 0) })
    await wagmiConnect(config, { connector: connectorAt(config, 1) })
    await switchAccount(config, { connector: connectorAt(config, 0) })
    const { portico } = await start(config)
    await expect.poll(() => connections(portico)).toHaveLength(2)
    expectAgreement(portico, config)
    expect(connections(portico)[0]?.[0]).toBe('mock')
  })

  test('R18: mounting and unmounting a hundred times leaves no listener', async () => {
    const config = hostConfig()
    let listeners = 0
    const watched: Config = {
      ...config,
      get state() {
        return config.state
      },
      get connectors() {
        return config.connectors
      },
      subscribe: (...parameters) => {
        listeners += 1
        const stop = config.subscribe(...parameters)
        return () => {
          listeners -= 1
          stop()
        }
      },
    }
    const { portico, unmount } = await start(watched)
    const before = listeners
    expect(before).toBeGreaterThan(0)
    for (let times = 0; times < 100; times += 1) mount(portico)()
    expect(listeners).toBe(before)
    unmount()
    expect(listeners).toBe(0)
    for (let times = 0; times < 20; times += 1) {
      const stop = mount(portico)
      await vi.dynamicImportSettled()
      stop()
    }
    await vi.dynamicImportSettled()
    expect(listeners).toBe(0)
    await wagmiConnect(config, { connector: connectorAt(config, 0) })
    expect(connections(portico)).toEqual([])
  })

  test('wakes a portico that nobody has used yet, and does so only once there is a connection', async () => {
    const config = hostConfig()
    const portico = createPortico({ adapters: [evm({ config })], storage: memory() })
    stops.push(mount(portico))
    await vi.dynamicImportSettled()
    expect(connectorStore(portico).getState()).toEqual({})
    await wagmiConnect(config, { connector: connectorAt(config, 0) })
    await expect.poll(() => connections(portico)).toEqual([['mock', alice, 'eip155:1']])
  })
})

describe('what Portico does', () => {
  test("connecting, switching and disconnecting are seen by wagmi's own actions, and told once", async () => {
    const config = hostConfig()
    const { portico, log } = await start(config)
    await connect(portico, { connectorId: 'mock' })
    expect(getAccount(config)).toMatchObject({
      status: 'connected',
      address: alice,
      chainId: 1,
      connector: { uid: connectorAt(config, 0).uid },
    })
    expect(getAccount(config).connector).toBe(connectorAt(config, 0))
    await switchNetwork(portico, { networkId: 'eip155:10' })
    expect(getAccount(config)).toMatchObject({ chainId: 10 })
    expect(config.state.chainId).toBe(10)
    await disconnect(portico)
    expect(getAccount(config).status).toBe('disconnected')
    expect(log).toEqual([
      `connected mock eip155:1:${alice}`,
      `account eip155:1:${alice}`,
      'network eip155:10',
      `account eip155:10:${alice}`,
      'disconnected mock',
      'account undefined',
    ])
  })

  test('several connections stay in step through connecting, activating and ending', async () => {
    const config = hostConfig({ connectors: mocks(alice, bob, carol) })
    const { portico } = await start(config)
    for (const connectorId of ['mock', 'mock#2', 'mock#3']) {
      await connect(portico, { connectorId })
      expectAgreement(portico, config)
    }
    await activateConnection(portico, { connectorId: 'mock#2' })
    expectAgreement(portico, config)
    await disconnect(portico, { connectorId: 'mock' })
    expectAgreement(portico, config)
    expect(connections(portico)[0]?.[0]).toBe('mock#2')
    await disconnect(portico)
    expectAgreement(portico, config)
    await disconnect(portico)
    expect(config.state).toMatchObject({ current: null, status: 'disconnected' })
  })

  test('a refusal leaves both as they were', async () => {
    const config = hostConfig({ connectors: [mock({ accounts: [alice], features: { connectError: true } }), ...mocks(bob)] })
    const { portico } = await start(config)
    await expect(connect(portico, { connectorId: 'mock' })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(config.state).toMatchObject({ current: null, status: 'disconnected' })
    await connect(portico, { connectorId: 'mock#2' })
    await expect(connect(portico, { connectorId: 'mock' })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(config.state.status).toBe('connected')
    expectAgreement(portico, config)
  })

  test('a switch that is declined leaves both as they were', async () => {
    const config = hostConfig({ connectors: [mock({ accounts: [alice], features: { switchChainError: true } })] })
    const { portico } = await start(config)
    await connect(portico, { connectorId: 'mock' })
    await expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expectAgreement(portico, config)
    expect(active(portico)).toBe('eip155:1')
  })

  test('R1: turning away from a wallet that does not answer frees wagmi, too', async () => {
    const silent = testWallet({ script: () => new Promise(() => undefined) })
    install(page, { info: testInfo(), provider: silent.provider })
    const config = hostConfig({ connectors: [] })
    const { portico } = await start(config)
    const asking = connect(portico, { connectorId: 'org.example.wallet' })
    await expect.poll(() => config.state.status).toBe('connecting')
    cancelConnect(portico)
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    await expect.poll(() => config.state.status).toBe('disconnected')
  })
})

describe('announced wallets beside the host’s connectors', () => {
  test("a wallet that wagmi has found as well is listed once, and is connected through wagmi's connector", async () => {
    const wallet = testWallet({ urls: { 1: '', 10: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    const config = hostConfig({ connectors: [], discovery: true })
    const { portico } = await start(config)
    expect(ids(portico)).toEqual(['org.example.wallet'])
    await connect(portico, { connectorId: 'org.example.wallet' })
    expect(getAccount(config).connector).toBe(connectorAt(config, 0))
    await switchNetwork(portico, { networkId: 'eip155:10' })
    expect(getAccount(config).chainId).toBe(10)
    await wagmiDisconnect(config)
    expect(connections(portico)).toEqual([])
    await wagmiConnect(config, { connector: connectorAt(config, 0) })
    expect(connections(portico)).toEqual([['org.example.wallet', wallet.address, 'eip155:10']])
  })

  test('R4: one that comes late is listed once, and connects through wagmi', async () => {
    const config = hostConfig({ discovery: true })
    const { portico } = await start(config)
    const wallet = testWallet({ urls: { 1: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    await expect.poll(() => ids(portico)).toEqual(['org.example.wallet', 'mock'])
    await wagmiConnect(config, { connector: connectorAt(config, 1) })
    await expect.poll(() => connections(portico)).toEqual([['org.example.wallet', wallet.address, 'eip155:1']])
    expect(ids(portico)).toEqual(['org.example.wallet', 'mock'])
  })

  test('S34: the real wallet is connected though wagmi keeps only an impostor of its rdns', async () => {
    const impostor = testWallet({ urls: { 1: '' }, key: testKeys[1] })
    const real = testWallet({ urls: { 1: '' } })
    const uuid = crypto.randomUUID()
    install(page, { info: testInfo({ name: 'Evil' }), provider: impostor.provider })
    install(page, { info: testInfo({ uuid }), provider: real.provider })
    const config = hostConfig({ connectors: [], discovery: true })
    const { portico } = await start(config)
    expect(ids(portico)).toEqual(['org.example.wallet', `org.example.wallet#${uuid}`])
    await connect(portico, { connectorId: `org.example.wallet#${uuid}` })
    expect(connections(portico)).toEqual([[`org.example.wallet#${uuid}`, real.address, 'eip155:1']])
    expect(getAccount(config).address).toBe(real.address)
    expect(impostor.asked).toEqual([])
  })

  test("wagmi's targetless injected() is the Browser Wallet, and is connected as that connector", async () => {
    const wallet = testWallet({ urls: { 1: '' } })
    page.ethereum = wallet.provider
    const config = hostConfig({ connectors: [injected()] })
    const { portico } = await start(config)
    await expect
      .poll(() => connectorStore(portico).getState().eip155)
      .toMatchObject([{ id: 'injected', name: 'Browser Wallet', generic: true, kind: 'injected' }])
    await connect(portico, { connectorId: 'injected' })
    expect(getAccount(config).connector).toBe(connectorAt(config, 0))
  })

  test('connectors of the host that bring an SDK are external, injected ones with a target are custom', async () => {
    const provider = testWallet({ urls: { 1: '' } }).provider
    const target = { id: 'mine', name: 'My\u202e Wallet', icon: 'javascript:alert(1)', provider: () => undefined }
    Object.assign(target, { provider: () => provider })
    const config = hostConfig({ connectors: [injected({ target }), ...mocks(alice)] })
    const { portico } = await start(config)
    await expect
      .poll(() => connectorStore(portico).getState().eip155)
      .toMatchObject([
        { id: 'mine', kind: 'custom', name: 'My Wallet' },
        { id: 'mock', kind: 'external' },
      ])
    expect(connectorStore(portico).getState().eip155?.[0]).not.toHaveProperty('icon')
  })

  test('a connector that the host declares for an rdns stands for the wallet that announces it', async () => {
    install(page, { info: testInfo(), provider: testWallet().provider })
    const sdk: CreateConnectorFn = (parameters) => ({
      ...mock({ accounts: [alice] })(parameters),
      id: 'sdk',
      name: 'Example Wallet',
      rdns: ['org.example.wallet'],
    })
    const { portico } = await start(hostConfig({ connectors: [sdk] }))
    expect(connectorStore(portico).getState().eip155).toMatchObject([{ id: 'sdk', kind: 'external', rdns: 'org.example.wallet' }])
  })
})

describe('after a reload', () => {
  const saved = (connectorId: string, address: string) => ({
    '@portico/portico/state': JSON.stringify({
      version: 1,
      activeNamespace: 'eip155',
      networks: {},
      connections: {
        eip155: [{ connector: { id: connectorId, kind: 'external', name: 'Mock Connector' }, addresses: [address], networkId: 'eip155:1' }],
      },
    }),
  })

  test('what wagmi brings back is shown, with no moment of being disconnected', async () => {
    expect(storageKeys).toContain('state')
    const storage = createStorage({ storage: memory() })
    const remembered = mock({ accounts: [alice], features: { reconnect: true, defaultConnected: true } })
    // wagmi 2's mock asks the chain itself for the accounts.
    const connectors = (): CreateConnectorFn[] => [(parameters) => ({ ...remembered(parameters), getAccounts: async () => [alice] })]
    const before = hostConfig({ connectors: connectors(), storage })
    await wagmiConnect(before, { connector: connectorAt(before, 0) })
    await new Promise((resolve) => setTimeout(resolve, 20))

    const config = hostConfig({ connectors: connectors(), storage })
    await expect.poll(() => config.state.connections.size).toBe(1)
    const { portico, log } = await start(config, memory(saved('mock', alice)))
    expect(connections(portico)).toEqual([['mock', alice, 'eip155:1']])
    await reconnect(config)
    await expect.poll(() => connectionsIn(connectionStore(portico).getState(), 'eip155').connections[0]?.restored).toBe(false)
    expectAgreement(portico, config)
    expect(log).toEqual([`connected mock eip155:1:${alice}`])
  })

  test('names that wagmi has read from storage and not yet reconnected are no connections', async () => {
    const storage = createStorage({ storage: memory() })
    const before = hostConfig({ storage })
    await wagmiConnect(before, { connector: connectorAt(before, 0) })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const config = hostConfig({ storage })
    await expect.poll(() => config.state.connections.size).toBe(1)
    const { portico } = await start(config)
    expect(connections(portico)).toEqual([])
    await reconnect(config)
    expect(connections(portico)).toEqual([])
  })

  test('a host that does not reconnect by itself has Portico’s connection restored into its config, without a prompt', async () => {
    const wallet = testWallet({ urls: { 1: '' } })
    wallet.state.allowed = true
    install(page, { info: testInfo(), provider: wallet.provider })
    const config = hostConfig({ connectors: [] })
    const { portico } = await start(config, memory(saved('org.example.wallet', wallet.address)))
    await expect.poll(() => getAccount(config).status).toBe('connected')
    expectAgreement(portico, config)
    expect(wallet.asked.map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })

  test('a wallet that has forgotten the site is let go on both sides', async () => {
    const wallet = testWallet({ urls: { 1: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    const config = hostConfig({ connectors: [] })
    const { portico, log } = await start(config, memory(saved('org.example.wallet', wallet.address)))
    await expect.poll(() => connections(portico)).toEqual([])
    expect(log).toEqual(['disconnected org.example.wallet', 'account undefined'])
    expect(getAccount(config).status).toBe('disconnected')
  })

  describe('a visitor who disconnects before that stays disconnected on both sides', () => {
    test('from a wallet that answers slowly, which is told', async () => {
      const wallet = testWallet({ urls: { 1: '' } })
      wallet.state.allowed = true
      wallet.state.script = (method) =>
        method === 'eth_accounts'
          ? new Promise((resolve) => setTimeout(resolve, 30, wallet.state.allowed ? [wallet.address] : []))
          : undefined
      install(page, { info: testInfo(), provider: wallet.provider })
      const config = hostConfig({ connectors: [] })
      const { portico } = await start(config, memory(saved('org.example.wallet', wallet.address)))
      await expect.poll(() => wallet.asked.length).toBeGreaterThan(0)
      await disconnect(portico)
      await expect.poll(() => wallet.state.allowed).toBe(false)
      expect(connections(portico)).toEqual([])
      expect(getAccount(config).status).toBe('disconnected')
    })

    test('from a wallet that comes only then', async () => {
      const wallet = testWallet({ urls: { 1: '' } })
      wallet.state.allowed = true
      const config = hostConfig({ connectors: [] })
      const { portico } = await start(config, memory(saved('org.example.wallet', wallet.address)))
      await disconnect(portico)
      install(page, { info: testInfo(), provider: wallet.provider })
      expect(ids(portico)).toContain('org.example.wallet')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(hostConnections(config)).toEqual([])
      expect(connections(portico)).toEqual([])
    })

    test('from one that wagmi is bringing back', async () => {
      const storage = createStorage({ storage: memory() })
      const remembered = mock({ accounts: [alice], features: { reconnect: true, defaultConnected: true } })
      const slowly: CreateConnectorFn = (parameters) => {
        const connector = remembered(parameters)
        const isAuthorized = async () => {
          await new Promise((resolve) => setTimeout(resolve, 100))
          return true
        }
        return { ...connector, getAccounts: async () => [alice], isAuthorized }
      }
      const before = hostConfig({ connectors: [slowly], storage })
      await wagmiConnect(before, { connector: connectorAt(before, 0) })
      await new Promise((resolve) => setTimeout(resolve, 20))
      const config = hostConfig({ connectors: [slowly], storage })
      await expect.poll(() => config.state.connections.size).toBe(1)
      const coming = reconnect(config)
      const { portico } = await start(config, memory(saved('mock', alice)))
      expect(config.state.status).toBe('reconnecting')
      await disconnect(portico)
      await coming
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(hostConnections(config)).toEqual([])
      expect(connections(portico)).toEqual([])
    })
  })

  test('two connections come back as two, the one in use first on both sides', async () => {
    const one = testWallet({ urls: { 1: '' } })
    const two = testWallet({ urls: { 1: '' }, key: testKeys[1] })
    for (const wallet of [one, two]) wallet.state.allowed = true
    const slow = {
      ...two.provider,
      request: async (parameters: { method: string }) => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return two.provider.request(parameters)
      },
    }
    install(page, { info: testInfo(), provider: one.provider })
    install(page, { info: testInfo({ rdns: 'org.other', name: 'Other' }), provider: slow })
    const config = hostConfig({ connectors: [] })
    const record = (id: string, address: string) => ({
      connector: { id, kind: 'announced', name: id, rdns: id },
      addresses: [address],
      networkId: 'eip155:1',
    })
    const state = {
      version: 1,
      networks: {},
      connections: { eip155: [record('org.other', two.address), record('org.example.wallet', one.address)] },
    }
    const { portico } = await start(config, memory({ '@portico/portico/state': JSON.stringify(state) }))
    await expect.poll(() => config.state.connections.size).toBe(2)
    await expect
      .poll(() => connectionsIn(connectionStore(portico).getState(), 'eip155').connections.some(({ restored }) => restored))
      .toBe(false)
    expect(connections(portico)[0]?.[0]).toBe('org.other')
    expectAgreement(portico, config)
  })
})

test('a wallet that declines the network leaves hosts and visitors where they were', async () => {
  const wallet = testWallet({ urls: { 1: '', 10: '' } })
  install(page, { info: testInfo(), provider: wallet.provider })
  const config = hostConfig({ connectors: [], discovery: true })
  const { portico } = await start(config)
  await connect(portico, { connectorId: 'org.example.wallet' })
  wallet.state.script = (method) => {
    if (method === 'wallet_switchEthereumChain') throw codeError(4001)
  }
  await expect(switchNetwork(portico, { networkId: 'eip155:10' })).rejects.toMatchObject({ name: 'UserRejectedError' })
  expectAgreement(portico, config)
})
