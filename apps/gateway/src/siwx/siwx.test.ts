import { OptionsError } from '@portico/service'
import { databases } from '@portico/service/test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readOptions } from '../env.js'
import { type Gateway, createGateway } from '../gateway.js'
import type { SiwxSettings } from './settings.js'
import { alice, carol, mainnet, openBrowser, origin, signedByAlice, signedByCarol, startNode } from './test/visitor.js'

const publicUrl = 'https://api.shop.example'
const keys = [{ id: '2026b', bytes: new Uint8Array(32).fill(7) }]
const node = await startNode()
const sql = await databases()
const settings = (database: string, more: Partial<SiwxSettings> = {}): SiwxSettings => ({
  origins: [origin],
  chains: ['eip155:1', mainnet],
  rpcUrls: { 'eip155:1': node.url },
  publicUrl,
  keys,
  database,
  ...more,
})

const running: Gateway[] = []
async function start(siwx: SiwxSettings): Promise<string> {
  const gateway = createGateway({ port: 0, quiet: true, siwx })
  running.push(gateway)
  return gateway.listen()
}
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await Promise.all(running.map((gateway) => gateway.close()))
  await Promise.all(sql.map(({ drop }) => drop()))
  node.server.close()
})

/** What the site's API does with a token: asks, and reads the answer by the published keys. */
async function introspect(url: string, token: string) {
  const response = await fetch(`${url}/v1/siwx/session`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/token-introspection+jwt')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const keySet = createRemoteJWKSet(new URL(`${url}/v1/siwx/jwks.json`))
  const rules = { issuer: publicUrl, audience: origin, typ: 'token-introspection+jwt', algorithms: ['EdDSA'] }
  const { payload } = await jwtVerify(await response.text(), keySet, rules)
  return payload['token_introspection']
}

describe.each(sql)('on $name', ({ fresh }) => {
  let database = ''
  let url = ''
  beforeAll(async () => {
    database = await fresh()
    url = await start(settings(database))
  })

  test('a visitor of a site without a server signs in, is known to another process, and signs out', async () => {
    const browser = openBrowser(url)
    expect((await browser.get('session')).json.sessions).toEqual([])
    const nonce = await browser.nonce()
    const answer = await browser.post('verify', [await signedByAlice(nonce), signedByCarol(nonce)])
    expect(answer.status).toBe(200)
    expect(answer.json.sessions.map(({ account }: { account: string }) => account)).toEqual([
      `eip155:1:${alice.address}`,
      `${mainnet}:${carol}`,
    ])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-siwx=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)

    const other = await start(settings(database))
    expect(await introspect(other, answer.json.token)).toMatchObject({ active: true })
    expect((await browser.get('session')).json.sessions).toHaveLength(2)
    expect((await browser.post('sign-out')).status).toBe(204)
    expect((await browser.get('session')).json.sessions).toEqual([])
  })

  test("the site's API knows whose a token is, and at once that a session has ended", async () => {
    const browser = openBrowser(url)
    const nonce = await browser.nonce()
    const { token, sessions } = (await browser.post('verify', [await signedByAlice(nonce), signedByCarol(nonce)])).json
    expect(await introspect(url, token)).toEqual({ active: true, sub: `eip155:1:${alice.address}`, sessions })

    await browser.post('sign-out', { account: `eip155:1:${alice.address}` })
    expect(await introspect(url, token)).toEqual({ active: true, sub: `${mainnet}:${carol}`, sessions: sessions.slice(1) })
    await browser.post('sign-out')
    expect(await introspect(url, token)).toEqual({ active: false })
  })

  test('a network gets as many nonces as it may have, of all processes together, and is told when the next', async () => {
    const shared = await fresh()
    const rules = settings(shared, { noncesPerTenMinutes: 4 })
    const few = [await start(rules), await start(rules)]
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const { status, headers } = await openBrowser(few[count % 2] ?? '').post('nonce')
      statuses.push(status)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(590)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    // Whoever may not ask at all uses up nothing.
    expect((await openBrowser(few[0] ?? '', { from: 'https://evil.example' }).post('nonce')).status).toBe(403)
  })
})

