import {
  connect,
  connectionsIn,
  connectionStore,
  connectorStore,
  createPortico,
  disconnect,
  goLive,
  InvalidOptionError,
  mount,
  signMessage,
  switchNetwork,
  type PorticoStorage,
} from '@portico/core'
import { http, isHex, verifyMessage } from 'viem'
import { mainnet as viemMainnet, optimism as viemOptimism } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { evm } from './evm.js'
import { mainnet, optimism } from './networks.js'
import { install, testInfo, testPage } from './test/page.js'
import { testKeys, testWallet } from './test/testWallet.js'

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

function memory(): PorticoStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

function visit(storage = memory()) {
  const portico = createPortico({ adapters: [evm({ networks: [mainnet, optimism] })], storage })
  const unmount = mount(portico)
  stops.push(unmount)
  const connections = () =>
    connectionsIn(connectionStore(portico).getState(), 'eip155').connections.map(({ connector, addresses, networkId, restored }) => [
      connector.id,
      addresses[0],
      networkId,
      restored,
    ])
  return { portico, connections, unmount }
}

describe('a visit to a site without wagmi', () => {
  test('connect, sign, switch, reload, disconnect', async () => {
    const wallet = testWallet({ urls: { 1: '', 10: '' } })
    const { provider, address } = wallet
    install(page, { info: testInfo(), provider })
    const storage = memory()
    const first = visit(storage)
    await connect(first.portico, { connectorId: 'org.example.wallet' })
    expect(first.connections()).toEqual([['org.example.wallet', address, 'eip155:1', false]])
    const signature = await signMessage(first.portico, { message: 'hello' })
    expect(isHex(signature) && (await verifyMessage({ address, message: 'hello', signature }))).toBe(true)
    await switchNetwork(first.portico, { networkId: 'eip155:10' })
    expect(first.connections()).toEqual([['org.example.wallet', address, 'eip155:10', false]])
    first.unmount()

    wallet.asked.length = 0
    const second = visit(storage)
    expect(second.connections()).toEqual([['org.example.wallet', address, 'eip155:10', true]])
    await expect.poll(second.connections).toEqual([['org.example.wallet', address, 'eip155:10', false]])
    expect(wallet.asked.map(({ method }) => method)).not.toContain('eth_requestAccounts')

    await disconnect(second.portico)
    expect(second.connections()).toEqual([])
    await expect.poll(() => wallet.state.allowed).toBe(false)
    second.unmount()
    expect(visit(storage).connections()).toEqual([])
  })

  test('nothing listens, and no code loads, before somebody needs it', async () => {
    const listen = vi.spyOn(page, 'addEventListener')
    const { portico } = visit()
    await vi.dynamicImportSettled()
    expect(listen.mock.calls.map(([event]) => event)).not.toContain('eip6963:announceProvider')
    await goLive(portico)
    await expect.poll(() => listen.mock.calls.map(([event]) => event)).toContain('eip6963:announceProvider')
  })

  test('two wallets at once: each keeps its account, and what one does leaves the other alone', async () => {
    const one = testWallet({ urls: { 1: '', 10: '' } })
    const two = testWallet({ urls: { 1: '', 10: '' }, key: testKeys[1] })
    install(page, { info: testInfo(), provider: one.provider })
    install(page, { info: testInfo({ rdns: 'org.other', name: 'Other' }), provider: two.provider })
    const { portico, connections } = visit()
    await connect(portico, { connectorId: 'org.example.wallet' })
    await connect(portico, { connectorId: 'org.other' })
    one.emit('chainChanged', '0xa')
    expect(connections()).toEqual([
      ['org.other', two.address, 'eip155:1', false],
      ['org.example.wallet', one.address, 'eip155:10', false],
    ])
    two.emit('accountsChanged', [])
    expect(connections()).toEqual([['org.example.wallet', one.address, 'eip155:10', false]])
  })

  test('R18: events that come while nothing is mounted change nothing, and are caught up with later', async () => {
    const wallet = testWallet({ urls: { 1: '', 10: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    const { portico, connections, unmount } = visit()
    await connect(portico, { connectorId: 'org.example.wallet' })
    unmount()
    wallet.state.chainId = 10
    wallet.emit('chainChanged', '0xa')
    expect(connections()[0]?.[2]).toBe('eip155:1')
    stops.push(mount(portico))
    await expect.poll(() => connections()[0]?.[2]).toBe('eip155:10')
    expect(connections()).toHaveLength(1)
  })

  test('R18: porticos that come and go leave no listener with the wallet or the page, and the last one hears', async () => {
    const wallet = testWallet({ urls: { 1: '', 10: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    const storage = memory()
    const [added, removed] = [vi.spyOn(page, 'addEventListener'), vi.spyOn(page, 'removeEventListener')]
    const cameBack = () =>
      [added, removed].map(({ mock }) => mock.calls.filter(([event, , options]) => event === 'pageshow' && !options).length)
    const first = visit(storage)
    await connect(first.portico, { connectorId: 'org.example.wallet' })
    const once = wallet.listening()
    expect(once).toBeGreaterThan(0)
    first.unmount()
    for (let visits = 0; visits < 5; visits += 1) {
      expect(wallet.listening()).toBe(0)
      const { connections, unmount } = visit(storage)
      await expect.poll(() => connections()[0]?.[3]).toBe(false)
      expect(wallet.listening()).toBe(once)
      unmount()
    }
    expect(cameBack()).toEqual([6, 6])
    stops.push(mount(first.portico))
    await expect.poll(() => wallet.listening()).toBe(once)
    wallet.emit('chainChanged', '0xa')
    expect(first.connections()[0]?.[2]).toBe('eip155:10')
  })

  test('R19: two porticos share one wallet and nothing else', async () => {
    const wallet = testWallet({ urls: { 1: '', 10: '' } })
    install(page, { info: testInfo(), provider: wallet.provider })
    const adapters = [evm({ networks: [mainnet, optimism] })]
    const [one, two] = [
      createPortico({ id: 'one', adapters, storage: memory() }),
      createPortico({ id: 'two', adapters, storage: memory() }),
    ]
    stops.push(mount(one), mount(two))
    await connect(one, { connectorId: 'org.example.wallet' })
    await goLive(two)
    await expect.poll(() => connectorStore(two).getState().eip155?.length).toBe(1)
    expect(connectionsIn(connectionStore(two).getState(), 'eip155').connections).toEqual([])
  })
})

describe('options', () => {
  // Hosts that write JavaScript can hand in anything.
  const loose = (options: unknown) => () => Reflect.apply(evm, undefined, [options])

  test.each([
    ['nothing', undefined, 'networks'],
    ['null', null, 'networks'],
    ['text', 'mainnet', 'networks'],
    ['one network', { networks: mainnet }, 'networks'],
    ['a network that is none', { networks: [mainnet, 'base'] }, 'networks[1]'],
    ['a chain id as text', { networks: [{ ...mainnet, id: '1' }] }, 'networks[0]'],
    ['a chain id of 0', { networks: [{ ...mainnet, id: 0 }] }, 'networks[0]'],
    ['no name', { networks: [{ ...mainnet, name: undefined }] }, 'networks[0]'],
    ['no currency', { networks: [{ ...mainnet, nativeCurrency: null }] }, 'networks[0]'],
    ['endpoints in another shape', { networks: [{ ...mainnet, rpcUrls: ['https://a.b'] }] }, 'networks[0]'],
    ['an endpoint that is no URL', { networks: [{ ...mainnet, rpcUrls: { default: { http: ['localhost:8545'] } } }] }, 'networks[0]'],
    ['transports as a list', { networks: [mainnet], transports: 7 }, 'transports'],
    ['a transport that is no URL', { networks: [mainnet], transports: { 1: 'wss://a.b' } }, 'transports[1]'],
    ['a transport of a network that is none of the site', { networks: [mainnet], transports: { 10: 'https://a.b' } }, 'transports[10]'],
    ['a transport by CAIP-2 id', { networks: [mainnet], transports: { 'eip155:1': 'https://a.b' } }, 'transports[eip155:1]'],
    ['tokens by their chain', { networks: [mainnet], tokens: { 1: [] } }, 'tokens'],
    ['no transport in a list', { networks: [mainnet], transports: { 1: [] } }, 'transports[1]'],
    ['a config that is none', { config: {} }, 'config'],
    ['a config of null', { config: null }, 'config'],
    ['both forms', { config: { subscribe: () => () => undefined, chains: [viemMainnet] }, networks: [mainnet] }, 'networks'],
  ])('%s is an InvalidOptionError that names the option', (_, options, option) => {
    expect(loose(options)).toThrow(InvalidOptionError)
    expect(loose(options)).toThrow(`Invalid option '${option}'`)
  })

  test("no networks, and a network twice, are createPortico's to refuse", () => {
    expect(() => createPortico({ adapters: [evm({ networks: [] })] })).toThrow(/networks/)
    expect(() => createPortico({ adapters: [evm({ networks: [mainnet, viemMainnet] })] })).toThrow(/given twice/)
  })

  test('chains of viem and the light records become the same networks', () => {
    const [light, whole] = [
      evm({ networks: [mainnet, optimism] }),
      evm({ networks: [viemMainnet, viemOptimism], transports: { 1: ['https://a.b', 'https://c.d'], 10: http('https://secret.key') } }),
    ]
    expect(light.networks).toEqual(whole.networks)
    expect(JSON.stringify(whole.networks)).not.toContain('secret')
    expect(light.networks[0]).toMatchObject({
      id: 'eip155:1',
      namespace: 'eip155',
      name: 'Ethereum',
      testnet: false,
      blockExplorers: [{ name: 'Etherscan', url: 'https://etherscan.io' }],
    })
  })
})
