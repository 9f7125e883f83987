import { setTimeout as pause } from 'node:timers/promises'
import { OptionsError } from '@portico/service'
import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerMigrations } from '../providers/migrations.js'
import { isOwnPage } from './onramp.js'
import { nextLook } from './sessions.js'
import { readOnramp } from './settings.js'
import { type OnrampWorld, alice, buying, makeOnramp, page } from './test/world.js'
import { type OnrampStatus, onrampStatuses } from './types.js'

const stores = await databases(providerMigrations)
afterAll(() => Promise.all(stores.map(({ drop }) => drop())))
const hash = `0x${'a'.repeat(64)}`

describe.each(stores)('on $name', ({ fresh }) => {
  let world: OnrampWorld
  let database = ''
  beforeAll(async () => {
    database = await fresh()
    world = makeOnramp({ database, settings: { urlsPerTenMinutes: 1000, callsPerMinute: 100_000 } })
  })
  afterAll(() => world.onramp.close())
  const status = async (id: string): Promise<OnrampStatus> => (await world.call(`/v1/onramp/sessions/${id}`)).json.status

  test('a session only goes forward, whatever comes in whatever order', async () => {
    const { grant } = await world.begin()
    const ends: Partial<Record<OnrampStatus, readonly OnrampStatus[]>> = { settled: ['refunded'], failed: ['refunded'], refunded: [] }
    const rank: readonly OnrampStatus[] = onrampStatuses.filter((each) => each !== 'expired')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...onrampStatuses), { minLength: 1, maxLength: 8 }), async (news) => {
        const { id } = await world.begin({ grant, proof: undefined })
        let before: OnrampStatus = 'created'
        for (const each of news) {
          expect((await world.tell({ partnerUserRef: id, status: each, txHash: hash })).status).toBe(200)
          const now = await status(id)
          const allowed = ends[before]
          if (now !== before) {
            if (allowed) expect(allowed).toContain(now)
            // Money that was paid outweighs a clock that ran out.
            else if (before !== 'expired') expect(rank.indexOf(now) > rank.indexOf(before) || now === 'expired').toBe(true)
            if (now === 'expired') expect(before).toBe('created')
            expect(now).toBe(each)
          }
          before = now
        }
      }),
      { numRuns: 8 },
    )
  })

  test('an id with a character that Postgres has no place for is of no session', async () => {
    expect(await world.call('/v1/onramp/sessions/%00')).toMatchObject({ status: 404, json: { reasons: [{ name: 'session' }] } })
    const call = { id: 1, method: 'reown_getExchangeBuyStatus', params: { sessionId: 'a\0' } }
    expect(await world.call('/v1/json-rpc', call)).toMatchObject({ status: 200, json: { error: { data: { reason: 'session' } } } })
  })

  test('a webhook twice is one, a late one none, and news of another address is not believed', async () => {
    const { id } = await world.begin()
    const settle = { partnerUserRef: id, status: 'settled', txHash: hash }
    await world.tell({ ...settle, address: `0x${'9'.repeat(40)}` })
    expect(await status(id)).toBe('created')
    await world.tell(settle)
    const settled = (await world.call(`/v1/onramp/sessions/${id}`)).json
    expect(settled).toMatchObject({ status: 'settled', hash })
    await world.tell(settle)
    await world.tell({ partnerUserRef: id, status: 'paid' })
    expect((await world.call(`/v1/onramp/sessions/${id}`)).json).toEqual(settled)
  })

  test('a forged or stale webhook is refused, and one about nothing that is known taken note of', async () => {
    const { id } = await world.begin()
    const settle = { partnerUserRef: id, status: 'settled' }
    const at = Math.floor(Date.now() / 1000)
    expect((await world.tell(settle, { by: 'other' })).status).toBe(401)
    expect((await world.tell(settle, { at: at - 301 })).status).toBe(401)
    expect((await world.tell(settle, { at: at + 301 })).status).toBe(401)
    expect((await world.call('/v1/onramp/webhook/harbor', '{}', {})).status).toBe(401)
    expect((await world.call('/v1/onramp/webhook/nobody', '{}', {})).json.reasons[0].name).toBe('provider')
    expect((await world.tell({ ...settle, id: 's_unknown', partnerUserRef: 'unknown' })).status).toBe(200)
    expect(await status(id)).toBe('created')
  })

  test('a nonce is good for one attempt, also where several come at once, and a grant for its account and page', async () => {
    const proof = await world.proof()
    const ask = (more: Record<string, unknown>, headers?: Record<string, string>) =>
      world.call('/v1/generators/onrampurl', { ...buying, ...more }, headers)
    const all = await Promise.all(Array.from({ length: 6 }, () => ask({ proof })))
    const won = all.filter((each) => each.status === 200)
    expect(won).toHaveLength(1)
    expect(all.filter((each) => each.status === 401)).toHaveLength(5)
    const grant: string = won[0]?.json.grant
    expect((await ask({ grant })).json.grant).toBe(grant)
    const other = { destinationWallets: [{ address: `0x${'5'.repeat(40)}`, assets: ['USDC'] }] }
    for (const [more, headers] of [
      [{ grant, ...other }, undefined],
      [{ grant }, { origin: 'https://evil.example' }],
      [{ grant }, {}],
      [{}, undefined],
    ] as const)
      expect((await ask(more, headers)).json.reasons[0].name).toBe('ownership')
  }) // prettier-ignore

  test("keeps and logs neither a visitor's address on the internet nor what opens a grant", async () => {
    const { grant } = await world.begin()
    const db = openDatabase(database)
    const tables = ['onramp_sessions', 'onramp_grants', 'onramp_nonces', 'rate_events', 'rate_keys'] as const
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    await db.destroy()
    const dump = JSON.stringify([world.logged, rows])
    expect(dump).not.toContain('198.51.100')
    expect(dump).not.toContain(grant)
    expect(dump.toLowerCase()).toContain(alice.address.toLowerCase())
  })

  test('history has what was paid for, and not what opens it', async () => {
    const account = (await world.onramp.ofAccount(alice.address, undefined)).length
    const { id } = await world.begin()
    expect(await world.onramp.ofAccount(alice.address, undefined)).toHaveLength(account)
    await world.tell({ partnerUserRef: id, status: 'processing' })
    const rows = await world.onramp.ofAccount(alice.address.toLowerCase(), 'eip155:8453')
    expect(rows[0]).toMatchObject({ id, status: 'processing' })
    expect(await world.onramp.ofAccount(alice.address, 'eip155:1')).toEqual([])
  })
})

