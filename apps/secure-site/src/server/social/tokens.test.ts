// What providers and their tokens may be at their worst, at the auth service and at the vault, which each check by themselves.
import { createFarcasterRelay } from '@portico/service/farcaster'
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { createIdTokens } from '../../../../vault/src/identities/openid.js'
import { createClients } from './clients.js'
import { resolveSocial } from './config.js'

const issuer = 'https://accounts.test'
const [clientId, nonce, clientSecret] = ['the-client', 'n'.repeat(43), 'hush-hush-hush-hush-hush-hush-hush']
const login = {
  provider: 'google',
  redirectUri: 'https://secure.example/social/callback/google',
  state: 's',
  nonce,
  codeVerifier: 'v'.repeat(43),
  answer: new URLSearchParams({ code: 'c', state: 's' }),
} as const

const rsa = await generateKeyPair('RS256', { extractable: true })
const encryption = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })
const publicJwk = async (key: CryptoKey, more: object) => ({ ...(await exportJWK(key)), ...more })
const keys = [
  await publicJwk(encryption.publicKey, { kid: 'enc', use: 'enc' }),
  await publicJwk(rsa.publicKey, { kid: 'rsa', use: 'sig', alg: 'RS256' }),
]
const strangers = [await publicJwk(stranger.publicKey, { kid: 'rsa', use: 'sig', alg: 'RS256' })]

