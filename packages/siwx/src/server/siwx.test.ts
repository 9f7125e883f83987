import { databases } from '@portico/service/test'
import { openDatabase } from '@portico/service/database'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { createSiwx, memoryStore, redisStore, type SiwxStore } from './index.js'
import { kyselyStore, siwxMigrations } from './stores/kysely.js'
import { startRedis } from './test/redis.js'
import type { Verifier } from './types.js'
import { bitcoinVerifier } from './verify/bitcoin.js'
import { evmVerifier } from './verify/evm.js'
import { solanaVerifier } from './verify/solana.js'
import { alice, bob, carol, createSite, mainnet, openBrowser, origin, rules, signed, signedOnSolana } from './test/site.js'

interface Backend {
  readonly name: string
  readonly open: () => Promise<{ readonly stores: readonly SiwxStore[]; readonly close: () => Promise<void> }>
}

const redis = await startRedis()
const sql = await databases(siwxMigrations)
let prefix = 0
/** Each with two servers that share what is kept. */
const backends: Backend[] = [
  {
    name: 'memory',
    open: async () => {
      const store = memoryStore()
      return { stores: [store, store], close: async () => {} }
    },
  },
  ...sql.map(({ name, fresh }) => ({
    name,
    open: async () => {
      const url = await fresh()
      const open = [openDatabase(url), openDatabase(url)]
      return { stores: open.map(kyselyStore), close: async () => void (await Promise.all(open.map((db) => db.destroy()))) }
    },
  })),
  ...(redis
    ? [
        {
          name: 'Redis',
          open: async () => {
            const options = { send: (name: string, ...args: string[]) => redis.redis.call(name, ...args), prefix: `{siwx-${++prefix}}:` }
            return { stores: [redisStore(options), redisStore(options)], close: async () => {} }
          },
        },
      ]
    : []),
]
afterAll(async () => {
  for (const { drop } of sql) await drop()
  await redis?.stop()
})
afterEach(() => vi.useRealTimers())

const dora = privateKeyToAccount(`0x${'44'.repeat(32)}`)

