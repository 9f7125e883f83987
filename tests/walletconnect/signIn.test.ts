import { evm } from '@portico/adapter-evm'
import { base as baseNetwork, mainnet } from '@portico/adapter-evm/networks'
import { solana as solanaAdapter } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { activeConnection, connect, connectionStore, createPortico, disconnect, mount, signMessage } from '@portico/core'
import { onePressOf, readSignedIn, type SignedIn, type SignInOffer } from '@portico/core/kit'
import { siwx as signInBy, siwxStore } from '@portico/core/siwx'
import { createSiwx, memoryStore } from '@portico/siwx/server'
import { evmVerifier } from '@portico/siwx/server/evm'
import { reject } from '@portico/testing'
import { createWalletConnectWallet, type WalletConnectWalletOptions } from '@portico/testing/walletconnect'
import { walletConnect, type LinkConnector } from '@portico/walletconnect'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryRelay } from '../../packages/walletconnect/src/test/memoryRelay.js'
import { base, ethereum, memory, until } from '../../packages/walletconnect/src/test/parties.js'

const id = 'walletConnect'
const relayUrl = 'ws://127.0.0.1:1'
const origin = 'https://shop.example'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const closing: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('navigator', undefined)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
})

/** A node of chain 1 or 8453, where nobody has code. */
const node: typeof fetch = async (url, init) => {
  const isAsked = typeof init?.body === 'string' && init.body.includes('eth_chainId')
  return Response.json({ jsonrpc: '2.0', id: 1, result: isAsked ? (url === 'http://node.example/1' ? '0x1' : '0x2105') : '0x' })
}
const siwx = createSiwx({
  origins: [origin],
  chains: [ethereum, base],
  store: memoryStore(),
  verifiers: {
    eip155: evmVerifier({ rpcUrls: { [ethereum]: 'http://node.example/1', [base]: 'http://node.example/8453' }, fetch: node }),
  },
})
const post = async (name: string, body?: unknown) => {
  const init = { method: 'POST', headers: { origin }, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await siwx.handler(new Request(`${origin}/siwx/${name}`, init))
  return { status: response.status, json: (await response.json()) as Readonly<Record<string, unknown>> }
}
async function makeOffer(): Promise<SignInOffer> {
  const { json } = await post('nonce')
  const iso = (offset: number) => new Date(Date.now() + offset).toISOString()
  return {
    domain: 'shop.example',
    uri: `${origin}/login`,
    statement: 'Sign in to the shop.',
    nonce: String(json['nonce']),
    issuedAt: iso(0),
    expirationTime: iso(3_600_000),
    chains: [ethereum, base],
    resources: [`${origin}/terms`],
  }
}

/** A page of a site that signs its visitors in with one press, and a phone. */
function setUp({
  offer = makeOffer,
  withSolana = false,
  relay = createMemoryRelay(),
  storage = memory(),
  wallet: options = {},
}: {
  readonly offer?: () => Promise<SignInOffer | undefined>
  readonly withSolana?: boolean
  readonly relay?: ReturnType<typeof createMemoryRelay>
  readonly storage?: ReturnType<typeof memory>
  readonly wallet?: Partial<WalletConnectWalletOptions>
} = {}) {
  const made: LinkConnector[] = []
  const description = walletConnect({ relayUrl, WebSocket: relay.WebSocket })
  const portico = createPortico({
    adapters: [evm({ networks: [mainnet, baseNetwork] }), ...(withSolana ? [solanaAdapter({ networks: [solanaMainnet] })] : [])],
    connectors: [
      {
        ...description,
        create(one) {
          const connector = description.create(one)
          made.push(connector)
          return connector
        },
      },
    ],
    metadata: { name: 'Example Shop', url: origin },
    storage,
  })
  const taken: (readonly SignedIn[])[] = []
  const asking = vi.fn(offer)
  onePressOf.put(portico, { offer: asking, take: ({ signedIn, namespace }) => void taken.push(readSignedIn(signedIn, namespace)) })
  const stop = mount(portico)
  const [connector] = made
  if (!connector) throw new Error('There is to be a connector.')
  const wallet = createWalletConnectWallet({
    relayUrl,
    WebSocket: relay.WebSocket,
    networks: { [ethereum]: 'http://127.0.0.1:1', [base]: 'http://127.0.0.1:1' },
    ...options,
  })
  closing.push(stop, () => wallet.close())
  /** Scans the code as soon as it is there. */
  const scan = async () => {
    const uri = await until(() => {
      const state = connector.link.state()
      return state.status === 'waiting' && state.uri
    })
    return wallet.scan(uri)
  }
  return { portico, connector, wallet, scan, taken, asking, stop, relay, storage, asked: () => wallet.requests.map(({ method }) => method) }
}

describe('connecting and signing in by WalletConnect', () => {
  test('is one question, and the server accepts a text of each chain, as one batch of one nonce', async () => {
    const { portico, wallet, scan, taken, asked, asking } = setUp()
    const connecting = connect(portico, { connectorId: id })
    await scan()
    expect(await connecting).toBe(`${ethereum}:${address}`)
    expect(asked()).toEqual(['wc_sessionAuthenticate'])
    expect(asking).toHaveBeenCalledExactlyOnceWith(['eip155'])
    expect(taken.map((texts) => texts.map((text) => [text.networkId, text.address]))).toEqual([
      [
        [ethereum, address],
        [base, address],
      ],
    ])
    const { status, json } = await post('verify', taken[0])
    expect([status, json['error']]).toEqual([200, undefined])
    expect(json['sessions']).toMatchObject([{ account: `${ethereum}:${address}` }, { account: `${base}:${address}` }])
    expect((await post('verify', taken[0])).status).toBe(401) // the nonce was for that
    // The session is as good as any other.
    await expect(signMessage(portico, { message: 'hello' })).resolves.toMatch(/^0x/)
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('is prepared with the code: who connects only then finds what was signed, once', async () => {
    const { portico, connector, scan, taken, asked } = setUp()
    connector.link.prepare()
    await scan()
    await until(() => connector.link.approved().length > 0)
    await connect(portico, { connectorId: id })
    expect([asked(), taken.map((texts) => texts.length)]).toEqual([['wc_sessionAuthenticate'], [2]])
    await disconnect(portico)
    expect(connector.link.signedIn?.()).toEqual([])
  })

  test('is declined as one: nothing is taken, and the next try asks with another nonce', async () => {
    const { portico, wallet, scan, taken, asking } = setUp()
    wallet.script('wc_sessionAuthenticate', reject())
    const connecting = expect(connect(portico, { connectorId: id })).rejects.toMatchObject({ name: 'UserRejectedError' })
    await scan()
    await connecting
    expect(taken).toEqual([])
    const again = connect(portico, { connectorId: id })
    await scan()
    await again
    const nonces = await Promise.all(asking.mock.results.map(async ({ value }) => ((await value) as SignInOffer).nonce))
    expect(new Set(nonces).size).toBe(2)
    expect((await post('verify', taken[0])).status).toBe(200)
  })

  test('is two questions at most with a wallet that does not know of it', async () => {
    const { portico, scan, taken, asked } = setUp({ wallet: { authenticate: false } })
    const connecting = connect(portico, { connectorId: id })
    await scan()
    await connecting
    await signMessage(portico, { message: 'hello' })
    expect([asked(), taken]).toEqual([['wc_sessionPropose', 'personal_sign'], [[]]])
  })

  test('is connecting alone where the site has another chain family as well, has nothing to sign now, or is away', async () => {
    const others = [
      { withSolana: true },
      { offer: () => Promise.resolve(undefined) },
      { offer: () => Promise.reject(new Error('away')) },
      { offer: async () => ({ ...(await makeOffer()), chains: [] }) },
    ]
    for (const options of others) {
      const { portico, scan, taken, asked, asking } = setUp(options)
      const connecting = connect(portico, { connectorId: id })
      await scan()
      await connecting
      expect([asked(), taken]).toEqual([['wc_sessionPropose'], [[]]])
      expect(asking).toHaveBeenCalledTimes('withSolana' in options ? 0 : 1)
    }
  })

  test('R17: what is signed while a phone has thrown the page away is there when the page is back', async () => {
    const before = setUp()
    connect(before.portico, { connectorId: id }).catch(() => undefined)
    const shown = await until(() => {
      const state = before.connector.link.state()
      return state.status === 'waiting' && state.uri
    })
    await until(() => before.relay.published.length > 1)
    before.stop()
    window.dispatchEvent(new Event('pagehide'))
    const after = setUp({ relay: before.relay, storage: before.storage })
    await after.wallet.scan(shown)
    // Nobody presses anything: the page picks up what it left, and asks for nothing else.
    await until(() => after.taken.length > 0)
    expect(after.asked()).toEqual(['wc_sessionAuthenticate'])
    expect((await post('verify', after.taken[0])).status).toBe(200)
  })

  test('R1: a visitor who turns away while the site still thinks leaves nothing behind', async () => {
    let answer: ((offer: SignInOffer) => void) | undefined
    const { portico, connector, relay } = setUp({ offer: () => new Promise((resolve) => (answer = resolve)) })
    connector.link.prepare()
    await until(() => answer)
    connector.link.cancel()
    answer?.(await makeOffer())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([connector.link.state(), relay.published.length, portico.slots.size > 0]).toEqual([{ status: 'idle' }, 0, true])
  })
})

describe('with a site that signs its visitors in', () => {
  /** The site's server behind the browser's cookie jar. */
  const jar: { cookie?: string } = {}
  const browser: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers({ ...Object.fromEntries(request.headers), origin, ...(jar.cookie && { cookie: jar.cookie }) })
    const response = await siwx.handler(new Request(request, { headers }))
    const [cookie] = response.headers.getSetCookie()
    if (cookie) jar.cookie = cookie.split(';')[0] ?? ''
    return response
  }
  function openSite(options: Parameters<typeof signInBy>[0], wallet: Partial<WalletConnectWalletOptions> = {}) {
    delete jar.cookie
    const relay = createMemoryRelay()
    const made: LinkConnector[] = []
    const description = walletConnect({ relayUrl, WebSocket: relay.WebSocket })
    const create = (one: Parameters<typeof description.create>[0]) => {
      const connector = description.create(one)
      made.push(connector)
      return connector
    }
    const portico = createPortico({
      adapters: [evm({ networks: [mainnet, baseNetwork] })],
      connectors: [{ ...description, create }],
      storage: memory(),
      fetch: browser,
      siwx: signInBy(options),
    })
    const stop = mount(portico)
    const [connector] = made
    if (!connector) throw new Error('There is to be a connector.')
    const networks = { [ethereum]: 'http://127.0.0.1:1', [base]: 'http://127.0.0.1:1' }
    const phone = createWalletConnectWallet({ relayUrl, WebSocket: relay.WebSocket, networks, ...wallet })
    closing.push(stop, () => phone.close())
    const press = async () => {
      const connecting = connect(portico, { connectorId: id })
      const uri = await until(() => {
        const state = connector.link.state()
        return state.status === 'waiting' && state.uri
      })
      await phone.scan(uri)
      return connecting
    }
    return { portico, phone, press, sessions: () => siwxStore(portico).getState().sessions }
  }
  const here = { url: `${origin}/siwx`, origin, required: true }

  test('one press connects and signs in: the session is there, and the wallet was asked once', async () => {
    const { press, phone, sessions } = openSite({ ...here, statement: 'Sign in to the shop.' })
    await press()
    await until(() => sessions().length > 0)
    expect(sessions().map(({ accountId }) => accountId)).toEqual([`${ethereum}:${address}`, `${base}:${address}`])
    expect(phone.requests.map(({ method }) => method)).toEqual(['wc_sessionAuthenticate'])
    const shown = await siwx.sessions(new Request(origin, { headers: { cookie: jar.cookie ?? '' } }))
    expect(shown.map(({ account }) => account).toSorted()).toEqual([`${ethereum}:${address}`, `${base}:${address}`].toSorted())
  })

  test('S24: a visitor whose sign-in the server does not take is disconnected again', async () => {
    const { press, portico, sessions } = openSite({ ...here, origin: 'https://elsewhere.example' })
    await press()
    await until(() => activeConnection(connectionStore(portico).getState()) === undefined)
    expect(sessions()).toEqual([])
  })
})
