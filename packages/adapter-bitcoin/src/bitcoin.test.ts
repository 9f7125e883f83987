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
  type PorticoStorage,
} from '@portico/core'
import { createBitcoinWallet, registerStandard, registerUnisat } from '@portico/testing/bitcoin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bitcoin } from './bitcoin.js'
import { bitcoin as mainnet, bitcoinTestnet } from './networks.js'
import { testPage } from './test/page.js'

let page: EventTarget
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
  const portico = createPortico({ adapters: [bitcoin({ networks: [mainnet, bitcoinTestnet] })], storage })
  const unmount = mount(portico)
  stops.push(unmount)
  const connections = () =>
    connectionsIn(connectionStore(portico).getState(), 'bip122').connections.map(({ connector, addresses, networkId, restored }) => [
      connector.id,
      addresses[0],
      networkId,
      restored,
    ])
  return { portico, connections, unmount }
}

describe('a visit', () => {
  test('connect, sign, reload, the wallet\u2019s own disconnect', async () => {
    const wallet = createBitcoinWallet({ networks: ['mainnet', 'testnet'] })
    registerUnisat(wallet, { window: page })
    const address = wallet.accounts[0]?.payment.address
    const storage = memory()
    const first = visit(storage)
    await connect(first.portico, { connectorId: 'direct:unisat' })
    expect(first.connections()).toEqual([['direct:unisat', address, mainnet.id, false]])
    await expect(signMessage(first.portico, { message: 'hello' })).resolves.toBeDefined()
    first.unmount()

    wallet.setPolicy('manual')
    const second = visit(storage)
    expect(second.connections()).toEqual([['direct:unisat', address, mainnet.id, true]])
    await expect.poll(second.connections).toEqual([['direct:unisat', address, mainnet.id, false]])
    expect(wallet.pending).toEqual([])
    wallet.switchNetwork('testnet')
    await expect.poll(() => second.connections()[0]?.[2]).toBe(bitcoinTestnet.id)
    wallet.disconnect()
    await expect.poll(second.connections).toEqual([])
    second.unmount()
    expect(visit(storage).connections()).toEqual([])
  })

  test('a wallet that is told goodbye is forgotten on both sides', async () => {
    const wallet = createBitcoinWallet()
    registerUnisat(wallet, { window: page })
    const { portico, connections } = visit()
    await connect(portico, { connectorId: 'direct:unisat' })
    await disconnect(portico)
    expect(connections()).toEqual([])
    await expect.poll(() => wallet.state.permitted).toEqual([])
  })

  test('nothing listens, and no code loads, before somebody needs it', async () => {
    const listen = vi.spyOn(page, 'addEventListener')
    const { portico } = visit()
    await vi.dynamicImportSettled()
    const events = () => listen.mock.calls.map(([event]) => event)
    expect(events()).not.toContain('wallet-standard:register-wallet')
    await goLive(portico)
    await expect.poll(events).toContain('wallet-standard:register-wallet')
  })

  test('R18: what happens in the wallet while nothing is mounted is caught up with', async () => {
    const wallet = createBitcoinWallet({ accounts: 2 })
    registerUnisat(wallet, { window: page })
    const { portico, connections, unmount } = visit()
    await connect(portico, { connectorId: 'direct:unisat' })
    unmount()
    wallet.selectAccount(1)
    expect(connections()[0]?.[1]).toBe(wallet.accounts[0]?.payment.address)
    stops.push(mount(portico))
    await expect.poll(() => connections()[0]?.[1]).toBe(wallet.accounts[1]?.payment.address)
  })

  test('R19: two porticos share one wallet and nothing else', async () => {
    registerStandard(createBitcoinWallet(), { window: page })
    const adapters = [bitcoin({ networks: [mainnet] })]
    const [one, two] = [
      createPortico({ id: 'one', adapters, storage: memory() }),
      createPortico({ id: 'two', adapters, storage: memory() }),
    ]
    stops.push(mount(one), mount(two))
    await connect(one, { connectorId: 'standard:Test Bitcoin Wallet' })
    await goLive(two)
    await expect.poll(() => connectorStore(two).getState().bip122?.length).toBe(1)
    expect(connectionsIn(connectionStore(two).getState(), 'bip122').connections).toEqual([])
  })
})

describe('options', () => {
  // Hosts that write JavaScript can hand in anything.
  const loose = (options: unknown) => () => Reflect.apply(bitcoin, undefined, [options])

  test.each([
    ['nothing', undefined, 'networks'],
    ['null', null, 'networks'],
    ['text', 'mainnet', 'networks'],
    ['one network', { networks: mainnet }, 'networks'],
    ['a network that is none', { networks: [mainnet, 'testnet'] }, 'networks[1]'],
    ['a network of another family', { networks: [{ ...mainnet, id: 'eip155:1' }] }, 'networks[0]'],
    ['no endpoint', { networks: [{ ...mainnet, rpcUrls: [] }] }, 'networks[0]'],
    ['an endpoint that is no URL', { networks: [{ ...mainnet, rpcUrls: ['localhost:3002'] }] }, 'networks[0]'],
    ['endpoints as a list', { networks: [mainnet], esploraUrls: 'https://a.b' }, 'esploraUrls'],
    [
      'an endpoint for a network that is not there',
      { networks: [mainnet], esploraUrls: { [bitcoinTestnet.id]: 'https://a.b' } },
      `esploraUrls[${bitcoinTestnet.id}]`,
    ],
    ['an endpoint of another scheme', { networks: [mainnet], esploraUrls: { [mainnet.id]: 'ftp://a.b' } }, `esploraUrls[${mainnet.id}]`],
    ['no endpoint in a list', { networks: [mainnet], esploraUrls: { [mainnet.id]: [] } }, `esploraUrls[${mainnet.id}]`],
    ['ordinals as text', { networks: [mainnet], ordinals: 'yes' }, 'ordinals'],
  ])('%s is an InvalidOptionError that names the option', (_, options, option) => {
    expect(loose(options)).toThrow(InvalidOptionError)
    expect(loose(options)).toThrow(`Invalid option '${option}'`)
  })

  test("no networks, and a network twice, are createPortico's to refuse", () => {
    expect(() => createPortico({ adapters: [bitcoin({ networks: [] })] })).toThrow(/networks/)
    expect(() => createPortico({ adapters: [bitcoin({ networks: [mainnet, mainnet] })] })).toThrow(/given twice/)
  })
})
