import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreeOnKey, createKeyPair, topicOf } from '../crypto/agreement.js'
import { open, seal } from '../crypto/envelope.js'
import { ClientClosedError } from '../errors.js'
import { parseUri } from '../peer/uri.js'
import { createMemoryRelay, type MemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, authentication, dappMetadata, ethereum, memory, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'
import { createDapp } from './createDapp.js'
import { uriLifetime } from './propose.js'
import type { ConnectOptions } from './types.js'

const relayUrl = 'ws://127.0.0.1:1'
await Promise.all([import('../crypto/portable.js'), import('../peer/mail.js'), import('./answers.js'), import('./signIn.js')])

const closing: (() => void)[] = []
beforeEach(() => {
  // WebCrypto works in threads, in its own time: without it, everything here waits for timers and promises alone.
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = async (ms = 0) => {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}
/** What becomes of a promise, seen from outside. */
function follow<T>(promise: Promise<T>) {
  const seen: { outcome?: unknown; count: number } = { count: 0 }
  const note = (outcome: unknown) => {
    seen.outcome = outcome
    seen.count += 1
  }
  promise.then(note, note)
  return seen
}

function openDapp({
  relay = createMemoryRelay(),
  storage = memory(),
}: {
  readonly relay?: MemoryRelay
  readonly storage?: ReturnType<typeof memory>
} = {}) {
  const page = new EventTarget()
  const dapp = createDapp({ relayUrl, metadata: dappMetadata, WebSocket: relay.WebSocket, storage, page })
  closing.push(() => dapp.close())
  return { relay, storage, dapp, page }
}

async function openSession() {
  const opened = openDapp()
  const { relay, dapp } = opened
  const walletPage = new EventTarget()
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket, page: walletPage })
  closing.push(() => wallet.close())
  const tell = (type: string) => [opened.page, walletPage].forEach((page) => page.dispatchEvent(new Event(type)))
  /** Both are put away: days pass without a heartbeat for every five seconds of them. @returns takes them up again */
  const putAway = () => {
    tell('pagehide')
    return () => tell('pageshow')
  }
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }).catch(() => undefined))
  const { uri, approval } = dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  await settle(10)
  const topic = (await approval).session?.topic ?? ''
  return { ...opened, wallet, topic, putAway }
}

/** A wallet that says whatever a test wants it to. */
async function byHand(relay: MemoryRelay, uri: string) {
  const { topic: pairing, key } = parseUri(uri)
  await settle(10)
  const proposal =
    relay.published.map(({ message }) => open(message, key)?.message).find((text) => text?.includes('wc_sessionPropose')) ?? '{}'
  const { id, params } = JSON.parse(proposal) as {
    readonly id: number
    readonly params: { readonly proposer: { readonly publicKey: string } }
  }
  const pair = await createKeyPair()
  const sessionKey = await agreeOnKey(pair.privateKey, params.proposer.publicKey)
  const session = topicOf(sessionKey)
  let nextId = id
  const answers = () =>
    relay.published
      .filter((one) => one.topic === session)
      .map(({ message }) => JSON.parse(open(message, sessionKey)?.message ?? '{}') as Record<string, unknown>)
  return {
    pair,
    session,
    answers,
    async agree(result: unknown = { relay: { protocol: 'irn' }, responderPublicKey: pair.publicKey }) {
      relay.inject(pairing, seal({ key, message: JSON.stringify({ id, jsonrpc: '2.0', result }) }))
      await settle(10)
    },
    async settle(params: object) {
      nextId += 1
      const whole = {
        relay: { protocol: 'irn' },
        controller: { publicKey: pair.publicKey, metadata: walletMetadata },
        namespaces: approved,
        expiry: Math.floor(Date.now() / 1000) + 604_800,
        ...params,
      }
      relay.inject(
        session,
        seal({ key: sessionKey, message: JSON.stringify({ id: nextId, jsonrpc: '2.0', method: 'wc_sessionSettle', params: whole }) }),
      )
      await settle(10)
    },
  }
}