describe('for whom it answers', () => {
  let url = ''
  beforeAll(async () => {
    url = await start(settings((await sql[0]?.fresh()) ?? ':memory:'))
  })
  const preflight = (path: string, from: string) =>
    fetch(`${url}${path}`, { method: 'OPTIONS', headers: { origin: from, 'access-control-request-method': 'POST' } })

  test('pages of the listed origins alone, with their cookie; the rest of the gateway stays open to all, without', async () => {
    const own = await preflight('/v1/siwx/nonce', origin)
    expect(own.status).toBe(204)
    expect(own.headers.get('access-control-allow-origin')).toBe(origin)
    expect(own.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await preflight('/v1/siwx/nonce', 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()

    for (const path of ['session', 'nonce', 'elsewhere'] as const) {
      const { headers } = await openBrowser(url).get(path)
      expect(headers.get('access-control-allow-origin'), path).toBe(origin)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      const stranger = await openBrowser(url, { from: 'https://evil.example' }).get(path)
      expect(stranger.headers.get('access-control-allow-origin'), path).toBeNull()
    }
    const directory = await fetch(`${url}/v1/wallets?entries=1`, { headers: { origin } })
    expect(directory.headers.get('access-control-allow-origin')).toBe('*')
    expect(directory.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await openBrowser(url, { from: 'https://evil.example' }).post('verify', {})).status).toBe(403)
    expect((await openBrowser(url).get('elsewhere')).status).toBe(404)
    expect((await openBrowser(url).get('verify')).status).toBe(405)
  })

  test('a token that is not good is answered as that, by signature too, and what is none is refused', async () => {
    const browser = openBrowser(url)
    const { token } = (await browser.post('verify', await signedByAlice(await browser.nonce()))).json
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
    const response = await fetch(`${url}/v1/siwx/session`, { headers: { authorization: `Bearer ${token}` } })
    const answer = await response.text()
    const forged = await new SignJWT({ accounts: [`eip155:1:${alice.address}`], sessions: ['a'] })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(publicUrl)
      .setAudience(origin)
      .setSubject('a')
      .setExpirationTime('5m')
      .sign(new Uint8Array(32).fill(7))
    const [head, claims] = token.split('.')
    // An answer is no token, though the same key has signed it.
    for (const bad of [answer, forged, `${head}.${claims}.AAAA`, 'a.b.c']) expect(await introspect(url, bad)).toEqual({ active: false })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400_000 })
    const late = await fetch(`${url}/v1/siwx/session`, { headers: { authorization: `Bearer ${token}` } })
    expect(JSON.parse(Buffer.from((await late.text()).split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      token_introspection: { active: false },
    })
    vi.useRealTimers()
    for (const header of ['Bearer', 'Bearer abc', `Basic ${token}`]) {
      const refused = await fetch(`${url}/v1/siwx/session`, { headers: { authorization: header } })
      expect(refused.status, header).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('one network may call so many times in a minute, and hears how long to wait', async () => {
    const own = await start(settings((await sql[0]?.fresh()) ?? '', { callsPerMinute: 3 }))
    const answers = await Promise.all(Array.from({ length: 5 }, () => openBrowser(own).get('session')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.json).toEqual({ error: 'rate' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('access-control-allow-origin')).toBe(origin)
    expect((await fetch(`${own}/v1/wallets?entries=1`)).status).toBe(200)
  })

  test('where the database is away it says so to the page, and nobody is signed out', async () => {
    const gateway = createGateway({ port: 0, quiet: true, siwx: settings((await sql[0]?.fresh()) ?? '') })
    // Never opened: no table is there.
    const response = await gateway.app.request('/v1/siwx/nonce', { method: 'POST', headers: { origin } })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await response.json()).toEqual({ error: 'unavailable' })
    await gateway.close()
  })

  test('is not there unless asked for', async () => {
    const gateway = createGateway({ quiet: true })
    expect((await gateway.app.request('/v1/siwx/session')).status).toBe(404)
    await gateway.close()
  })
})

const environment = {
  PORTICO_GATEWAY_SIWX_ORIGINS: `${origin}, https://www.shop.example`,
  PORTICO_GATEWAY_SIWX_CHAINS: 'eip155:1',
  PORTICO_GATEWAY_SIWX_RPC_URLS: '{"eip155:1":"https://node.example"}',
  PORTICO_GATEWAY_SIWX_PUBLIC_URL: publicUrl,
  PORTICO_GATEWAY_SIWX_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}`,
}

test('reads from the environment who may sign in where, and names what is missing or wrong', () => {
  expect(readOptions(environment, { siwxFile: '/data/siwx.db' }).siwx).toEqual({
    origins: [origin, 'https://www.shop.example'],
    chains: ['eip155:1'],
    rpcUrls: { 'eip155:1': 'https://node.example' },
    publicUrl,
    keys: [{ id: 'a', bytes: new Uint8Array(32).fill(1) }],
    database: '/data/siwx.db',
  })
  expect(() => readOptions({ ...environment, PORTICO_GATEWAY_SIWX_KEYS: '' })).toThrow('PORTICO_GATEWAY_SIWX_KEYS: missing')
  expect(() => readOptions({ PORTICO_GATEWAY_SIWX_ORIGINS: origin })).toThrow('PORTICO_GATEWAY_SIWX_CHAINS: missing')
  expect(() => readOptions({ ...environment, PORTICO_GATEWAY_SIWX_RPC_URLS: '{"eip155:1":"ftp://node"}' })).toThrow(OptionsError)
  const good = settings(':memory:')
  for (const bad of [
    { origins: ['http://shop.example'] },
    { origins: ['https://shop.example/'] },
    { origins: [] },
    { chains: ['eip155:10'] },
    { chains: ['1'] },
    { publicUrl: 'shop.example' },
    { keys: [] },
    { keys: [{ id: 'a', bytes: new Uint8Array(31) }] },
    { maxAge: 86_401 },
  ])
    expect(() => createGateway({ quiet: true, siwx: { ...good, ...bad } }), JSON.stringify(bad)).toThrow(OptionsError)
})
