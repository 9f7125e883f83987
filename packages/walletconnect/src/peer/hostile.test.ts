import { fromBase64, toBase64 } from '@portico/core/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyText } from '../test/text.js'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { hashText } from '../crypto/agreement.js'
import { open, seal } from '../crypto/envelope.js'
import { createMemoryRelay, type MemoryRelay } from '../test/memoryRelay.js'
import { address, approved, asked, base, dappMetadata, ethereum, memory, until, walletMetadata } from '../test/parties.js'
import type { WalletClient } from '../wallet/types.js'
import { createWalletClient } from '../wallet/wallet.js'
import { takeId, windowSize } from './replay.js'
import { parseUri } from './uri.js'

const relayUrl = 'ws://127.0.0.1:1'
const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => void unhandled.push(error)
beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

interface Pair {
  readonly relay: MemoryRelay
  readonly dapp: Dapp
  readonly wallet: WalletClient
  readonly topic: string
  /** The session's key, out of the storage. */
  readonly key: string
  /** What either side reported that changes anything. */
  readonly reports: string[]
  readonly close: () => void
}

async function pair(): Promise<Pair> {
  const relay = createMemoryRelay()
  const { WebSocket } = relay
  const storage = memory()
  const dapp = createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage })
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  const approving = new Promise((resolve) => wallet.on('proposal', ({ id }) => resolve(wallet.approve({ id, namespaces: approved }))))
  const { uri, approval } = dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  await approving
  const reports: string[] = []
  for (const name of ['sessionAdded', 'sessionUpdated', 'sessionDeleted', 'sessionEvent', 'sessionPinged', 'pairingDeleted'] as const)
    dapp.on(name, () => void reports.push(`dapp ${name}`))
  for (const name of [
    'sessionAdded',
    'sessionUpdated',
    'sessionDeleted',
    'proposal',
    'request',
    'authentication',
    'sessionPinged',
    'pairingDeleted',
  ] as const)
    wallet.on(name, () => void reports.push(`wallet ${name}`))
  const stored = JSON.parse([...storage.items.values()][0] ?? '') as {
    readonly records: Record<string, [number, number, { readonly key: string }]>
  }
  const key = stored.records[`session:${topic}`]?.[2].key ?? ''
  return { relay, dapp, wallet, topic, key, reports, close: () => (dapp.close(), wallet.close()) }
}

/** Lets everything happen that waits for nothing but other promises. */
const settle = async () => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
}