describe('R1: nothing waits for ever', () => {
  test('a proposal that nobody answers ends after 5 min; its code is to be renewed after 4', async () => {
    const { dapp } = openDapp()
    const now = Math.floor(Date.now() / 1000)
    const { expiry, approval } = dapp.connect({ namespaces: asked })
    const seen = follow(approval)
    expect([expiry - now, uriLifetime]).toEqual([240, 240])
    await settle(299_000)
    expect(seen.count).toBe(0)
    await settle(2_000)
    expect(seen.outcome).toMatchObject({ name: 'ProposalExpiredError', message: 'Proposal expired' })
    expect(dapp.isWaiting()).toBe(false)
    await settle(10_000)
    expect(dapp.relayStatus()).toBe('idle')
  })

  test('a code with a sign-in that nobody answers leaves nothing that is listened to', async () => {
    const { dapp, relay } = openDapp()
    const seen = follow(dapp.connect({ namespaces: asked, authenticate: authentication() }).approval)
    await settle(10)
    expect(new Set(relay.published.map(({ tag }) => tag))).toEqual(new Set([1100, 1116]))
    await settle(302_000)
    expect(seen.outcome).toMatchObject({ name: 'ProposalExpiredError' })
    await settle(10_000)
    expect([dapp.relayStatus(), relay.connections()]).toEqual(['idle', 0])
  })

  test('a wallet that agrees in the last second has a minute more to settle, and no longer', async () => {
    const [prompt, slow] = [openDapp(), openDapp()]
    const meet = async ({ dapp, relay }: ReturnType<typeof openDapp>) => {
      const began = Date.now()
      const { uri, approval } = dapp.connect({ namespaces: asked })
      const seen = follow(approval)
      const wallet = await byHand(relay, uri)
      await settle(299_000 - (Date.now() - began))
      await wallet.agree()
      return { seen, wallet }
    }
    const first = await meet(prompt)
    await settle(2_000)
    await first.wallet.settle({})
    expect(first.seen).toMatchObject({ count: 1, outcome: { session: { topic: first.wallet.session } } })
    expect(prompt.dapp.isWaiting()).toBe(false)
    const second = await meet(slow)
    await settle(58_000)
    expect(second.seen.count).toBe(0)
    await settle(4_000)
    expect(second.seen).toMatchObject({ count: 1, outcome: { name: 'ProposalExpiredError' } })
    await second.wallet.settle({})
    expect(slow.dapp.sessions()).toEqual([])
  })

  test('a request that nobody answers ends after 5 min, and a late answer changes nothing', async () => {
    const { dapp, wallet, topic } = await openSession()
    const seen = follow(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] }))
    await settle(10)
    const [request] = wallet.requests()
    await settle(301_000)
    expect(seen).toMatchObject({ count: 1, outcome: { name: 'RequestExpiredError', code: 8000 } })
    expect(wallet.requests()).toEqual([])
    await expect(wallet.respond({ topic, id: request?.id ?? 0, result: 'late' })).rejects.toThrow()
    expect(seen.count).toBe(1)
  })

  test('turning away from a request ends the wait at once', async () => {
    const { dapp, topic } = await openSession()
    const abort = new AbortController()
    const seen = follow(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [], signal: abort.signal }))
    await settle(10)
    abort.abort()
    await settle()
    expect(seen).toMatchObject({ count: 1, outcome: { message: 'Request was aborted' } })
  })

  test('a request that could not go out before its visitor turned away never does', async () => {
    const { dapp, relay, topic } = await openSession()
    relay.away(true)
    relay.drop()
    const abort = new AbortController()
    const seen = follow(dapp.request({ topic, chainId: ethereum, method: 'eth_sendTransaction', params: [], signal: abort.signal }))
    await settle(10_000)
    abort.abort()
    relay.away(false)
    await settle(10_000)
    expect(seen.count).toBe(1)
    expect(relay.published.filter(({ tag }) => tag === 1108)).toEqual([])
  })

  test('a code that is asked of a closed client is refused at once', async () => {
    const { dapp } = openDapp()
    dapp.close()
    expect(() => dapp.connect({ namespaces: asked })).toThrow(ClientClosedError)
    expect([dapp.isWaiting(), vi.getTimerCount()]).toEqual([false, 0])
  })

  test('closing the client ends everything that waits, and leaves no timer', async () => {
    const { dapp, wallet, topic } = await openSession()
    const all = [
      follow(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })),
      follow(dapp.ping({ topic })),
      follow(dapp.connect({ namespaces: {} }).approval),
    ]
    dapp.close()
    wallet.close()
    await settle(1_000)
    expect(all.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a settlement', () => {
  const refused: readonly [string, object, Partial<ConnectOptions>?][] = [
    ['of somebody else', { controller: { publicKey: 'ab'.repeat(32), metadata: walletMetadata } }],
    ['without a controller', { controller: 7 }],
    ['that has expired', { expiry: 1 }],
    ['without an end', { expiry: 'never' }],
    ['without accounts', { namespaces: { eip155: { accounts: [], methods: [], events: [] } } }],
    [
      'with a chain family that was not asked for, alone',
      { namespaces: { polkadot: { accounts: ['polkadot:1:x'], methods: [], events: [] } } },
    ],
    ['with accounts of another chain family', { namespaces: { eip155: { accounts: ['solana:1:x'], methods: [], events: [] } } }],
    ['with accounts that are none', { namespaces: { eip155: { accounts: ['eip155:1'], methods: [], events: [] } } }],
    ['with a list for namespaces', { namespaces: [] }],
    [
      'without what the site cannot do without',
      { namespaces: { eip155: { accounts: [`${ethereum}:0x1`], methods: [], events: [] } } },
      { required: { eip155: { chains: [ethereum], methods: ['personal_sign'], events: [] } } },
    ],
  ]
  test.each(refused)('%s is refused, and the wallet is told', async (_, params, options = {}) => {
    const { dapp, relay } = openDapp()
    const { uri, approval } = dapp.connect({ namespaces: asked, ...options })
    const seen = follow(approval)
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    await wallet.settle(params)
    expect(seen).toMatchObject({ count: 1, outcome: { name: 'SettlementError', code: 7000 } })
    expect(wallet.answers()).toMatchObject([{ error: { code: 7000 } }])
    expect(dapp.sessions()).toEqual([])
  })

  test('with more than was asked is cut to the chain families that were', async () => {
    const { dapp, relay } = openDapp()
    const { uri, approval } = dapp.connect({ namespaces: { eip155: asked['eip155']! } })
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    await wallet.settle({
      namespaces: {
        'eip155:10': { accounts: ['eip155:10:0x1'], methods: ['personal_sign'], events: [] },
        polkadot: { accounts: ['polkadot:1:x'], methods: ['x'], events: [] },
        // Whatever a wallet writes of what nobody asked for, in forms that CAIP-2 and CAIP-10 have not.
        ton: { accounts: ['ton:-239:0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'], methods: [], events: [] },
        multiversx: 7,
      },
    })
    const { session } = await approval
    expect(session?.namespaces).toEqual({
      eip155: { accounts: ['eip155:10:0x1'], chains: ['eip155:10'], methods: ['personal_sign'], events: [] },
    })
    await wallet.settle({}) // repeated: it counts once
    expect(dapp.sessions()).toHaveLength(1)
  })

  test('of a site with many networks is taken, as a whole', async () => {
    const { dapp, relay } = openDapp()
    const chains = Array.from({ length: 700 }, (_, at) => `eip155:${at + 1}`)
    const methods = ['personal_sign']
    const { uri, approval } = dapp.connect({ namespaces: { eip155: { chains, methods, events: [] } } })
    const seen = follow(approval)
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    const accounts = chains.flatMap((chain) => [`${chain}:0x1`, `${chain}:0x2`])
    await wallet.settle({ namespaces: { eip155: { chains, accounts, methods, events: [] } } })
    expect(seen).toMatchObject({ count: 1, outcome: { session: { namespaces: { eip155: { accounts } } } } })
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['no key', {}],
    ['a short key', { responderPublicKey: 'ab' }],
    ['a key that gives no secret', { responderPublicKey: '00'.repeat(32) }],
  ])('an agreement with %s ends the proposal with a typed error', async (_, result) => {
    const { dapp, relay } = openDapp()
    const { uri, approval } = dapp.connect({ namespaces: asked })
    const seen = follow(approval)
    const wallet = await byHand(relay, uri)
    await wallet.agree(result)
    expect(seen).toMatchObject({ count: 1, outcome: { name: 'MalformedMessageError' } })
  })

  test('R17: a proposal that was agreed to before a reload is settled after it', async () => {
    const first = openDapp()
    const { uri, approval } = first.dapp.connect({ namespaces: asked })
    approval.catch(() => undefined)
    const wallet = await byHand(first.relay, uri)
    await wallet.agree()
    first.dapp.close()
    const { dapp } = openDapp(first)
    await settle(10)
    expect(dapp.isWaiting()).toBe(true)
    const added = new Promise((resolve) => dapp.on('sessionAdded', resolve))
    await wallet.settle({})
    await expect(added).resolves.toMatchObject({ topic: wallet.session, peer: { name: 'Example Wallet' } })
    expect(dapp.isWaiting()).toBe(false)
  })
})

