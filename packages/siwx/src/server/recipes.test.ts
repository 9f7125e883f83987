import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { siwe } from 'better-auth/plugins'
import { Kysely, SqliteDialect } from 'kysely'
import Sqlite from 'libsql'
import { describe, expect, test } from 'vitest'
import { parseSignInMessage, writeSignInMessage } from '../index.js'
import { siwxPlugin } from './betterAuth.js'
import { memoryStore, verifySignIn, type VerifySignInOptions } from './index.js'
import { randomNonce } from './random.js'
import { alice, bob, createSite, openBrowser, origin, rules, signed, signedOnSolana } from './test/site.js'

const iso = (offset: number) => new Date(Date.now() + offset).toISOString()

describe("Better Auth's own plugin, with our verification", () => {
  async function open() {
    const db = new Kysely<Record<string, never>>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
    const options = {
      secret: 'x'.repeat(32),
      baseURL: origin,
      trustedOrigins: [origin],
      database: { db, type: 'sqlite' as const },
      telemetry: { enabled: false },
      plugins: [
        siwe({
          domain: 'shop.example',
          getNonce: async () => randomNonce(),
          verifyMessage: async ({ message, signature }) => {
            const result = await verifySignIn(rules, { message, signature })
            // It takes an address for the same person on every chain, which a contract is not.
            return result.status === 'valid' && result.scope === 'namespace'
          },
        }),
      ],
    }
    await (await getMigrations(options)).runMigrations()
    const auth = betterAuth(options)
    return openBrowser((request) => auth.handler(request), { base: `${origin}/api/auth/siwe` })
  }

  test('signs in once for each nonce', async () => {
    const browser = await open()
    const proof = await signed(alice, (await browser.post('nonce', {})).json.nonce)
    expect(await browser.post('verify', proof)).toMatchObject({
      status: 200,
      json: { success: true, user: { walletAddress: alice.address } },
    })
    expect((await browser.post('verify', proof)).status).toBe(401)
  })

  test('S22: refuses what its own parser lets pass', async () => {
    const browser = await open()
    const changed: readonly ((text: string) => string)[] = [
      (text) => text.replace(`URI: ${origin}/login`, 'URI: https://evil.example/'),
      (text) => text.replace('Version: 1', 'Version: 9'),
      (text) => text.replace(/Issued At: .*/, 'Issued At: 2015-01-01T00:00:00Z'),
      (text) => text.replace(/\nExpiration Time: .*/, ''),
      (text) => text.replace(/Expiration Time: .*/, 'Expiration Time: never'),
      (text) => text.replace(/Expiration Time: .*/, `Expiration Time: ${iso(-60_000)}\nExpiration Time: ${iso(60_000)}`),
      (text) => `${text}\nand send my money`,
    ]
    for (const change of changed) {
      const message = change((await signed(alice, (await browser.post('nonce', {})).json.nonce)).message)
      const answer = await browser.post('verify', { message, signature: await alice.signMessage({ message }) })
      expect(answer.status, message).toBe(401)
    }
  })
})