describe.each(backends)('on $name', ({ name, open }) => {
  let opened: Awaited<ReturnType<Backend['open']>>
  let sites: ReturnType<typeof createSite>[]
  beforeAll(async () => {
    opened = await open()
    sites = opened.stores.map((store) => createSite({ store }))
  })
  afterAll(() => opened.close())
  const visit = (which = 0) => openBrowser((request) => (sites[which] ?? createSite()).handler(request))

  test('a visitor signs in, is known to every server, and signs out', async () => {
    const browser = visit()
    expect((await browser.get('session')).json.sessions).toEqual([])
    const answer = await browser.post('verify', await signed(alice, await browser.nonce()))
    expect(answer).toMatchObject({ status: 200, json: { sessions: [{ account: `eip155:1:${alice.address}`, scope: 'namespace' }] } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-siwx=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=(3599|3600); Secure$/,
    )

    const there = visit(1)
    there.cookie = browser.cookie
    expect((await there.get('session')).json.sessions).toEqual(answer.json.sessions)
    expect((await there.post('sign-out')).status).toBe(204)
    expect(there.cookie).toBeUndefined()
    expect((await browser.get('session')).json.sessions).toEqual([])
  })

  test('S21: of 100 replays at once, on two servers, one signs in; and each nonce has 128 bits', async () => {
    const proof = await signed(alice, await visit().nonce())
    expect(/Nonce: ([\da-f]{32})\n/.test(proof.message)).toBe(true)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => visit(index % 2).post('verify', proof)))
    const statuses = answers.map(({ status }) => status)
    const accepted = statuses.filter((status) => status === 200).length
    recordPromise({
      id: 'S21',
      name: `replays at once, ${name}`,
      runs: 100,
      accepted: accepted - 1,
    })
    expect(accepted).toBe(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(99)
  })

  test('S21: a nonce is gone after its first use, also where that failed, and after five minutes', async () => {
    const browser = visit()
    const nonce = await browser.nonce()
    const { message, signature } = await signed(alice, nonce)
    expect(await browser.post('verify', { message, signature: (await signed(bob, nonce)).signature })).toMatchObject({
      status: 401,
      json: { error: 'signature' },
    })
    expect(await browser.post('verify', { message, signature })).toMatchObject({ status: 401, json: { error: 'nonce' } })

    const late = await browser.nonce()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_001 })
    expect(await browser.post('verify', await signed(alice, late))).toMatchObject({ status: 401, json: { error: 'nonce' } })
    vi.useRealTimers()
    expect(await browser.post('verify', await signed(alice, 'inventedbysomebody'))).toMatchObject({ status: 401, json: { error: 'nonce' } })
  })

  test('several texts with one nonce are one sign-in, all or none', async () => {
    const browser = visit()
    const nonce = await browser.nonce()
    const all = [await signed(alice, nonce), await signed(alice, nonce, { chainId: '10' }), signedOnSolana(nonce)]
    const answer = await browser.post('verify', all)
    expect(answer.json.sessions.map(({ account }: { account: string }) => account)).toEqual([
      `eip155:1:${alice.address}`,
      `eip155:10:${alice.address}`,
      `${mainnet}:${carol}`,
    ])
    const again = await browser.nonce()
    const { message } = await signed(bob, again)
    const mixed = [await signed(bob, again), { message, signature: (await signed(alice, again)).signature }]
    expect(await visit().post('verify', mixed)).toMatchObject({ status: 401, json: { error: 'signature' } })
    const [one, two] = [await browser.nonce(), await browser.nonce()]
    expect(await visit().post('verify', [await signed(bob, one), await signed(bob, two)])).toMatchObject({
      status: 401,
      json: { error: 'nonce' },
    })
    expect(await visit().post('verify', await signed(bob, two))).toMatchObject({ status: 401, json: { error: 'nonce' } })
    expect(await sites[0]?.sessionsOf(`eip155:1:${bob.address}`)).toEqual([])
    expect((await browser.get('session')).json.sessions).toHaveLength(3)
  })

  test('each sign-in has a new token, keeps the other accounts, and one can sign out alone', async () => {
    const browser = visit()
    await browser.post('verify', await signed(alice, await browser.nonce()))
    const first = browser.cookie
    await browser.post('verify', await signed(bob, await browser.nonce()))
    const accounts = async () => (await browser.get('session')).json.sessions.map(({ account }: { account: string }) => account).sort()
    expect(await accounts()).toEqual([`eip155:1:${bob.address}`, `eip155:1:${alice.address}`].sort())
    expect(browser.cookie).not.toBe(first)
    const planted = visit()
    planted.cookie = first
    expect((await planted.get('session')).json.sessions).toEqual([])

    await browser.post('verify', await signed(bob, await browser.nonce()))
    expect(await accounts()).toHaveLength(2)
    await browser.post('sign-out', { account: `eip155:1:${bob.address}` })
    expect(await accounts()).toEqual([`eip155:1:${alice.address}`])
    expect(browser.cookie).toBeDefined()
  })

  test('sessions are listed, and ended one by one or all of an account', async () => {
    const [site] = sites
    const before = await site?.sessionsOf(`eip155:1:${bob.address}`)
    for (const { id } of before ?? []) await site?.revoke(id)
    const devices = [visit(), visit(), visit()]
    for (const [index, browser] of devices.entries())
      await browser.post('verify', await signed(bob, await browser.nonce(), { chainId: index === 2 ? '10' : '1' }))
    const listed = (await site?.sessionsOf(`eip155:1:${bob.address}`)) ?? []
    expect(listed.map(({ account }) => account)).toContain(`eip155:10:${bob.address}`)
    expect(listed).toHaveLength(3)
    const known = async () => Promise.all(devices.map(async (browser) => (await browser.get('session')).json.sessions.length))
    const [own] = (await devices[0]?.get('session'))?.json.sessions ?? []
    await site?.revoke(own.id)
    expect(await known()).toEqual([0, 1, 1])
    await site?.revokeAll(`eip155:1:${bob.address}`)
    expect(await known()).toEqual([0, 0, 0])
  })

  test.each(['toLowerCase', 'toString'] as const)(
    "of an EVM account the address is read in whatever case (%s), as a site's own table has it",
    async (write) => {
      const [site] = sites
      const account = (chain: string) => `eip155:${chain}:${dora.address[write]()}`
      const [one, other] = [visit(), visit()]
      await one.post('verify', await signed(dora, await one.nonce()))
      await other.post('verify', await signed(dora, await other.nonce(), { chainId: '10' }))
      expect(await site?.sessionsOf(account('1'))).toHaveLength(2)
      await other.post('sign-out', { account: account('10') })
      expect((await other.get('session')).json.sessions).toEqual([])
      await site?.revokeAll(account('10'))
      expect((await one.get('session')).json.sessions).toEqual([])
    },
  )

  test('a session ends with its text', async () => {
    const browser = visit()
    await browser.post(
      'verify',
      await signed(alice, await browser.nonce(), { expirationTime: new Date(Date.now() + 60_000).toISOString() }),
    )
    expect((await browser.get('session')).json.sessions).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 })
    expect((await browser.get('session')).json.sessions).toEqual([])
  })

  test('what opens a session is not stored', async () => {
    const [store] = opened.stores
    const browser = visit()
    await browser.post('verify', await signed(alice, await browser.nonce()))
    const token = browser.cookie?.split('=')[1] ?? ''
    expect(await store?.sessionsOfToken({ token, now: Date.now() })).toEqual([])
    const [session] = (await browser.get('session')).json.sessions
    const imposter = visit()
    imposter.cookie = `__Host-siwx=${session.id}`
    expect((await imposter.get('session')).json.sessions).toEqual([])
  })
})