describe('a page that was thrown away', () => {
  const proposals = (relay: MemoryRelay, uri: string) => {
    const { key } = parseUri(uri)
    return relay.published.map(({ message }) => open(message, key)?.message).filter((text) => text?.includes('wc_sessionPropose'))
  }

  test('R17: before the relay had its proposal sends it when it is back', async () => {
    const first = openDapp()
    const properties = { purpose: 'a test' }
    const { uri, approval } = first.dapp.connect({ namespaces: asked, properties })
    approval.catch(() => undefined)
    first.dapp.close()
    await settle(10)
    expect(proposals(first.relay, uri)).toEqual([])
    const { dapp, relay } = openDapp(first)
    await settle(10)
    expect(proposals(relay, uri)).toHaveLength(1)
    expect(proposals(relay, uri)[0]).toContain('"sessionProperties":{"purpose":"a test"}')
    const added = new Promise((resolve) => dapp.on('sessionAdded', resolve))
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    await wallet.settle({})
    await expect(added).resolves.toMatchObject({ topic: wallet.session })
  })

  test('R17: and that asks again between the wallet’s yes and the session gets that session, not another code', async () => {
    const first = openDapp()
    const { uri, approval } = first.dapp.connect({ namespaces: asked })
    approval.catch(() => undefined)
    await settle(10)
    first.dapp.close()
    const { dapp, relay } = openDapp(first)
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    const again = dapp.connect({ namespaces: asked })
    const seen = follow(again.approval)
    await wallet.settle({})
    expect(seen).toMatchObject({ count: 1, outcome: { session: { topic: wallet.session } } })
    expect(again.uri).toBe(uri)
    expect(dapp.isWaiting()).toBe(false)
  })

  test('whose visitor turned away after the wallet’s yes gets another code', async () => {
    const { dapp, relay } = openDapp()
    const abort = new AbortController()
    const { uri, approval } = dapp.connect({ namespaces: asked, signal: abort.signal })
    approval.catch(() => undefined)
    const wallet = await byHand(relay, uri)
    await wallet.agree()
    abort.abort()
    const again = dapp.connect({ namespaces: asked })
    again.approval.catch(() => undefined)
    expect(again.uri).not.toBe(uri)
  })

  test('R17: that had turned away sends its proposal when it asks again', async () => {
    const first = openDapp()
    const abort = new AbortController()
    const { uri, approval } = first.dapp.connect({ namespaces: asked, signal: abort.signal })
    approval.catch(() => undefined)
    abort.abort()
    first.dapp.close()
    const { dapp, relay } = openDapp(first)
    await settle(10)
    expect(proposals(relay, uri)).toEqual([])
    const again = dapp.connect({ namespaces: asked })
    again.approval.catch(() => undefined)
    await settle(10)
    expect(again.uri).toBe(uri)
    expect(proposals(relay, uri)).toHaveLength(1)
  })

  test('after the relay had its proposal does not send it again', async () => {
    const first = openDapp()
    const { uri, approval } = first.dapp.connect({ namespaces: asked })
    approval.catch(() => undefined)
    await settle(10)
    first.dapp.close()
    const { relay } = openDapp(first)
    await settle(10)
    expect(proposals(relay, uri)).toHaveLength(1)
  })
})