test('a contract signs for itself (ERC-1271), and is known on its own chain alone', async () => {
  const contractTakes = `0x${'c0ffee'.repeat(20)}`
  const world = makeOnramp({ database: (await stores[0]?.fresh()) ?? '', contractTakes })
  const ask = async (signature: string) =>
    world.call('/v1/generators/onrampurl', { ...buying, proof: { ...(await world.proof()), signature } })
  const proof = await world.proof()
  // The key of the address is not the contract's.
  expect((await world.call('/v1/generators/onrampurl', { ...buying, proof })).json.reasons[0].name).toBe('ownership')
  expect((await ask(`0x${'bad0'.repeat(30)}`)).status).toBe(401)
  const { status, json } = await ask(contractTakes)
  expect(status).toBe(200)
  const claim = { address: alice.address, origin: page, grant: String(json.grant) }
  expect(await world.onramp.ownership.check({ ...claim, network: 'eip155:8453' })).toBe(json.grant)
  await expect(world.onramp.ownership.check({ ...claim, network: 'eip155:1' })).rejects.toMatchObject({ reason: 'ownership' })
  await world.onramp.close()
})

test('a page that has no origin of its own proves nothing', async () => {
  const world = makeOnramp({ database: (await stores[0]?.fresh()) ?? '' })
  for (const origin of ['null', 'http://shop.example', 'https://shop.example/', 'chrome-extension://abc'])
    expect((await world.call('/v1/generators/onrampurl', { ...buying, proof: await world.proof() }, { origin })).status, origin).toBe(401)
  await world.onramp.close()
})