/** A provider whose token endpoint gives this token. */
const provider =
  (token: unknown): typeof fetch =>
  async (input) => {
    const { url } = new Request(input)
    if (url.startsWith('https://evil.test')) return Response.json({ keys: strangers })
    if (url.endsWith('/openid-configuration')) {
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` }
      return Response.json({ issuer, ...endpoints })
    }
    if (url.endsWith('/keys')) return Response.json({ keys })
    return Response.json({ access_token: 'a', token_type: 'bearer', id_token: token })
  }
const clientsOf = (fetch: typeof globalThis.fetch) =>
  createClients({ social: resolveSocial({ google: { clientId, clientSecret, issuer } }), fetch, clock: Date.now })
const vaultOf = (fetch: typeof globalThis.fetch) =>
  createIdTokens({ config: { google: { clientId, issuer } }, publicUrl: 'https://vault.example', clock: Date.now, fetch })

const now = () => Math.floor(Date.now() / 1000)
/** An honest token, but for this. */
const sign = (claims: Record<string, unknown>, header: object = {}, key: CryptoKey | Uint8Array = rsa.privateKey) => {
  const honest: JWTPayload = { iss: issuer, aud: clientId, sub: '1', nonce, iat: now(), exp: now() + 3600 }
  return new SignJWT({ ...honest, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'rsa', ...header }).sign(key)
}
const bytes = (text: string) => new TextEncoder().encode(text)

describe('ID tokens', () => {
  const attacks = { tried: 0, accepted: 0 }
  afterAll(() => recordPromise({ id: 'S31', name: 'forged ID tokens, at both services', runs: attacks.tried, accepted: attacks.accepted }))

  test('an honest one is believed by both', async () => {
    const token = await sign({})
    expect(await clientsOf(provider(token)).redeem(login)).toEqual({ issuer, subject: '1' })
    expect(await vaultOf(provider(token)).verify('google', token, nonce)).toEqual({ issuer, subject: '1' })
  })

  const forgeries: Readonly<Record<string, () => Promise<unknown>>> = {
    'signed by HMAC with the client’s secret': () => sign({}, { alg: 'HS256' }, bytes(clientSecret)),
    'signed by HMAC with the provider’s public key': async () => sign({}, { alg: 'HS256' }, bytes(await exportSPKI(rsa.publicKey))),
    'signed by the provider’s key for encryption': () => sign({}, { kid: 'enc' }, encryption.privateKey),
    'signed by that key, without its name': () => sign({}, { kid: undefined }, encryption.privateKey),
    'signed by a key with a name that is not there': () => sign({}, { kid: 'x' }),
    'that brings its key along': async () => sign({}, { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
    'that says where its keys are': () => sign({}, { jku: 'https://evil.test/keys' }, stranger.privateKey),
    'for two clients': () => sign({ aud: [clientId, 'other'] }),
    'for two clients, given to the other': () => sign({ aud: [clientId, 'other'], azp: 'other' }),
    'for this client, given to another': () => sign({ azp: 'other' }),
    'for another client': () => sign({ aud: 'other' }),
    'without an end': () => sign({ exp: undefined }),
    'with words for an end': () => sign({ exp: 'later' }),
    'that ended a minute ago': () => sign({ exp: now() - 61 }),
    'that is good from tomorrow on': () => sign({ nbf: now() + 86_400 }),
    'from tomorrow': () => sign({ iat: now() + 86_400, exp: now() + 2 * 86_400 }),
    'without a time': () => sign({ iat: undefined }),
    'of nobody': () => sign({ sub: undefined }),
    'of somebody without a name': () => sign({ sub: '' }),
    'of a number': () => sign({ sub: 1 }),
    'of somebody with a name of 5,000 characters': () => sign({ sub: 'x'.repeat(5000) }),
    'without a nonce': () => sign({ nonce: undefined }),
    'with a list of nonces': () => sign({ nonce: [nonce] }),
    'with another nonce': () => sign({ nonce: 'x'.repeat(43) }),
    'of an issuer that is written in another way': () => sign({ iss: `${issuer}/` }),
    'of another issuer': () => sign({ iss: 'https://evil.test' }),
    'with a part more': async () => `${await sign({})}.x`,
    'that is encrypted': async () => 'a.b.c.d.e',
    'that is a number': async () => 5,
  }
  test.each(Object.keys(forgeries))('S31, S48: one %s is not', async (name) => {
    const token = await forgeries[name]?.()
    const answers = [clientsOf(provider(token)).redeem(login), vaultOf(provider(token)).verify('google', String(token), nonce)]
    const outcomes = await Promise.allSettled(answers)
    attacks.tried += outcomes.length
    attacks.accepted += outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('what a provider answers', () => {
  /** 64 MB, and how much of it was taken. */
  const endless = () => {
    const taken = { bytes: 0 }
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken.bytes += 65_536
        if (taken.bytes > 64 * 1_048_576) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    return { taken, answer: () => new Response(body, { headers: { 'content-type': 'application/json' } }) }
  }
  const relayUrl = 'https://relay.test'
  const question = { siweUri: 'https://shop.example', domain: 'shop.example', nonce: 'n', expirationTime: new Date().toISOString() }
  /** Each address that is asked, and who asks it. */
  const asked: Readonly<Record<string, (fetch: typeof globalThis.fetch) => Promise<unknown>>> = {
    '/openid-configuration of the auth service': (fetch) => clientsOf(fetch).redeem(login),
    '/token of the auth service': (fetch) => clientsOf(fetch).redeem(login),
    '/keys of the auth service': (fetch) => clientsOf(fetch).redeem(login),
    '/openid-configuration of the vault': (fetch) => vaultOf(fetch).authorize('google', { state: 's', nonce }),
    '/keys of the vault': async (fetch) => vaultOf(fetch).verify('google', await sign({}), nonce),
    '/v1/channel of the relay': (fetch) => createFarcasterRelay({ relayUrl, fetch }).open(question),
    '/v1/channel/status of the relay': (fetch) => createFarcasterRelay({ relayUrl, fetch }).status('token-token'),
  }

  test.each(Object.keys(asked))('R9: of what never ends at %s, a megabyte is read at most', async (name) => {
    const honest = provider(await sign({}))
    const { taken, answer } = endless()
    const fetch: typeof globalThis.fetch = async (input, init) =>
      new Request(input).url.endsWith(name.split(' ')[0] ?? '') ? answer() : honest(input, init)
    await expect(asked[name]?.(fetch)).rejects.toThrow()
    expect(taken.bytes).toBeGreaterThan(0)
    expect(taken.bytes).toBeLessThan(1_048_576)
  })

  test.each(Object.keys(asked))('S31: %s is not followed elsewhere, and is not waited for without end', async (name) => {
    const honest = provider(await sign({}))
    const calls: RequestInit[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!new Request(input).url.endsWith(name.split(' ')[0] ?? '')) return honest(input, init)
      calls.push(init ?? {})
      return Response.redirect('https://evil.test/', 307)
    }
    await expect(asked[name]?.(fetch)).rejects.toThrow()
    expect(calls).toHaveLength(1)
    expect(['manual', 'error']).toContain(calls[0]?.redirect)
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal)
  })
})
