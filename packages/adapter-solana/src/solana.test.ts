import {
  activeConnection,
  connect,
  connectionStore,
  connectionsIn,
  connectorStore,
  createPortico,
  disconnect,
  getTokenBalances,
  goLive,
  InvalidOptionError,
  mount,
  networkStore,
  sendTransaction,
  signAndSendTransaction,
  signMessage,
  switchNetwork,
  waitForReceipt,
  type Portico,
} from '@portico/core'
import type { Solana } from '@portico/chains/solana'
import { memoryStorage } from '@portico/testing'
import { createLegacySolanaAdapter, createSolanaWallet, registerStandard } from '@portico/testing/solana'
import { PublicKey } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solana as mainnet, solanaDevnet, solanaTestnet } from './networks.js'
import type { SolanaOptions } from './options.js'
import { signIn } from './signIn.js'
import { solana } from './solana.js'
import { startChain } from './test/chain.js'
import { addressOf } from './test/keys.js'
import { walletAdapter } from './wallet-adapter.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
const stops: (() => void)[] = []

beforeAll(async () => {
  const page = new EventTarget()
  Object.assign(globalThis, {
    window: Object.assign(page, { addEventListener: page.addEventListener.bind(page), dispatchEvent: page.dispatchEvent.bind(page) }),
  })
  ;({ chain, options, stop: stopChain } = await startChain(14_011))
}, 60_000)
afterAll(() => stopChain())
beforeEach(() => chain.reset())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function visit({ storage = memoryStorage(), ...over }: Partial<SolanaOptions> & { storage?: ReturnType<typeof memoryStorage> } = {}) {
  const portico = createPortico({ adapters: [solana({ ...options, ...over })], storage })
  const unmount = mount(portico)
  stops.push(unmount)
  return { portico, storage, unmount }
}
const connections = (portico: Portico) => connectionsIn(connectionStore(portico).getState(), 'solana').connections
const active = (portico: Portico) => activeConnection(connectionStore(portico).getState(), 'solana')
const chains = () => ({ 'solana:mainnet': chain.urls.http, 'solana:devnet': chain.urls.http }) as const
const id = 'standard:Test Solana Wallet'

describe('a visit', () => {
  test('from connecting to a confirmed transfer', async () => {
    stops.push(registerStandard(createSolanaWallet({ chains: chains() })))
    const { portico } = visit()
    await expect(connect(portico, { connectorId: id })).resolves.toBe(`${mainnet.id}:${addressOf(0)}`)
    await expect(signMessage(portico, { message: 'hello' })).resolves.toBeTypeOf('string')
    const hash = await sendTransaction(portico, { to: addressOf(1), value: 7n })
    await expect(waitForReceipt(portico, { hash, networkId: mainnet.id })).resolves.toMatchObject({ outcome: 'success' })
    await expect(getTokenBalances(portico, { address: addressOf(0), networkId: mainnet.id })).resolves.toHaveLength(2)
    await disconnect(portico)
    expect(connections(portico)).toEqual([])
  })

  test('R4: a wallet that comes late is listed', async () => {
    const { portico } = visit()
    await goLive(portico)
    await expect.poll(() => connectorStore(portico).getState().solana).toEqual([])
    stops.push(registerStandard(createSolanaWallet(), { late: 20 }))
    await expect.poll(() => connectorStore(portico).getState().solana).toMatchObject([{ id }])
  })

  test('after a reload the wallet is asked without a prompt, and the network is the one of before', async () => {
    const wallet = createSolanaWallet({ chains: chains() })
    stops.push(registerStandard(wallet))
    const { portico, storage, unmount } = visit()
    await connect(portico, { connectorId: id })
    await switchNetwork(portico, { networkId: solanaDevnet.id })
    expect(active(portico)).toMatchObject({ networkId: solanaDevnet.id })
    unmount()
    wallet.setPolicy('manual')
    const { portico: next } = visit({ storage })
    await expect.poll(() => active(next)).toMatchObject({ addresses: [addressOf(0)], networkId: solanaDevnet.id, restored: false })
    expect(networkStore(next).getState().byNamespace['solana']?.active.id).toBe(solanaDevnet.id)
    expect(wallet.pending).toEqual([])
  })

  test('a legacy adapter of the host comes back after a reload, too', async () => {
    const wallet = createSolanaWallet({ chains: chains() })
    const handed = () => [walletAdapter(createLegacySolanaAdapter(wallet, { name: 'Legacy', publicKey: (bytes) => new PublicKey(bytes) }))]
    const { portico, storage, unmount } = visit({ wallets: handed() })
    await connect(portico, { connectorId: 'external:Legacy' })
    const hash = await sendTransaction(portico, { to: addressOf(1), value: 7n })
    await expect(waitForReceipt(portico, { hash, networkId: mainnet.id })).resolves.toMatchObject({ outcome: 'success' })
    unmount()
    const { portico: next } = visit({ storage, wallets: handed() })
    await expect
      .poll(() => active(next))
      .toMatchObject({ connector: { id: 'external:Legacy' }, addresses: [addressOf(0)], restored: false })
  })

  test('a wallet that does not let the site in any more is let go', async () => {
    const wallet = createSolanaWallet({ chains: chains() })
    stops.push(registerStandard(wallet))
    const { portico, storage, unmount } = visit()
    await connect(portico, { connectorId: id })
    unmount()
    wallet.disconnect()
    const { portico: next } = visit({ storage })
    await expect.poll(() => connections(next)).toEqual([])
  })

  test('another account and a farewell in the wallet are seen here', async () => {
    const wallet = createSolanaWallet({ accounts: 2, chains: chains() })
    stops.push(registerStandard(wallet))
    const { portico } = visit()
    await connect(portico, { connectorId: id })
    wallet.selectAccount(1)
    await expect.poll(() => active(portico)?.addresses).toEqual([addressOf(1)])
    wallet.disconnect()
    await expect.poll(() => connections(portico)).toEqual([])
  })

  test('two Solana wallets at once: the active one signs', async () => {
    stops.push(
      registerStandard(createSolanaWallet({ chains: chains() })),
      registerStandard(createSolanaWallet({ name: 'Other', seeds: [new Uint8Array(32).fill(5)], chains: chains() })),
    )
    const { portico } = visit()
    await connect(portico, { connectorId: id })
    await connect(portico, { connectorId: 'standard:Other' })
    expect(connections(portico).map(({ connector, addresses }) => [connector.id, addresses[0]])).toEqual([
      ['standard:Other', addressOf(4)],
      [id, addressOf(0)],
    ])
    await sendTransaction(portico, { to: addressOf(1), value: 7n })
    await disconnect(portico, { connectorId: 'standard:Other' })
    expect(active(portico)?.connector.id).toBe(id)
  })
})