describe('what was lost is asked for', () => {
  test('by one of several gateways at a time, and by nobody before its time', async () => {
    const [database] = await Promise.all(stores.slice(0, 1).map(({ fresh }) => fresh()))
    if (database === undefined) throw new Error('There is no database.')
    let said: Record<string, unknown> = { status: 'processing' }
    const began = Date.now()
    let now = () => began
    const worlds = [1, 2, 3].map(() => makeOnramp({ database, says: () => said, clock: () => now() }))
    const [first] = worlds
    if (!first) throw new Error('There is no gateway.')
    const { id } = await first.begin()
    const due = await Promise.all(worlds.map(({ onramp }) => onramp.sessions.due(10)))
    expect(due.flat()).toEqual([])
    now = () => Date.now() + 60
    const taken = await Promise.all(worlds.map(({ onramp }) => onramp.sessions.due(10)))
    expect(taken.flat()).toHaveLength(1)
    // Whoever took it and died is stood in for.
    const [session] = taken.flat()
    if (!session) throw new Error('There is no session.')
    await first.onramp.sessions.release(session)
    for (const { onramp } of worlds) await onramp.start()
    for (let tries = 0; tries < 100 && (await first.onramp.sessions.find(id))?.status !== 'processing'; tries += 1) await pause(20)
    said = { status: 'settled', txHash: hash }
    for (let tries = 0; tries < 100 && (await first.onramp.sessions.find(id))?.status !== 'settled'; tries += 1) await pause(20)
    expect(await first.onramp.sessions.find(id)).toMatchObject({ status: 'settled', hash })
    const reads = worlds.reduce((sum, each) => sum + each.reads(), 0)
    await pause(150)
    expect(worlds.reduce((sum, each) => sum + each.reads(), 0)).toBe(reads)
    await Promise.all(worlds.map(({ onramp }) => onramp.close()))
  })

  test('with patience where the provider asks for it', async () => {
    const [{ fresh }] = stores as [(typeof stores)[number]]
    let asked = 0
    const world = makeOnramp({
      database: await fresh(),
      instead: (context) => {
        if (context.req.method !== 'GET' || !context.req.path.startsWith('/v1/sessions/')) return undefined
        asked += 1
        return context.json({}, 429, { 'retry-after': '60' })
      },
    })
    const { id } = await world.begin()
    await pause(60)
    await world.call(`/v1/onramp/sessions/${id}`)
    await pause(60)
    expect((await world.call(`/v1/onramp/sessions/${id}`)).json.status).toBe('created')
    expect(asked).toBe(1)
    await world.onramp.close()
  })

  test('often while it is young, and not at all when nothing more is to come', () => {
    const [minute, day] = [60_000, 86_400_000]
    const wait = (status: OnrampStatus, age: number) => nextLook({ status, age, pollMs: 5000 })
    expect(wait('created', 0)).toBe(5000)
    expect(wait('paid', 10 * minute)).toBe(30_000)
    expect(wait('processing', day)).toBe(10 * minute)
    expect(wait('settled', 0)).toBe(day / 4)
    expect([wait('settled', 4 * day), wait('failed', 0), wait('refunded', 0), wait('expired', 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('R10', () => {
  const fresh = () => stores[0]?.fresh() ?? Promise.reject(new Error('There is no database.'))
  const away = (path: string) => (context: { req: { path: string }; json: (body: object, status: 503) => Response }) =>
    context.req.path.startsWith(path) ? context.json({}, 503) : undefined
  const ask = (world: OnrampWorld, more: Record<string, unknown> = {}) =>
    world.call('/v1/onramp/quote', { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50', network: 'base', ...more })

  test('where a provider does not say what it has, a built-in list stands in, with the coins as the chain has them', async () => {
    const world = makeOnramp({ database: await fresh(), instead: away('/v1/options') })
    const { json, status } = await world.call('/v1/onramp/options?country=DE')
    expect(status).toBe(200)
    expect(json.builtIn).toBe(true)
    const usdc = json.purchaseCurrencies.find(({ id }: { id: string }) => id === 'USDC')
    expect(usdc.networks.map(({ caipNetworkId }: { caipNetworkId: string }) => caipNetworkId)).toEqual([
      'eip155:8453',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ])
    expect(usdc.networks[0].contract_address).toBe(`0x${'8'.repeat(40)}`)
    expect(json.paymentCurrencies[0].payment_method_limits[0]).toEqual({ id: 'CARD', min: '10', max: '7500' })
    // One can buy by it.
    expect((await world.begin()).url).toBe('https://harbor.example/pay?session=1')
    await world.onramp.close()
  })

  test('where nobody quotes there is an estimate, which says what it is and how old, and cannot be taken up', async () => {
    const now = Date.now()
    const world = makeOnramp({ database: await fresh(), instead: away('/v1/quotes'), price: 1, clock: () => now })
    const { json } = await ask(world)
    expect(json).toMatchObject({
      estimate: true,
      quoteId: '',
      provider: 'harbor',
      others: [],
      pricedAt: (Math.floor(now / 1000) - 60) * 1000,
    })
    // With the highest fee that the provider names.
    expect(json).toMatchObject({ purchaseAmount: { amount: '49', currency: 'USDC' }, paymentTotal: { amount: '50.00', currency: 'USD' } })
    expect(json.expiresAt).toBe(now + 30_000)
    const taken = { ...buying, quoteId: 'harbor~', proof: await world.proof() }
    expect((await world.call('/v1/generators/onrampurl', taken)).json.reasons[0].name).toBe('quoteExpired')
    await world.onramp.close()
  })

  test('an estimate in euros goes by what a euro is sold for where the gateway looks, which need not be Ethereum', async () => {
    const world = makeOnramp({ database: await fresh(), instead: away('/v1/quotes'), price: 1, euro: 1.1 })
    const { json } = await ask(world, { paymentCurrency: 'EUR' })
    expect(json).toMatchObject({
      estimate: true,
      purchaseAmount: { amount: '53.9', currency: 'USDC' },
      paymentTotal: { amount: '50.00', currency: 'EUR' },
    })
    await world.onramp.close()
  })

  test('where no price is known either, nothing is made up', async () => {
    for (const [price, more] of [
      [undefined, {}],
      [1, { paymentCurrency: 'EUR' }],
    ] as const) {
      const world = makeOnramp({ database: await fresh(), instead: away('/v1/quotes'), ...(price && { price }) })
      const { status, headers, json } = await ask(world, more)
      expect([status, json.reasons[0].name]).toEqual([503, 'unavailable'])
      expect(headers.get('retry-after')).toBe('5')
      await world.onramp.close()
    }
  }) // prettier-ignore

  test('an offer for something else than was asked for is none', async () => {
    const money = (amount: string, currency: string) => ({ amount, currency })
    for (const odd of [
      { paymentTotal: money('500', 'USD') },
      { paymentTotal: money('50', 'EUR') },
      { purchaseAmount: money('99', 'ETH') },
      { purchaseAmount: money('0', 'USDC') },
    ]) {
      const offer = {
        quoteId: 'q',
        expiresAt: '2099-01-01T00:00:00Z',
        paymentTotal: money('50', 'USD'),
        paymentSubtotal: money('49', 'USD'),
        providerFee: money('1', 'USD'),
        networkFee: money('0', 'USD'),
        purchaseAmount: money('49', 'USDC'),
        ...odd,
      }
      const world = makeOnramp({
        database: await fresh(),
        instead: (context) => (context.req.path === '/v1/quotes' ? context.json(offer) : undefined),
      })
      expect((await ask(world)).status, JSON.stringify(odd)).toBe(503)
      await world.onramp.close()
    }
  })
})

describe('S19', () => {
  test('a page that is not its provider’s own is never handed out, and no session is kept of it', async () => {
    let url = ''
    const world = makeOnramp({ database: (await stores[0]?.fresh()) ?? '', url: () => url, settings: { urlsPerTenMinutes: 1000 } })
    const { grant } = await (() => {
      url = 'https://harbor.example/pay'
      return world.begin()
    })()
    for (const odd of [
      'https://evil.example/',
      'http://harbor.example/',
      'javascript:alert(1)',
      'https://harbor.example@evil.example/',
      'https://u:p@harbor.example/',
      'https://harbor.example.evil.example/',
      'data:text/html,x',
      'blob:https://harbor.example/1',
      '//harbor.example',
      'https://harbor.example:8443/',
    ]) {
      url = odd
      const { status, json } = await world.call('/v1/generators/onrampurl', { ...buying, grant })
      expect([url, status, json.reasons[0].name]).toEqual([url, 503, 'unavailable'])
      expect(JSON.stringify(json)).not.toContain('evil')
    }
    await world.onramp.close()
  })

  test('10,000 addresses: those of the listed origins alone', () => {
    const pages = ['https://pay.coinbase.com', 'https://meldcrypto.com']
    const hosts = fc.constantFrom(
      'pay.coinbase.com',
      'meldcrypto.com',
      'evil.example',
      'pay.coinbase.com.evil.example',
      'xn--pay-coinbase.com',
      'PAY.COINBASE.COM',
      'pay.coinbase.com.',
    )
    const address = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('https:', 'http:', 'javascript:', 'data:', 'blob:https:', 'file:', 'HTTPS:', ' https:', 'https\n:'),
          fc.constantFrom('//', '/', '', '\\\\', '//a@', '//a:b@'),
          hosts,
          fc.webPath(),
          fc.string(),
        )
        .map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
    )
    fc.assert(
      fc.property(address, (text) => {
        if (!isOwnPage(text, pages)) return
        const { protocol, hostname, port, username } = new URL(text)
        expect([protocol, port, username]).toEqual(['https:', '', ''])
        expect(['pay.coinbase.com', 'meldcrypto.com']).toContain(hostname)
      }),
      { numRuns: 10_000 },
    )
  })
})

test('a page is opened so often for one account, and a network may call so often', async () => {
  const database = (await stores[0]?.fresh()) ?? ''
  const world = makeOnramp({ database, settings: { urlsPerTenMinutes: 2, callsPerMinute: 8 } })
  const { grant } = await world.begin()
  await world.begin({ grant, proof: undefined })
  const third = await world.call('/v1/generators/onrampurl', { ...buying, grant })
  expect([third.status, third.json.reasons[0].name]).toEqual([429, 'rate'])
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(500)
  const all = await Promise.all(Array.from({ length: 10 }, () => world.call('/v1/onramp/options')))
  expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(2)
  await world.onramp.close()
})

test('bad bodies are told what is wrong with them, in either form that clients know', async () => {
  const world = makeOnramp({ database: (await stores[0]?.fresh()) ?? '' })
  for (const [path, body] of [
    ['/v1/onramp/quote', '{'],
    ['/v1/onramp/quote', { amount: '1e5', paymentCurrency: 'EUR', purchaseCurrency: 'USDC', network: 'base' }],
    ['/v1/onramp/quote', { amount: '50', paymentCurrency: 'GBP', purchaseCurrency: 'USDC', network: 'base' }],
    ['/v1/generators/onrampurl', { destinationWallets: [] }],
    ['/v1/generators/onrampurl', { ...buying, country: 'Germany' }],
    ['/v1/generators/offrampurl', {}],
  ] as const) {
    const { status, json } = await world.call(path, body)
    expect([path, status, json.status]).toEqual([path, 400, 'FAILED'])
    expect(json.reasons[0].description).not.toBe('')
    expect(json.error.message).toBe(json.reasons[0].description)
  }
  const two = {
    ...buying,
    destinationWallets: [{ address: alice.address }, { address: `0x${'5'.repeat(40)}` }],
    proof: await world.proof(),
  }
  expect((await world.call('/v1/generators/onrampurl', two)).json.reasons[0].name).toBe('address')
  expect((await world.call('/v1/onramp/sessions/none')).status).toBe(404)
  expect((await world.call('/v1/json-rpc', { id: 1, method: 'eth_call' })).json).toMatchObject({ id: 1, error: { code: -32_602 } })
  const led = { ...buying, redirectUrl: `${page}/done`, proof: await world.proof() }
  expect((await world.call('/v1/generators/onrampurl', led)).status).toBe(200)
  expect(world.sent.at(-1)).toMatchObject({ redirectUrl: `${page}/done`, address: alice.address })
  expect(JSON.stringify(world.sent)).not.toContain('198.51.100')
  await world.onramp.close()
})

test('settings that are wrong are named, without a key', () => {
  const provider = { kind: 'harbor', url: 'https://h.example', key: 'very secret' }
  expect(readOnramp({ providers: [provider] })).toMatchObject({ pollMs: 5000, trustProxy: 0, origins: [] })
  for (const wrong of [
    {},
    { providers: [] },
    { providers: [provider, provider] },
    { providers: [{ ...provider, url: 'http://h.example' }] },
    { providers: [{ ...provider, keys: 1 }] },
    { providers: [provider], origins: ['https://a.example/path'] },
  ]) {
    const read = () => readOnramp(wrong)
    expect(read).toThrow(OptionsError)
    expect(read).not.toThrow(/very secret/)
  }
  expect(() => makeOnramp({ database: ':memory:', settings: { providers: [{ kind: 'moonshine' }] } })).toThrow(
    /coinbase, harbor, meld, transak/,
  )
})
