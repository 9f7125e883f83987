import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bitcoin as bitcoinAdapter } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { base as baseNetwork, mainnet } from '@portico/adapter-evm/networks'
import { solana as solanaAdapter } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { connect, connectionsIn, connectionStore, disconnect, createPortico, goLive, loadAdapter, mount, type AdapterDescription, type Namespace, type Portico } from '@portico/core'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, base, bitcoin, bitcoinAddress, ethereum, memory, solana, testKey, until, walletMetadata } from '../test/parties.js'
import { walletConnect, type WalletConnectOptions } from '../walletConnect.js'
import { createWalletClient, type Approved } from '../wallet/wallet.js'
import type { LinkConnector } from './types.js'

const relayUrl = 'ws://127.0.0.1:1'
const account = privateKeyToAccount(testKey)
const seed = new Uint8Array(32).fill(1)
const solanaKey = base58.encode(ed25519.getPublicKey(seed))
const full: Approved = {
  ...approved,
  eip155: { ...approved['eip155'], accounts: [`${ethereum}:${account.address}`, `${base}:${account.address}`], methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'], events: ['chainChanged', 'accountsChanged'] },
  solana: { accounts: [`${solana}:${solanaKey}`], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] },
}

const closing: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', undefined)
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
})

interface SetUp {
  readonly namespaces?: Approved
  readonly storage?: ReturnType<typeof memory>
  readonly relay?: ReturnType<typeof createMemoryRelay>
  readonly options?: WalletConnectOptions
}

/** A site with three chain families and this connector, as core will hold it: each adapter is shown it as a way in. */
function openSite({ storage = memory(), relay = createMemoryRelay(), options = {} }: SetUp = {}) {
  const connectors = new WeakMap<Portico, LinkConnector>()
  const description = walletConnect({ relayUrl, WebSocket: relay.WebSocket, ...options })
  const shown = (adapter: AdapterDescription): AdapterDescription => ({
    ...adapter,
    discover: (portico, publish) => {
      publish([connectorOf(portico)])
      return () => undefined
    },
  })
  const connectorOf = (portico: Portico): LinkConnector => {
    const connector = connectors.get(portico) ?? description.create(portico)
    connectors.set(portico, connector)
    return connector
  }
  const portico = createPortico({
    adapters: [evm({ networks: [mainnet, baseNetwork] }), solanaAdapter({ networks: [solanaMainnet] }), bitcoinAdapter({ networks: [bitcoinMainnet] })].map(shown),
    metadata: { name: 'Example Shop', url: 'https://shop.example' },
    storage,
  })
  const stop = mount(portico)
  closing.push(stop)
  const connector = connectorOf(portico)
  const connection = (namespace: Namespace) => connectionsIn(connectionStore(portico).getState(), namespace).connections[0]
  return { portico, connector, connection, storage, relay, stop }
}

function openWallet({ relay, namespaces = full }: { readonly relay: ReturnType<typeof createMemoryRelay>; readonly namespaces?: Approved }) {
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket, page: new EventTarget() })
  closing.push(() => wallet.close())
  const requests: string[] = []
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces }).catch(() => undefined))
  wallet.on('request', async ({ topic, id, method, params }) => {
    requests.push(method)
    const result = method === 'personal_sign' && Array.isArray(params) ? await account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      : method === 'solana_signMessage' ? { signature: base58.encode(ed25519.sign(base58.decode((params as { readonly message: string }).message), seed)) }
      : method === 'getAccountAddresses' ? [] : null
    wallet.respond({ topic, id, result }).catch(() => undefined)
  })
  return { wallet, requests }
}

/** Scans the code as soon as it is there. */
const scan = (connector: LinkConnector, wallet: ReturnType<typeof createWalletClient>) => {
  const stop = connector.link.subscribe(() => {
    const state = connector.link.state()
    if (state.status !== 'waiting') return
    stop()
    wallet.pair({ uri: state.uri })
  })
}

/** The page goes, and another one is opened in its place. */
function leavePage() {
  window.dispatchEvent(new Event('pagehide'))
  vi.stubGlobal('window', new EventTarget())
}

const id = 'walletConnect'