describe('networks', () => {
  test('S14, R3: a switch while a transfer is worked out means that nothing is signed', async () => {
    const wallet = createSolanaWallet({ chains: chains() })
    stops.push(registerStandard(wallet))
    const { portico } = visit()
    await connect(portico, { connectorId: id })
    const sending = sendTransaction(portico, { to: addressOf(1), value: 7n })
    await switchNetwork(portico, { networkId: solanaDevnet.id })
    await expect(sending).rejects.toMatchObject({ name: 'ChainMismatchError' })
    expect(wallet.log.map(({ method }) => method)).toEqual(['standard:connect'])
  })

  test('S14: each request names the network in use', async () => {
    const wallet = createSolanaWallet({ chains: chains() })
    stops.push(registerStandard(wallet))
    const { portico } = visit({ rpcUrls: { [mainnet.id]: chain.urls.http, [solanaDevnet.id]: chain.urls.http } })
    await connect(portico, { connectorId: id, networkId: solanaDevnet.id })
    await sendTransaction(portico, { to: addressOf(1), value: 7n })
    await switchNetwork(portico, { networkId: mainnet.id })
    await sendTransaction(portico, { to: addressOf(1), value: 8n })
    const named = wallet.log.filter(({ method }) => method === 'solana:signAndSendTransaction').map(({ params }) => Object(params)[0].chain)
    expect(named).toEqual(['solana:devnet', 'solana:mainnet'])
  })

  test('one that the wallet is not for cannot be switched to', async () => {
    stops.push(registerStandard(createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })))
    const { portico } = visit()
    await connect(portico, { connectorId: id, networkId: solanaDevnet.id })
    expect(active(portico)).toMatchObject({ networkId: mainnet.id, approvedNetworkIds: [mainnet.id] })
    await expect(switchNetwork(portico, { networkId: solanaDevnet.id })).rejects.toMatchObject({ name: 'SwitchNotSupportedError' })
    expect(active(portico)).toMatchObject({ networkId: mainnet.id })
  })

  test('a wallet that is for none of the site says where it is', async () => {
    stops.push(registerStandard(createSolanaWallet({ chains: { 'solana:testnet': chain.urls.http } })))
    const { portico } = visit({ networks: [mainnet, solanaDevnet], rpcUrls: { [mainnet.id]: chain.urls.http } })
    await connect(portico, { connectorId: id })
    expect(active(portico)).toMatchObject({ networkId: solanaTestnet.id })
  })

  test("a network of one's own goes by its CAIP-2 id", async () => {
    const local = { ...mainnet, id: 'solana:localnet', name: 'Local', rpcUrls: [chain.urls.http] } as const
    stops.push(registerStandard(createSolanaWallet({ chains: { 'solana:localnet': chain.urls.http } })))
    const { portico } = visit({ networks: [local], rpcUrls: {} })
    await connect(portico, { connectorId: id })
    const hash = await sendTransaction(portico, { to: addressOf(1), value: 7n })
    await expect(waitForReceipt(portico, { hash, networkId: local.id })).resolves.toMatchObject({ outcome: 'success' })
  })
})