describe('a session', () => {
  test('ends when its time is over', async () => {
    const { dapp, wallet, topic, putAway } = await openSession()
    const ended = follow(new Promise((resolve) => dapp.on('sessionDeleted', resolve)))
    putAway()
    await settle(604_801_000)
    expect(ended.outcome).toMatchObject({ topic, message: 'Session expired.' })
    expect([dapp.sessions(), wallet.sessions()]).toEqual([[], []])
  }, 60_000)

  test('that runs out within the day is extended by a client that starts', async () => {
    const { dapp, relay, storage, topic, putAway } = await openSession()
    const takeUp = putAway()
    await settle(550_000_000)
    dapp.close()
    takeUp()
    const again = openDapp({ relay, storage }).dapp
    await settle(1_000)
    expect((again.session(topic)?.expiry ?? 0) * 1_000 - Date.now()).toBeGreaterThan(600_000_000)
  }, 60_000)

  test('is extended by a wallet whose clock is an hour ahead, by no more than a site would', async () => {
    const { dapp, wallet, topic } = await openSession()
    await settle(10_000)
    const now = Date.now()
    const calling = vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000)
    const extending = follow(wallet.extend({ topic }))
    calling.mockRestore()
    await settle(10)
    expect(extending.outcome).toBeUndefined()
    expect(extending.count).toBe(1)
    const left = (dapp.session(topic)?.expiry ?? 0) - now / 1_000
    expect(Math.abs(left - 604_800)).toBeLessThan(2)
  })

  test('keeps what was noted of it for as long as it lasts, also when it is extended', async () => {
    const { dapp, wallet, topic, putAway } = await openSession()
    dapp.setNote(topic, 'chain-eip155', ethereum)
    await settle(400_000_000)
    const extending = follow(wallet.extend({ topic }))
    await settle(10)
    expect(extending.count).toBe(1)
    putAway()
    await settle(300_000_000)
    expect(dapp.session(topic)).toBeDefined()
    expect(dapp.note(topic, 'chain-eip155')).toBe(ethereum)
  }, 60_000)

  test('answers with a typed error when it is asked for what it does not cover, or is not there', async () => {
    const { dapp, topic } = await openSession()
    for (const chainId of ['eip155:999', 'constructor:1', '__proto__:1', ''])
      await expect(dapp.request({ topic, chainId, method: 'personal_sign' })).rejects.toMatchObject({ name: 'OutOfScopeError', code: 4901 })
    await expect(dapp.request({ topic, chainId: ethereum, method: 'eth_sign' })).rejects.toMatchObject({
      name: 'OutOfScopeError',
      code: 4200,
    })
    await expect(dapp.request({ topic: 'x', chainId: ethereum, method: 'personal_sign' })).rejects.toMatchObject({
      name: 'SessionNotFoundError',
      code: 7001,
    })
    await expect(dapp.ping({ topic: 'x' })).rejects.toMatchObject({ name: 'SessionNotFoundError' })
    await expect(dapp.disconnect({ topic: 'x' })).rejects.toMatchObject({ name: 'SessionNotFoundError' })
  })

  test('holds what is told about it: properties, and not its key', async () => {
    const { dapp, topic } = await openSession()
    expect(JSON.stringify(dapp.sessions())).not.toMatch(/"key"|privateKey/)
    expect(dapp.session(topic)).not.toHaveProperty('key')
  })
})