const json = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', 'x', [], {}, [[]], [null], { length: 1 }, '__proto__', { constructor: 1 }, '0x'),
  fc.jsonValue({ maxDepth: 1 }),
)
const methods = fc.constantFrom(
  'wc_sessionSettle',
  'wc_sessionUpdate',
  'wc_sessionEvent',
  'wc_sessionExtend',
  'wc_sessionPropose',
  'wc_sessionRequest',
  'wc_sessionAuthenticate',
  'wc_pairingDelete',
  'wc_nothing',
  '__proto__',
  'constructor',
  'toString',
  '',
)
/** Requests that are malformed, of the wrong side, or beyond the session. */
const badParams = fc.oneof(
  json,
  fc.record({ namespaces: json, event: json, chainId: json, request: json, controller: json, expiry: json }, { requiredKeys: [] }),
  fc.constantFrom<unknown>(
    { namespaces: { eip155: { accounts: [], methods: [], events: [] } } },
    { namespaces: { eip155: { accounts: ['eip155:1:0x1', 'solana:1:x'], methods: [], events: [] } } },
    { namespaces: { polkadot: { accounts: ['polkadot:1:x'], methods: [], events: [] } } },
    { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:999' },
    { event: { name: 'somethingElse', data: 1 }, chainId: ethereum },
    { request: { method: 'eth_sign', params: [] }, chainId: ethereum },
    { request: { method: 'personal_sign', params: [], expiryTimestamp: 1 }, chainId: ethereum },
    { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:999' },
    { expiry: 1 },
    { expiry: 99_999_999_999 },
  ),
)

describe('10,000 hostile deliveries each', () => {
  test('R2, R12: malformed and changed envelopes, wrong keys, replies for foreign topics and replays, 10,000 each, change nothing, settle nothing and break nothing', async () => {
    const { relay, dapp, wallet, topic, key, reports, close } = await pair()
    relay.fate = () => [] // the wallet does not hear: the request stays open
    let settled = 0
    const waiting = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x00', address] }).then(
      () => (settled += 1),
      () => (settled += 1),
    )
    await settle()
    const delivered = relay.published.filter((one) => one.topic === topic)
    const request = delivered.pop()?.message ?? ''
    const { id: requestId } = JSON.parse(open(request, key)?.message ?? '{}') as { readonly id: number }
    // Another topic that the site listens to, with a key that it knows.
    const attempt = dapp.connect({ namespaces: { eip155: asked['eip155']! } })
    attempt.approval.catch(() => undefined)
    const other = parseUri(attempt.uri)
    await settle()
    const before = JSON.stringify([dapp.sessions(), wallet.sessions()])
    const junk = fc.oneof(anyText(), fc.uint8Array({ maxLength: 100 }).map(toBase64))
    const answer = json.map((result) => ({ id: requestId, jsonrpc: '2.0', result }))
    const wrong = fc.oneof(
      answer,
      fc.tuple(fc.integer(), methods, badParams).map(([id, method, params]) => ({ id, jsonrpc: '2.0', method, params })),
    )
    const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 127 }))
    const envelopes = delivered.map(({ message }) => fromBase64(message))
    const count = { malformed: 0, changed: 0, wrongKey: 0, foreign: 0, replayed: 0 }
    await fc.assert(
      fc.asyncProperty(fc.nat(), junk, change, wrong, answer, async (which, malformed, [at, by], said, reply) => {
        const to = count.malformed // the site and the wallet take turns
        relay.inject(topic, malformed, to)
        if (to % 4 === 0) relay.say(malformed)
        count.malformed += 1
        const bytes = envelopes[which % envelopes.length]?.slice() ?? new Uint8Array()
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by
        relay.inject(topic, toBase64(bytes), to)
        count.changed += 1
        relay.inject(topic, seal({ key: hashText(`key ${which}`), message: JSON.stringify(said) }), to)
        count.wrongKey += 1
        relay.inject(other.topic, seal({ key: other.key, message: JSON.stringify(reply) }))
        if (to % 4 === 0)
          relay.say(
            JSON.stringify({
              id: 1,
              jsonrpc: '2.0',
              method: 'irn_subscription',
              params: { data: { topic: hashText('another topic'), message: seal({ key, message: JSON.stringify(reply) }) } },
            }),
          )
        count.foreign += 1
        relay.inject(topic, delivered[which % delivered.length]?.message ?? '', to)
        count.replayed += 1
        if (count.replayed % 25 === 0) await settle()
      }),
      { numRuns: 10_000 },
    )
    expect(Object.values(count).every((times) => times >= 10_000)).toBe(true)
    await settle()
    expect(settled).toBe(0)
    expect(reports).toEqual([])
    expect(JSON.stringify([dapp.sessions(), wallet.sessions()])).toBe(before)
    dapp.close()
    await waiting
    expect(settled).toBe(1)
    close()
    expect(unhandled).toEqual([])
  }, 120_000)

  test('S37, R2: whatever the other side says with the right key, nothing beyond the session is accepted, and each request has one outcome', async () => {
    const { relay, dapp, wallet, topic, key, reports, close } = await pair()
    const outcomes: string[] = []
    const waiting = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x00', address] }).then(
      (result) => outcomes.push(String(result)),
      () => outcomes.push('error'),
    )
    await settle()
    const before = JSON.stringify([dapp.sessions(), wallet.sessions()])
    reports.length = 0
    let id = Date.now() * 1000 + 5_000_000
    const message = fc.oneof(
      fc.tuple(methods, badParams).map(([method, params]) => ({ method, params })),
      fc.record({ result: json }),
      fc.record({ error: json }),
      json.map((value) => ({ value })),
    )
    let count = 0
    await fc.assert(
      fc.asyncProperty(message, fc.constantFrom<unknown>(undefined, 'x', null, -1, 1.5, '12', {}), async (body, oddId) => {
        id += 1
        if ('method' in body && body.method === 'wc_sessionExtend') Object.assign(body, { params: { expiry: oddId ?? 1 } }) // both may extend, within reason
        relay.inject(topic, seal({ key, message: JSON.stringify({ id: oddId === undefined ? id : oddId, jsonrpc: '2.0', ...body }) }))
        count += 1
        if (count % 50 === 0) await settle()
      }),
      { numRuns: 10_000 },
    )
    await settle()
    expect(JSON.stringify([dapp.sessions(), wallet.sessions()])).toBe(before)
    expect(reports).toEqual([])
    expect(outcomes).toEqual([])
    const [open] = wallet.requests()
    if (!open) throw new Error('The request did not arrive.')
    await wallet.respond({ topic, id: open.id, result: '0xsigned' })
    await waiting
    expect(outcomes).toEqual(['0xsigned'])
    close()
    expect(unhandled).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  }, 120_000)

  test('R12: duplicated and reordered deliveries count once each (10,000 messages)', async () => {
    const { relay, dapp, wallet, topic, key, close } = await pair()
    wallet.close() // its own answers would be counted with the site's
    await settle()
    const answers = relay.published.length
    const heard: unknown[] = []
    dapp.on('sessionEvent', ({ data }) => void heard.push(data))
    let id = Date.now() * 1000 + 5_000_000
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(19), { minLength: 1, maxLength: 40 }), fc.integer({ min: 5, max: 20 }), async (order, size) => {
        const batch = Array.from({ length: size }, () => {
          id += 1
          sent += 1
          return seal({
            key,
            message: JSON.stringify({
              id,
              jsonrpc: '2.0',
              method: 'wc_sessionEvent',
              params: { event: { name: 'chainChanged', data: sent }, chainId: base },
            }),
          })
        })
        for (const at of order) relay.inject(topic, batch[at % size] ?? '')
        for (const message of batch.toReversed()) relay.inject(topic, message)
        while (relay.published.length < answers + sent) await Promise.resolve() // each is answered, once
      }),
      { numRuns: 1_000 },
    )
    expect(sent).toBeGreaterThanOrEqual(10_000)
    expect(relay.published).toHaveLength(answers + sent)
    expect([...heard].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
    close()
  }, 120_000)

  test('an id counts once: 10,000 orders', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 300 }), (ids) => {
        let window: readonly number[] = []
        const taken = new Set<number>()
        for (const one of ids) {
          const next = takeId(window, one)
          if (next) {
            if (taken.has(one) || next.length > windowSize) return false
            taken.add(one)
            window = next
          } else if (!taken.has(one) && !(window.length >= windowSize && one < (window[0] ?? 0))) return false
        }
        return true
      }),
      { numRuns: 10_000 },
    )
  })
})

test('R12: a replay after a restart is still a replay', async () => {
  const relay = createMemoryRelay()
  const { WebSocket } = relay
  const storage = memory()
  const start = () => createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage })
  const first = start()
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }))
  const { uri, approval } = first.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  const event = new Promise((resolve) => first.on('sessionEvent', resolve))
  await wallet.emitEvent({ topic, chainId: base, name: 'chainChanged', data: 8453 })
  await event
  const message = relay.published.findLast((one) => one.tag === 1110)?.message ?? ''
  first.close()
  const second = start()
  let heard = 0
  second.on('sessionEvent', () => (heard += 1))
  await until(() => relay.connections() === 2)
  await settle()
  relay.inject(topic, message)
  await settle()
  expect(heard).toBe(0)
  second.close()
  wallet.close()
})
