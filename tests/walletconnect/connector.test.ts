import { bitcoin as bitcoinAdapter } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { base as baseNetwork, mainnet } from '@portico/adapter-evm/networks'
import { solana as solanaAdapter } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import {
  cancelConnect,
  connect,
  ConnectionCancelledError,
  connectionsIn,
  connectionStore,
  createPortico,
  disconnect,
  mount,
  type Namespace,
} from '@portico/core'
import { loadAdapter, type ConnectorDescription } from '@portico/core/kit'
import { walletConnect, type LinkConnector, type WalletConnectOptions } from '@portico/walletconnect'
import { createWalletClient, type Approved } from '@portico/walletconnect/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryRelay, type MemoryRelay } from '../../packages/walletconnect/src/test/memoryRelay.js'
import {
  approved,
  base,
  bitcoinAddress,
  ethereum,
  memory,
  solana,
  until,
  walletMetadata,
} from '../../packages/walletconnect/src/test/parties.js'
import { account, signSolana, solanaKey } from '../../packages/walletconnect/src/test/signers.js'

const id = 'walletConnect'
const families = ['eip155', 'solana', 'bip122'] as const
const relayUrl = 'ws://127.0.0.1:1'
const solanaAlone: Approved = {
  solana: { accounts: [`${solana}:${solanaKey}`], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] },
}
const full: Approved = {
  ...approved,
  eip155: {
    ...approved['eip155'],
    accounts: [`${ethereum}:${account.address}`, `${base}:${account.address}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
    events: ['chainChanged', 'accountsChanged'],
  },
  ...solanaAlone,
}

const closing: (() => void)[] = []
beforeEach(() => void vi.stubGlobal('navigator', undefined))
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface SetUp {
  readonly storage?: ReturnType<typeof memory>
  readonly relay?: MemoryRelay
  readonly options?: WalletConnectOptions
}

/** A page of a site with three chain families and this connector. */
function openSite({ storage = memory(), relay = createMemoryRelay(), options = {} }: SetUp = {}) {
  const opened: (readonly [url: string, target: string])[] = []
  vi.stubGlobal('window', Object.assign(new EventTarget(), { open: (url: string, target: string) => void opened.push([url, target]) }))
  const description = walletConnect({ relayUrl, WebSocket: relay.WebSocket, ...options })
  const made: LinkConnector[] = []
  const watched: ConnectorDescription = {
    ...description,
    create(portico) {
      const connector = description.create(portico)
      made.push(connector)
      return connector
    },
  }
  const portico = createPortico({
    adapters: [
      evm({ networks: [mainnet, baseNetwork] }),
      solanaAdapter({ networks: [solanaMainnet] }),
      bitcoinAdapter({ networks: [bitcoinMainnet] }),
    ],
    connectors: [watched],
    metadata: { name: 'Example Shop', url: 'https://shop.example' },
    storage,
  })
  const stop = mount(portico)
  closing.push(stop)
  const [connector] = made
  if (!connector || made.length !== 1) throw new Error('There is to be one connector.')
  const connection = (namespace: Namespace) => connectionsIn(connectionStore(portico).getState(), namespace).connections[0]
  const attempt = (namespace: Namespace) => connectionsIn(connectionStore(portico).getState(), namespace).attempt
  return { portico, connector, connection, attempt, storage, relay, stop, opened }
}

interface WalletSetUp {
  readonly relay: MemoryRelay
  readonly namespaces?: Approved
  readonly redirect?: { readonly native?: string; readonly universal?: string }
  readonly name?: string
  /** Its owner decides when this is over. */
  readonly decided?: Promise<unknown>
}

function openWallet({ relay, namespaces = full, redirect, name = walletMetadata.name, decided }: WalletSetUp) {
  const wallet = createWalletClient({
    relayUrl,
    metadata: { ...walletMetadata, name, ...(redirect && { redirect }) },
    WebSocket: relay.WebSocket,
    page: new EventTarget(),
  })
  closing.push(() => wallet.close())
  const requests: string[] = []
  wallet.on('proposal', ({ id: proposal }) => void wallet.approve({ id: proposal, namespaces }).catch(() => undefined))
  wallet.on('request', async ({ topic, id: request, method, params }) => {
    requests.push(method)
    await decided
    const result =
      method === 'personal_sign' && Array.isArray(params)
        ? await account.signMessage({ message: { raw: params[0] as `0x${string}` } })
        : method === 'solana_signMessage'
          ? { signature: signSolana((params as { readonly message: string }).message) }
          : method === 'getAccountAddresses'
            ? []
            : null
    wallet.respond({ topic, id: request, result }).catch(() => undefined)
  })
  return { wallet, requests }
}

/** Scans the code as soon as it is there. */
function scan({ link }: LinkConnector, wallet: ReturnType<typeof createWalletClient>) {
  const stop = link.subscribe(() => {
    const state = link.state()
    if (state.status !== 'waiting') return
    stop()
    wallet.pair({ uri: state.uri })
  })
}

/** A site that is connected in every chain family. */
async function openConnected(wallets: Omit<WalletSetUp, 'relay'> = {}, given: SetUp = {}) {
  const site = openSite(given)
  const { wallet, requests } = openWallet({ relay: site.relay, ...wallets })
  scan(site.connector, wallet)
  await connect(site.portico, { connectorId: id, namespace: 'eip155' })
  await until(() => families.every((namespace) => site.connection(namespace)))
  return { ...site, wallet, requests }
}

/** The page goes, and another one is opened in its place. */
function reload({ stop, storage, relay }: ReturnType<typeof openSite>) {
  stop()
  window.dispatchEvent(new Event('pagehide'))
  return openSite({ storage, relay })
}

describe('the connector beside three adapters', () => {
  test('is nothing but a description until it is used', async () => {
    const { connector, relay, storage } = openSite()
    expect(connector).toMatchObject({ id, kind: 'walletConnect', name: 'WalletConnect', namespaces: families, installed: false })
    expect([relay.opened(), [...storage.items.keys()].filter((key) => key.includes('walletconnect'))]).toEqual([0, []])
    const { link } = connector
    expect([link.state(), link.isOpen(), link.peer(), link.approved(), link.approvedNetworkIds('eip155')]).toEqual([
      { status: 'idle' },
      false,
      undefined,
      [],
      [],
    ])
  })

  test('one scan connects every chain family in one session, and each signs through its adapter', async () => {
    const { portico, connector, connection, attempt, relay } = openSite()
    const { wallet, requests } = openWallet({ relay })
    const shown: (string | undefined)[] = []
    connector.link.subscribe(() => {
      const now = attempt('eip155')
      shown.push(now?.status === 'waiting' ? now.uri : undefined)
    })
    scan(connector, wallet)
    await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).resolves.toBe(`${ethereum}:${account.address}`)
    expect(connector.link.approved()).toEqual(families)
    expect(connector.link.approvedNetworkIds('eip155')).toEqual([ethereum, base])
    // The others take part in the same session: no second code, no second question.
    await until(() => families.every((namespace) => connection(namespace)))
    expect(connection('solana')?.addresses).toEqual([solanaKey])
    expect(connection('bip122')?.addresses).toContain(bitcoinAddress)
    expect([wallet.sessions().length, wallet.proposals().length]).toEqual([1, 0])
    expect(families.map((namespace) => connection(namespace)?.connector.name)).toEqual(Array(3).fill('Example Wallet'))

    const evmSide = await loadAdapter(portico, 'eip155')
    await expect(evmSide.signMessage({ connectorId: id, address: account.address, networkId: ethereum, message: 'hello' })).resolves.toBe(
      await account.signMessage({ message: 'hello' }),
    )
    const solanaSide = await loadAdapter(portico, 'solana')
    await expect(
      solanaSide.signMessage({ connectorId: id, address: solanaKey, networkId: solana, message: 'hello' }),
    ).resolves.toBeDefined()
    expect(requests).toEqual(expect.arrayContaining(['personal_sign', 'solana_signMessage']))

    await evmSide.switchNetwork({ connectorId: id, network: portico.networks[1] ?? portico.networks[0] })
    expect(connection('eip155')?.networkId).toBe(base)
  })

  test('who is connected and asks again gets a code for another wallet, which takes the place of the first in every chain family (R2)', async () => {
    const { portico, connector, connection, relay, wallet: first } = await openConnected()
    const { wallet: second } = openWallet({ relay, name: 'Other Wallet' })
    scan(connector, second)
    await connect(portico, { connectorId: id, namespace: 'eip155' })
    await until(() => families.every((namespace) => connection(namespace)?.connector.name === 'Other Wallet'))
    await until(() => first.sessions().length === 0)
    expect(second.sessions()).toHaveLength(1)
  })

  test('a second wallet that lets the site in for another chain family alone is asked once (R2)', async () => {
    const { portico, connector, connection, relay } = await openConnected()
    const codes = new Set<string>()
    connector.link.subscribe(() => {
      const state = connector.link.state()
      if (state.status === 'waiting') codes.add(state.uri)
    })
    const { wallet: second } = openWallet({ relay, name: 'Other Wallet', namespaces: solanaAlone })
    scan(connector, second)
    await connect(portico, { connectorId: id })
    await until(() => connection('solana')?.connector.name === 'Other Wallet' && !connection('eip155') && !connection('bip122'))
    expect([codes.size, second.sessions().length]).toEqual([1, 1])
  })

  test('who turns away from a second code stays connected with the first wallet (R1)', async () => {
    const { portico, connection, wallet, connector } = await openConnected()
    const asked = connect(portico, { connectorId: id, namespace: 'eip155' })
    await until(() => connector.link.state().status === 'waiting')
    cancelConnect(portico, { namespace: 'eip155' })
    await expect(asked).rejects.toThrow(ConnectionCancelledError)
    expect(families.map((namespace) => connection(namespace)?.connector.name)).toEqual(Array(3).fill('Example Wallet'))
    expect([wallet.sessions().length, connector.link.state().status]).toEqual([1, 'idle'])
  })

  test('S36: the wallet of the session is shown as it names itself, cleaned', async () => {
    const { connector } = await openConnected()
    expect(connector.link.peer()).toEqual({ name: 'Example Wallet', url: 'https://wallet.example' })
  })

  test('the wallet’s goodbye ends the connection in every chain family', async () => {
    const { wallet, connection, connector } = await openConnected()
    await wallet.disconnect({ topic: wallet.sessions()[0]?.topic ?? '' })
    await until(() => families.every((namespace) => !connection(namespace)))
    expect(connector.link.peer()).toBeUndefined()
  })

  test('the site’s goodbye reaches the wallet', async () => {
    const { portico, wallet, connection, connector } = await openConnected()
    await disconnect(portico, { connectorId: id })
    await until(() => wallet.sessions().length === 0 && families.every((namespace) => !connection(namespace)))
    expect(connector.link.approved()).toEqual([])
  })

  test('R17: a reload finds the session again, without a question', async () => {
    const first = await openConnected()
    const asked = first.requests.length
    const second = reload(first)
    expect(second.connector.link.isOpen()).toBe(true)
    expect(second.connection('eip155')?.restored).toBe(true)
    await until(() => families.every((namespace) => second.connection(namespace)?.restored === false))
    expect(second.connection('eip155')).toMatchObject({ addresses: [account.address], connector: { name: 'Example Wallet' } })
    expect(first.requests.slice(asked).filter((method) => method !== 'getAccountAddresses')).toEqual([])
  })

  test('R17: a phone that reloads the page while its visitor is in the wallet gets the session afterwards', async () => {
    const first = openSite()
    first.connector.link.prepare()
    const state = await until(() => {
      const now = first.connector.link.state()
      return now.status === 'waiting' && now
    })
    await until(() => first.relay.published.length > 0)
    const second = reload(first)
    expect(second.connector.link.isOpen()).toBe(true)
    const { wallet } = openWallet({ relay: first.relay })
    wallet.pair({ uri: state.uri })
    // Nobody presses anything: the page picks up what it left.
    await until(() => families.every((namespace) => second.connection(namespace)))
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('a wallet that says no is a wallet that says no', async () => {
    const { portico, connector, attempt, relay } = openSite()
    const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket })
    closing.push(() => wallet.close())
    wallet.on('proposal', ({ id: proposal }) => void wallet.reject({ id: proposal }))
    scan(connector, wallet)
    await expect(connect(portico, { connectorId: id, namespace: 'eip155' })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(connector.link.state()).toMatchObject({ status: 'failed', error: { name: 'UserRejectedError' } })
    expect(attempt('eip155')).toMatchObject({ status: 'failed', error: { name: 'UserRejectedError' } })
  })

  test('a wallet without the chain family that was asked for says so, and the others are connected', async () => {
    const { portico, connector, relay } = openSite()
    const { wallet } = openWallet({ relay, namespaces: { eip155: full['eip155'] ?? { accounts: [], methods: [], events: [] } } })
    scan(connector, wallet)
    await expect(connect(portico, { connectorId: id, namespace: 'solana' })).rejects.toThrow(/no account of 'solana'/)
    expect(connector.link.approved()).toEqual(['eip155'])
  })

  test('R1: turning away ends the wait at once; the code is the same when the visitor comes back', async () => {
    const { portico, connector } = openSite()
    const codes: string[] = []
    connector.link.subscribe(() => {
      const state = connector.link.state()
      if (state.status === 'waiting' && codes.at(-1) !== state.uri) codes.push(state.uri)
    })
    const first = connect(portico, { connectorId: id, namespace: 'eip155' })
    await until(() => codes.length === 1)
    cancelConnect(portico)
    await expect(first).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    expect(connector.link.state()).toEqual({ status: 'idle' })
    await until(() => !connector.link.isOpen())
    connector.link.prepare()
    await until(() => connector.link.state().status === 'waiting')
    expect(codes).toHaveLength(1)
    connector.link.cancel()
  })

  test('R1: what is prepared and turned away from before the code is there leaves nothing behind', async () => {
    const { connector } = openSite()
    connector.link.prepare()
    connector.link.cancel()
    await connector.getProvider('eip155')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([connector.link.state(), connector.link.isOpen()]).toEqual([{ status: 'idle' }, false])
  })

  test('whether the relay can be reached is part of what is shown, and a lost one is lost until it is back', async () => {
    const relay = createMemoryRelay()
    relay.away(true)
    const { connector } = openSite({ relay })
    const seen: string[] = []
    connector.link.subscribe(() => {
      const state = connector.link.state()
      if (state.status === 'waiting' && seen.at(-1) !== state.relay) seen.push(state.relay)
    })
    connector.link.prepare()
    await until(() => seen.includes('lost'))
    relay.away(false)
    await until(() => seen.includes('open'))
    expect(seen).toEqual(['connecting', 'lost', 'open'])
    connector.link.cancel()
  })

  test('S45: the code carries nothing but what the protocol needs, the wallet is shown the page’s own address, and no log has either', async () => {
    const lines: string[] = []
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')))
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
    await connect(portico, { connectorId: id, namespace: 'eip155' })
    expect(codes[0]).toMatch(/^wc:[\da-f]{64}@2\?relay-protocol=irn&relay-data=[\da-f]+&symKey=[\da-f]{64}&expiryTimestamp=\d{10}$/)
    expect(proposers).toMatchObject([{ name: 'Example Shop', url: 'https://shop.example' }])
    const secrets = codes[0]?.match(/[\da-f]{64}/g) ?? []
    expect(secrets).toHaveLength(2)
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)) || line.includes('wc:'))).toEqual([])
    // Nothing of a request is told to the relay in the clear.
    expect(relay.calls.every(({ method }) => method.startsWith('irn_'))).toBe(true)
  })
})

test('offline its code is not asked for, and a press with the network has it', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('navigator', { onLine: false })
  const { connector } = openSite()
  connector.link.prepare()
  await until(() => connector.link.state().status === 'failed')
  expect(connector.link.state()).toMatchObject({ error: { name: 'TypeError' } })
  expect(fetch.mock.calls).toEqual([['', { method: 'HEAD', cache: 'no-store' }]])
  vi.stubGlobal('navigator', { onLine: true })
  connector.link.prepare()
  await until(() => connector.link.state().status === 'waiting')
  connector.link.cancel()
})

describe('on a phone', () => {
  const phone = {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    maxTouchPoints: 5,
  }
  const links = { universalLink: 'https://lumen.example/app', mobileLink: 'lumen://' }
  const redirect = { native: 'other://', universal: 'https://other.example' }
  beforeEach(() => {
    vi.stubGlobal('navigator', phone)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', title: 'Shop' }))
  })

  const sign = async ({ portico }: Pick<ReturnType<typeof openSite>, 'portico'>) =>
    (await loadAdapter(portico, 'eip155')).signMessage({ connectorId: id, address: account.address, networkId: ethereum, message: 'hello' })

  /** Pairs with a wallet that was opened by its links, as a view does. */
  async function openByLinks() {
    const site = openSite()
    const { wallet, requests } = openWallet({ relay: site.relay, redirect })
    site.connector.link.prepare()
    const { uri } = await until(() => {
      const now = site.connector.link.state()
      return now.status === 'waiting' && now
    })
    site.connector.link.opened(links)
    const connecting = connect(site.portico, { connectorId: id, namespace: 'eip155' })
    await new Promise((resolve) => setTimeout(resolve, 0))
    return { ...site, wallet, requests, uri, connecting }
  }

  test('a request opens the wallet that was opened for the pairing; what the wallet answers by itself opens nothing', async () => {
    const { wallet, uri, connecting, connection, opened, ...site } = await openByLinks()
    wallet.pair({ uri })
    await connecting
    await until(() => families.every((namespace) => connection(namespace)))
    expect(opened).toEqual([])
    await sign(site)
    await until(() => opened.length > 0)
    const { topic } = wallet.sessions()[0] ?? {}
    expect(opened).toEqual([
      [expect.stringMatching(new RegExp(`^https://lumen\\.example/app/wc\\?requestId=\\d+&sessionTopic=${topic}$`)), '_blank'],
    ])
  })

  test('R17: it is opened again after a reload, also after one while the visitor was in the wallet', async () => {
    const { wallet, uri, connecting, ...first } = await openByLinks()
    connecting.catch(() => undefined)
    await until(() => first.relay.published.length > 0)
    const second = reload(first)
    wallet.pair({ uri })
    await until(() => families.every((namespace) => second.connection(namespace)))
    await sign(second)
    await until(() => second.opened.length > 0)
    const third = reload(second)
    await until(() => third.connection('eip155')?.restored === false)
    await sign(third)
    await until(() => third.opened.length > 0)
    for (const { opened } of [second, third])
      expect(opened).toMatchObject([[expect.stringContaining('https://lumen.example/app/wc?'), '_blank']])
  })

  test('a wallet that was found by its code is opened by what it says of itself, and none by a link that is no app’s', async () => {
    const { opened, portico } = await openConnected({ redirect })
    await sign({ portico })
    await until(() => opened.length > 0)
    expect(opened).toMatchObject([[expect.stringContaining('https://other.example/wc?'), '_blank']])
    for (const close of closing.splice(0)) close()
    const other = await openConnected({ redirect: { native: 'javascript:alert(1)', universal: 'http://other.example' } })
    await sign(other)
    expect(other.opened).toEqual([])
  })

  test('a choice that the visitor turned away from is forgotten', async () => {
    const { wallet, portico, connecting, connector, opened, connection } = await openByLinks()
    cancelConnect(portico)
    await expect(connecting).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    scan(connector, wallet)
    await connect(portico, { connectorId: id, namespace: 'eip155' })
    await until(() => families.every((namespace) => connection(namespace)))
    await sign({ portico })
    await until(() => opened.length > 0)
    expect(opened).toMatchObject([[expect.stringContaining('https://other.example/wc?'), '_blank']])
  })

  /** A visitor who comes back without having decided. */
  async function askUndecided(visibilityState: 'visible' | 'hidden') {
    let decide = () => {}
    const decided = new Promise<void>((resolve) => (decide = resolve))
    const site = await openConnected({ redirect, decided })
    let told = 0
    site.connector.link.subscribe(() => void (told += 1))
    vi.stubGlobal('document', { visibilityState })
    const signing = sign(site)
    const request = await until(() => site.connector.link.request?.())
    return { ...site, request, decide, signing, told: () => told }
  }

  test('what the wallet was asked can be opened again until it has answered', async () => {
    const { connector, opened, request, decide, signing, told } = await askUndecided('visible')
    await until(() => opened.length > 0)
    expect(opened).toEqual([[request.href, '_blank']])
    expect(request.href).toMatch(/^https:\/\/other\.example\/wc\?requestId=\d+&sessionTopic=/)
    expect(request.open()).toBe(true)
    expect(opened).toEqual([opened[0], opened[0]])
    expect([connector.link.request?.(), told()]).toEqual([request, 1])
    decide()
    await signing
    await until(() => !connector.link.request?.())
    expect(told()).toBe(2)
  })

  test('what was asked while the page was hidden opened nothing, and can be opened', async () => {
    const { opened, request, decide, signing } = await askUndecided('hidden')
    expect(opened).toEqual([])
    request.open()
    expect(opened).toEqual([[request.href, '_blank']])
    decide()
    await signing
  })

  test('nothing is opened while the page is hidden', async () => {
    const { opened, portico } = await openConnected({ redirect })
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    await sign({ portico })
    expect(opened).toEqual([])
  })
})

test.each([[{}], [{ relayUrl: 'https://relay.example' }], [{ relayUrl: 'relay.example' }]])('options %j are refused by name', (options) => {
  expect(() => walletConnect(options)).toThrow(/Invalid option 'relayUrl'/)
})

test('a project id alone means the hosted relay', () => {
  expect(walletConnect({ projectId: 'x' })).toMatchObject({ id: 'walletConnect', kind: 'walletConnect' })
})