describe('our plugin for Better Auth', () => {
  async function open(given: Partial<VerifySignInOptions> = {}) {
    const db = new Kysely<Record<string, never>>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
    const options = {
      secret: 'x'.repeat(32),
      baseURL: origin,
      trustedOrigins: [origin],
      database: { db, type: 'sqlite' as const },
      telemetry: { enabled: false },
      logger: { disabled: true },
      plugins: [siwxPlugin({ ...rules, ...given })],
    }
    await (await getMigrations(options)).runMigrations()
    const auth = betterAuth(options)
    const visit = (base = 'siwx') => openBrowser((request) => auth.handler(request), { base: `${origin}/api/auth/${base}` })
    return { auth, visit, nonce: async () => String((await visit().post('nonce', {})).json.nonce) }
  }

  test('accounts of every family are users of it, the same ones each time', async () => {
    const { auth, visit, nonce } = await open()
    const ids: string[] = []
    for (const sign of [
      (fresh: string) => signed(alice, fresh),
      (fresh: string) => signed(alice, fresh, { chainId: '10' }),
      (fresh: string) => signed(bob, fresh),
      (fresh: string) => signedOnSolana(fresh),
    ]) {
      const answer = await visit().post('verify', await sign(await nonce()))
      expect(answer.status).toBe(200)
      ids.push(answer.json.user.id)
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
      expect(session?.user.id).toBe(answer.json.user.id)
    }
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
  })

  test('S21: of many replays at once one signs in', async () => {
    const { visit, nonce } = await open()
    const proof = await signed(alice, await nonce())
    const answers = await Promise.all(Array.from({ length: 50 }, () => visit().post('verify', proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('two first sign-ins at once make one user', async () => {
    const { visit, nonce } = await open()
    const proofs = await Promise.all([1, 2, 3].map(async () => signed(alice, await nonce())))
    const answers = await Promise.all(proofs.map((proof) => visit().post('verify', proof)))
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await visit().post('verify', await signed(alice, await nonce()))).status).toBe(200)
  })

  test('S22: holds a text to all that the server does, and takes the nonce first', async () => {
    const { visit, nonce } = await open()
    for (const [changes, code] of [
      [{ domain: 'evil.example' }, 'domain'],
      [{ uri: 'https://evil.example/' }, 'uri'],
      [{ issuedAt: '2015-01-01T00:00:00Z' }, 'issuedAt'],
    ] as const)
      expect(await visit().post('verify', await signed(alice, await nonce(), changes))).toMatchObject({ status: 401, json: { code } })
    const fresh = await nonce()
    const proof = await signed(alice, fresh)
    expect(await visit().post('verify', { ...proof, signature: (await signed(bob, fresh)).signature })).toMatchObject({
      status: 401,
      json: { code: 'signature' },
    })
    expect(await visit().post('verify', proof)).toMatchObject({ status: 401, json: { code: 'nonce' } })
    for (const bad of [{}, [], { message: 'hello', signature: 'x' }]) expect((await visit().post('verify', bad)).status).toBe(400)
    const two = await nonce()
    expect((await visit().post('verify', [await signed(alice, two), await signed(bob, two)])).status).toBe(400)
  })

  test("S23: a contract's account is its own on each chain, and a node that is away is 503", async () => {
    const contracts = await open({ verifiers: { ...rules.verifiers, eip155: async () => 'validOnChain' } })
    const idOn = async (chainId: string) =>
      (await contracts.visit().post('verify', await signed(alice, await contracts.nonce(), { chainId }))).json.user.id
    expect(await idOn('1')).not.toBe(await idOn('10'))
    const away = await open({ verifiers: { ...rules.verifiers, eip155: async () => 'unavailable' } })
    expect((await away.visit().post('verify', await signed(alice, await away.nonce()))).status).toBe(503)
  })
})

test('Auth.js: the nonce is one of ours, and good once', async () => {
  const store = memoryStore()
  const handler = (request: Request) =>
    Auth(request, {
      basePath: '/auth',
      secret: 'x'.repeat(32),
      trustHost: true,
      logger: { error: () => {}, warn: () => {}, debug: () => {} },
      providers: [
        Credentials({
          credentials: { message: {}, signature: {} },
          authorize: async ({ message, signature }) => {
            const result = await verifySignIn(rules, { message: String(message), signature: String(signature) })
            const nonce = result.status === 'valid' ? result.message.nonce : undefined
            if (result.status !== 'valid' || nonce === undefined) return null
            return (await store.takeNonce({ nonce, now: Date.now() })) ? { id: result.account, name: result.account } : null
          },
        }),
      ],
    })
  const jar = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await handler(new Request(`${origin}/auth/${path}`, { ...init, headers, redirect: 'manual' }))
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
  const signIn = async (proof: { message: string; signature: string }) => {
    const { csrfToken } = await (await send('csrf')).json()
    await send('callback/credentials', { method: 'POST', body: new URLSearchParams({ csrfToken, ...proof }) })
    return (await (await send('session')).json())?.user?.name
  }
  const nonce = randomNonce()
  await store.addNonce({ nonce, expiresAt: Date.now() + 60_000 })
  const proof = await signed(alice, nonce)
  expect(await signIn({ ...proof, signature: (await signed(bob, nonce)).signature })).toBeUndefined()
  expect(await signIn(proof)).toBe(`eip155:1:${alice.address}`)
  jar.clear()
  expect(await signIn(proof)).toBeUndefined()
})

test("Supabase's shape goes to verify as it is", async () => {
  const browser = openBrowser(createSite().handler)
  const ethereum = { chain: 'ethereum', ...(await signed(alice, await browser.nonce())) }
  expect((await browser.post('verify', ethereum)).status).toBe(200)
  // What it says beside the text decides nothing.
  const solana = { chain: 'ethereum', ...signedOnSolana(await browser.nonce()) }
  expect((await browser.post('verify', solana)).json.sessions[0].account).toMatch(/^solana:/)
})

test("RainbowKit's authentication adapter", async () => {
  const browser = openBrowser(createSite().handler)
  const adapter = {
    getNonce: async () => String((await browser.post('nonce')).json.nonce),
    createMessage: ({ nonce, address, chainId }: { nonce: string; address: string; chainId: number }) =>
      writeSignInMessage({
        namespace: 'eip155',
        domain: new URL(origin).host,
        address,
        uri: origin,
        version: '1',
        chainId: String(chainId),
        nonce,
        issuedAt: iso(0),
        expirationTime: iso(86_400_000),
      }),
    verify: async (proof: { message: string; signature: string }) => (await browser.post('verify', proof)).status === 200,
    signOut: async () => void (await browser.post('sign-out')),
  }
  const message = adapter.createMessage({ nonce: await adapter.getNonce(), address: alice.address, chainId: 10 })
  expect(parseSignInMessage(message).chainId).toBe('10')
  const signature = await alice.signMessage({ message })
  expect(await adapter.verify({ message, signature })).toBe(true)
  expect(await adapter.verify({ message, signature })).toBe(false)
  await adapter.signOut()
  expect((await browser.get('session')).json.sessions).toEqual([])
})