test('signing in takes one prompt, and what was signed comes back checked', async () => {
  const wallet = createSolanaWallet({ origin: 'https://site.example' })
  const { address, message, signature } = await signIn(wallet.wallet, { domain: 'site.example', nonce: '12345678', statement: 'Hello' })
  expect(address).toBe(addressOf(0))
  expect(new TextDecoder().decode(message)).toContain('site.example wants you to sign in with your Solana account')
  expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  const other = createSolanaWallet({ features: ['standard:connect', 'solana:signMessage'] })
  await expect(signIn(other.wallet)).rejects.toMatchObject({ name: 'UnsupportedMethodError' })
})

test('a commitment that is none of the eight is refused', async () => {
  const { portico } = visit()
  await expect(
    signAndSendTransaction(portico, { transaction: new Uint8Array(), options: { preflightCommitment: 'soon' as never } }),
  ).rejects.toBeInstanceOf(InvalidOptionError)
})

describe('options', () => {
  // Hosts that write JavaScript can hand in anything.
  const loose = (given: unknown) => () => Reflect.apply(solana, undefined, [given])

  test.each([
    ['nothing', undefined, 'networks'],
    ['null', null, 'networks'],
    ['text', 'mainnet', 'networks'],
    ['one network', { networks: mainnet }, 'networks'],
    ['a network that is none', { networks: [mainnet, 'devnet'] }, 'networks[1]'],
    ['a network of another family', { networks: [{ ...mainnet, id: 'eip155:1' }] }, 'networks[0]'],
    ['another namespace', { networks: [{ ...mainnet, namespace: 'eip155' }] }, 'networks[0]'],
    ['no name', { networks: [{ ...mainnet, name: undefined }] }, 'networks[0]'],
    ['no currency', { networks: [{ ...mainnet, nativeCurrency: null }] }, 'networks[0]'],
    ['no endpoint', { networks: [{ ...mainnet, rpcUrls: [] }] }, 'networks[0]'],
    ['an endpoint that is no URL', { networks: [{ ...mainnet, rpcUrls: ['localhost:8899'] }] }, 'networks[0]'],
    ['rpcUrls as text', { networks: [mainnet], rpcUrls: 'https://a.b' }, 'rpcUrls'],
    ['an endpoint of a network by another name', { networks: [mainnet], rpcUrls: { mainnet: 'https://a.b' } }, 'rpcUrls[mainnet]'],
    ['a WebSocket as endpoint', { networks: [mainnet], rpcUrls: { [mainnet.id]: 'wss://a.b' } }, `rpcUrls[${mainnet.id}]`],
    ['no URL in a list', { networks: [mainnet], rpcUrls: { [mainnet.id]: [] } }, `rpcUrls[${mainnet.id}]`],
    [
      'http as WebSocket',
      { networks: [mainnet], rpcUrls: { [mainnet.id]: { http: 'https://a.b', ws: 'https://a.b' } } },
      `rpcUrls[${mainnet.id}]`,
    ],
    ['wallets as one', { networks: [mainnet], wallets: {} }, 'wallets'],
    ['an adapter as it is', { networks: [mainnet], wallets: [createLegacySolanaAdapter(createSolanaWallet())] }, 'wallets[0]'],
  ])('%s is an InvalidOptionError that names the option', (_, given, option) => {
    expect(loose(given)).toThrow(InvalidOptionError)
    expect(loose(given)).toThrow(`Invalid option '${option}'`)
  })

  test("no networks, and a network twice, are createPortico's to refuse", () => {
    expect(() => createPortico({ adapters: [solana({ networks: [] })] })).toThrow(/networks/)
    expect(() => createPortico({ adapters: [solana({ networks: [mainnet, mainnet] })] })).toThrow(/given twice/)
  })

  test("the host's own endpoints stay out of the networks that everybody sees", () => {
    const given = solana({
      networks: [mainnet, solanaDevnet],
      rpcUrls: {
        [mainnet.id]: ['https://secret.key', 'https://other.key'],
        [solanaDevnet.id]: { http: 'https://secret.key', ws: 'wss://secret.key' },
      },
    })
    expect(JSON.stringify(given.networks)).not.toContain('secret')
    expect(given.networks).toEqual([mainnet, solanaDevnet])
  })
})