describe('the connector beside three adapters', () => {
  test('is nothing but a description until it is used', async () => {
    const { connector, relay, storage } = openSite()
    expect(connector).toMatchObject({ id, kind: 'walletConnect', name: 'WalletConnect', namespaces: ['eip155', 'solana', 'bip122'], installed: false })
    expect([relay.opened(), storage.items.size, connector.link.state(), connector.link.isOpen()]).toEqual([0, 0, { status: 'idle' }, false])
  })

  test('one scan connects every chain family in one session, and each signs through its adapter', async () => {
    const { portico, connector, connection, relay } = openSite()
    const { wallet, requests } = openWallet({ relay })
    scan(connector, wallet)
    await goLive(portico)
    await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).resolves.toBe(`${ethereum}:${account.address}`)
    expect(connector.link.approved()).toEqual(['eip155', 'solana', 'bip122'])
    // The others take part in the same session: no second code, no second question.
    await expect(connect(portico, { connectorId: id, namespace: 'solana' })).resolves.toBe(`${solana}:${solanaKey}`)
    await expect(connect(portico, { connectorId: id, namespace: 'bip122' })).resolves.toBe(`${bitcoin}:${bitcoinAddress}`)
    expect([wallet.sessions().length, wallet.proposals().length]).toEqual([1, 0])

    const evmAdapter = await loadAdapter(portico, 'eip155')
    await expect(evmAdapter.signMessage({ connectorId: id, address: account.address, networkId: 'eip155:1', message: 'hello' })).resolves.toBe(await account.signMessage({ message: 'hello' }))
    const solanaSide = await loadAdapter(portico, 'solana')
    await expect(solanaSide.signMessage({ connectorId: id, address: solanaKey, networkId: `${solana}` as 'solana:x', message: 'hello' })).resolves.toBeDefined()
    expect(requests).toEqual(expect.arrayContaining(['personal_sign', 'solana_signMessage']))

    await evmAdapter.switchNetwork({ connectorId: id, network: portico.networks[1] ?? portico.networks[0] })
    expect(connection('eip155')?.networkId).toBe(base)
  }, 30_000)

  test('the wallet’s goodbye ends the connection in every chain family', async () => {
    const { portico, connector, connection, relay } = openSite()
    const { wallet } = openWallet({ relay })
    scan(connector, wallet)
    await goLive(portico)
    for (const namespace of ['eip155', 'solana', 'bip122'] as const) await connect(portico, { connectorId: id, namespace })
    await wallet.disconnect({ topic: wallet.sessions()[0]?.topic ?? '' })
    await until(() => !connection('eip155') && !connection('solana') && !connection('bip122'))
  }, 30_000)

  test('the site’s goodbye reaches the wallet', async () => {
    const { portico, connector, connection, relay } = openSite()
    const { wallet } = openWallet({ relay })
    scan(connector, wallet)
    await goLive(portico)
    for (const namespace of ['eip155', 'solana'] as const) await connect(portico, { connectorId: id, namespace })
    await disconnect(portico, { connectorId: id })
    await until(() => wallet.sessions().length === 0 && !connection('eip155') && !connection('solana'))
    expect(connector.link.approved()).toEqual([])
  }, 30_000)

  test('R17: a reload finds the session again, without a question', async () => {
    const first = openSite()
    const { wallet, requests } = openWallet({ relay: first.relay })
    scan(first.connector, wallet)
    await goLive(first.portico)
    for (const namespace of ['eip155', 'solana', 'bip122'] as const) await connect(first.portico, { connectorId: id, namespace })
    first.stop()
    leavePage()
    const asked = requests.length
    const second = openSite({ storage: first.storage, relay: first.relay })
    expect(second.connector.link.isOpen()).toBe(true)
    expect(second.connection('eip155')?.restored).toBe(true)
    await until(() => (['eip155', 'solana', 'bip122'] as const).every((namespace) => second.connection(namespace)?.restored === false))
    expect(second.connection('eip155')?.addresses).toEqual([account.address])
    expect(requests.slice(asked).filter((method) => method !== 'getAccountAddresses')).toEqual([])
  }, 30_000)

  test('R17: a phone that reloads the page while its visitor is in the wallet gets the session afterwards', async () => {
    const first = openSite()
    first.connector.link.prepare()
    const state = await until(() => {
      const now = first.connector.link.state()
      return now.status === 'waiting' && now
    })
    await until(() => first.relay.published.length > 0)
    first.stop()
    leavePage()
    const second = openSite({ storage: first.storage, relay: first.relay })
    expect(second.connector.link.isOpen()).toBe(true)
    await goLive(second.portico)
    const connecting = connect(second.portico, { connectorId: id, namespace: 'eip155' })
    const { wallet } = openWallet({ relay: first.relay })
    wallet.pair({ uri: state.uri })
    await expect(connecting).resolves.toBe(`${ethereum}:${account.address}`)
    expect(wallet.sessions()).toHaveLength(1)
  }, 30_000)

  test('a wallet that says no is a wallet that says no', async () => {
    const { portico, connector, relay } = openSite()
    const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket })
    closing.push(() => wallet.close())
    wallet.on('proposal', ({ id: proposal }) => void wallet.reject({ id: proposal }))
    scan(connector, wallet)
    await goLive(portico)
    await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(connector.link.state()).toMatchObject({ status: 'failed', error: { name: 'UserRejectedError' } })
  })

  test('a wallet without the chain family that was asked for says so, and one with none of the site’s is refused', async () => {
    const { portico, connector, relay } = openSite()
    const { wallet } = openWallet({ relay, namespaces: { eip155: full['eip155'] ?? { accounts: [], methods: [], events: [] } } })
    scan(connector, wallet)
    await goLive(portico)
    await expect(connect(portico, { connectorId: id, namespace: 'solana' })).rejects.toThrow(/no account of 'solana'/)
    expect(connector.link.approved()).toEqual(['eip155'])
  })

  test('R1: turning away ends the wait at once; the code is the same when the visitor comes back', async () => {
    const { connector } = openSite()
    const codes: string[] = []
    connector.link.subscribe(() => {
      const state = connector.link.state()
      if (state.status === 'waiting' && codes.at(-1) !== state.uri) codes.push(state.uri)
    })
    connector.link.prepare()
    await until(() => codes.length === 1)
    connector.link.cancel()
    expect(connector.link.state()).toEqual({ status: 'idle' })
    await until(() => !connector.link.isOpen())
    connector.link.prepare()
    await until(() => connector.link.state().status === 'waiting')
    expect(codes).toHaveLength(1)
    connector.link.cancel()
  })

  test('S45: the code carries nothing but what the protocol needs, the wallet is shown the page’s own address, and no log has either', async () => {
    const lines: string[] = []
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const) vi.spyOn(console, method).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')))
    const { portico, connector, relay } = openSite()
    const { wallet } = openWallet({ relay })
    const proposers: unknown[] = []
    wallet.on('proposal', ({ proposer }) => void proposers.push(proposer))
    const codes: string[] = []
    connector.link.subscribe(() => {
      const state = connector.link.state()
      if (state.status === 'waiting') codes.push(state.uri)
    })
    scan(connector, wallet)
    await goLive(portico)
    await connect(portico, { connectorId: id, namespace: 'eip155' })
    expect(codes[0]).toMatch(/^wc:[\da-f]{64}@2\?relay-protocol=irn&relay-data=[\da-f]+&symKey=[\da-f]{64}&expiryTimestamp=\d{10}&methods=wc_sessionPropose$/)
    expect(proposers).toMatchObject([{ name: 'Example Shop', url: 'https://shop.example' }])
    const secrets = codes[0]?.match(/[\da-f]{64}/g) ?? []
    expect(secrets).toHaveLength(2)
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)) || line.includes('wc:'))).toEqual([])
    // Nothing of a request is told to the relay in the clear.
    expect(relay.calls.every(({ method }) => method.startsWith('irn_'))).toBe(true)
    vi.restoreAllMocks()
  })
})

test.each([[{}], [{ relayUrl: 'https://relay.example' }], [{ relayUrl: 'relay.example' }]])('options %j are refused by name', (options) => {
  expect(() => walletConnect(options)).toThrow(/Invalid option 'relayUrl'/)
})

test('a project id alone means the hosted relay', () => {
  expect(walletConnect({ projectId: 'x' })).toMatchObject({ id: 'walletConnect', kind: 'walletConnect' })
})