describe('requests', () => {
  const site = createSite()
  const visit = (options = {}) => openBrowser(site.handler, options)

  test('POST is taken from the listed origins alone', async () => {
    for (const from of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:8443',
      'null',
      'https://shop.example.evil.example',
    ]) {
      const browser = visit({ from })
      for (const name of ['nonce', 'verify', 'sign-out']) {
        const answer = await browser.post(name, {})
        expect(answer, `${name} ${from}`).toMatchObject({ status: 403, json: { error: 'origin' } })
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    expect((await site.handler(new Request(`${origin}/siwx/nonce`, { method: 'POST' }))).status).toBe(403)
  })

  test('pages of a listed origin may ask from another host, with the cookie', async () => {
    const preflight = await site.handler(new Request('https://api.shop.example/siwx/verify', { method: 'OPTIONS', headers: { origin } }))
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      vary: 'origin',
    })
  })

  test.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['no texts', { message: 1, signature: 'x' }],
    ['no sign-in', { message: 'hello world', signature: '0x' }],
    ['a list with something else', [{ message: 'a', signature: 'b' }, null]],
    ['too many', Array.from({ length: 21 }, () => ({ message: 'a', signature: 'b' }))],
    ['too much', { message: 'a'.repeat(200_000), signature: 'b' }],
    ['a long signature', { message: 'a', signature: '0'.repeat(40_000) }],
  ])('refuses %s', async (_, body) => {
    expect(await visit().post('verify', body)).toMatchObject({ status: 400, json: { error: 'malformed' } })
  })

  test('knows four routes, under any path', async () => {
    expect((await visit({ base: `${origin}/api/deep/auth` }).post('nonce')).status).toBe(200)
    expect(await visit().get('toString')).toMatchObject({ status: 404, json: { error: 'notFound' } })
    expect(await visit().get('verify')).toMatchObject({ status: 405 })
    expect(await visit().post('session')).toMatchObject({ status: 405 })
  })

  test('two cookies of its name are none', async () => {
    const browser = visit()
    await browser.post('verify', await signed(alice, await browser.nonce()))
    browser.cookie = `${browser.cookie}; __Host-siwx=${'A'.repeat(43)}`
    expect((await browser.get('session')).json.sessions).toEqual([])
  })

  test('headers alone tell who it is, and the first paint of the page is told what it needs to know', async () => {
    const site = createSite()
    const browser = openBrowser(site.handler)
    await browser.post('verify', await signed(alice, await browser.nonce()))
    const asked = { headers: new Map([['cookie', `theme=dark; ${browser.cookie}`]]) }
    const request = { headers: { get: (name: string) => asked.headers.get(name) ?? null } }
    const [session] = await site.sessions(request)
    expect(await site.signedIn(request)).toEqual([
      { accountId: `eip155:1:${alice.address}`, scope: 'namespace', expiresAt: session?.expiresAt },
    ])
    expect(await site.signedIn({ headers: new Headers() })).toEqual([])
  })

  test('a site without TLS on this machine has a cookie that every browser keeps', async () => {
    const local = createSite({ origins: ['http://localhost:5173'] })
    const browser = openBrowser(local.handler, { from: 'http://localhost:5173' })
    const proof = await signed(alice, await browser.nonce(), { domain: 'localhost:5173', uri: 'http://localhost:5173' })
    expect((await browser.post('verify', proof)).headers.getSetCookie()[0]).toMatch(
      /^siwx=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    )
    expect((await browser.get('session')).json.sessions).toHaveLength(1)
  })

  test('S23: a node that is away is 503, and nobody is signed in', async () => {
    const away = createSite({ verifiers: { ...rules.verifiers, eip155: async () => 'unavailable' } })
    const browser = openBrowser(away.handler)
    const answer = await browser.post('verify', await signed(alice, await browser.nonce()))
    expect(answer).toMatchObject({ status: 503, json: { error: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(browser.cookie).toBeUndefined()
  })

  test('gives a token out with a session, where there is one', async () => {
    const browser = openBrowser(createSite({ session: { issueToken: async (sessions) => `token of ${sessions.length}` } }).handler)
    expect((await browser.get('session')).json.sessions).toEqual([])
    expect((await browser.post('verify', await signed(alice, await browser.nonce()))).json.token).toBe('token of 1')
    expect((await browser.get('session')).json.token).toBe('token of 1')
  })
})

test('does not start with options that mean nothing', () => {
  const base = { ...rules, store: memoryStore() }
  for (const wrong of [
    { origins: [] },
    { origins: ['shop.example'] },
    { origins: ['https://shop.example/'] },
    { origins: ['http://shop.example'] },
    { origins: ['*'] },
    { chains: [] },
    { chains: ['cosmos:hub'] },
    { session: { maxAge: 86_401 } },
    { session: { maxAge: 0 } },
    { origins: undefined as never },
    { chains: 'eip155:1' as never },
    { chains: [1] as never },
    { verifiers: undefined as never },
    { verifiers: { eip155: { rpcUrls: {} } } as never },
    { store: undefined as never },
    { store: memoryStore as never },
    { store: Promise.resolve(memoryStore()) as never },
    { verifiers: { eip155: evmVerifier as never } },
    { chains: [mainnet], verifiers: { solana: solanaVerifier as never } },
    { chains: ['bip122:000000000019d6689c085ae165831e93'], verifiers: { bip122: bitcoinVerifier as never } },
    { chains: ['eip155'] },
    { chains: ['eip155:'] },
    { chains: ['EIP155:1'] },
    { chains: ['solana:mainnet'], verifiers: rules.verifiers },
    { session: null as never },
    { session: { issueToken: 'token' as never } },
  ])
    expect(() => createSiwx({ ...base, ...wrong }), JSON.stringify(wrong)).toThrow(expect.objectContaining({ name: 'SiwxOptionsError' }))
  for (const none of [undefined, null, 'https://shop.example'])
    expect(() => createSiwx(none as never)).toThrow(expect.objectContaining({ name: 'SiwxOptionsError' }))
})

test('a store does not start with something else than its database', () => {
  const client = { sendCommand: async () => null }
  for (const wrong of [undefined, null, {}, client, { send: client }, Promise.resolve({})])
    for (const make of [redisStore, kyselyStore])
      expect(() => make(wrong as never)).toThrow(expect.objectContaining({ name: 'SiwxOptionsError' }))
})

test('nobody is taken for signed out, or revoked, where something else was handed in', async () => {
  const site = createSite()
  const browser = openBrowser(site.handler)
  const { sessions } = (await browser.post('verify', await signed(alice, await browser.nonce()))).json
  const headers = new Headers({ cookie: browser.cookie ?? '' })
  const node = { headers: { cookie: browser.cookie } }
  for (const wrong of [undefined, null, headers, node, { headers: Promise.resolve(headers) }, Promise.resolve({ headers })])
    for (const read of [site.sessions, site.signedIn])
      await expect(read(wrong as never)).rejects.toMatchObject({ name: 'SiwxOptionsError' })
  for (const wrong of [undefined, null, alice.address, `eip155:${alice.address}`, sessions[0], `${sessions[0].account} `])
    for (const ask of [site.sessionsOf, site.revokeAll])
      await expect(ask(wrong as never)).rejects.toMatchObject({ name: 'SiwxOptionsError' })
  for (const wrong of [undefined, sessions[0]])
    await expect(site.revoke(wrong as never)).rejects.toMatchObject({ name: 'SiwxOptionsError' })
  expect(await site.sessions({ headers })).toHaveLength(1)
  await site.revokeAll(sessions[0].account)
  expect(await site.sessions({ headers })).toEqual([])
})

test("takes a site's own verifier whatever it is called", () => {
  const evmVerifier: Verifier = ({ message }) => Promise.resolve(message.address === alice.address ? 'valid' : 'invalid')
  expect(() => createSite({ chains: ['eip155:1'], verifiers: { eip155: evmVerifier } })).not.toThrow()
})

test.each([undefined, null, false, true, 'yes', {}, solanaVerifier()])(
  'S23: a verifier that answers %o signs nobody in, and the server is told',
  async (verdict) => {
    const solana = (async () => verdict) as unknown as Verifier
    const browser = openBrowser(createSite({ verifiers: { ...rules.verifiers, solana } }).handler)
    const { message } = signedOnSolana(await browser.nonce())
    await expect(browser.post('verify', { message, signature: 'anything' })).rejects.toThrow(
      expect.objectContaining({ name: 'SiwxOptionsError', message: expect.stringContaining('solana') as string }),
    )
    expect((await browser.get('session')).json.sessions).toEqual([])
  },
)
