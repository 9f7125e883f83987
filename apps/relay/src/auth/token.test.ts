import { base58, base64urlnopad } from '@scure/base'
import { generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { describe, expect, test } from 'vitest'
import { clientIdOf, seedOf, tokenFor } from '../test/token.js'
import { type TokenRules, verifyToken } from './token.js'

const audience = 'wss://relay.example.com'
const seconds = (): number => Math.floor(Date.now() / 1000)
const check = (token: string | null, rules: Partial<TokenRules> = {}) =>
  verifyToken(token, { audiences: new Set([audience]), leeway: 60, life: 86_400, now: seconds(), ...rules })
const forged = (parts: Parameters<typeof tokenFor>[2]) => check(tokenFor(seedOf(0), audience, parts))

test('accepts the tokens of @walletconnect/relay-auth and reads the client id that it gives', async () => {
  for (let i = 0; i < 20; i++) {
    const seed = seedOf(i)
    const token = await signJWT('ab'.repeat(32), audience, 86_400, generateKeyPair(seed))
    expect(check(token)).toEqual({ clientId: clientIdOf(seed) })
  }
})

test('accepts tokens signed by @noble/curves', () => {
  for (let i = 0; i < 20; i++) expect(check(tokenFor(seedOf(i), audience))).toEqual({ clientId: clientIdOf(seedOf(i)) })
})

test('takes any of its own URLs for the audience, letter by letter', () => {
  const audiences = new Set([audience, 'ws://10.0.0.1:5555'])
  const of = (aud: unknown) => check(tokenFor(seedOf(0), audience, { claims: { aud } }), { audiences })
  expect(of('ws://10.0.0.1:5555')).toHaveProperty('clientId')
  for (const aud of [`${audience}/`, 'wss://relay.example.com:443', 'WSS://relay.example.com', 'https://relay.example.com', ''])
    expect(of(aud)).toEqual({ refusal: 'token audience' })
  expect(of([audience])).toEqual({ refusal: 'token malformed' })
})

describe('time', () => {
  const token = (claims: Record<string, unknown>) => tokenFor(seedOf(0), audience, { claims })
  const now = 1_800_000_000
  const at = (claims: Record<string, unknown>) => check(token(claims), { now, leeway: 60 })

  test('refuses a token that has expired, beyond the leeway of a clock', () => {
    expect(at({ iat: now - 100, exp: now - 59 })).toHaveProperty('clientId')
    expect(at({ iat: now - 100, exp: now - 60 })).toEqual({ refusal: 'token expired' })
  })
  test('refuses a token of the future, beyond the leeway of a clock', () => {
    expect(at({ iat: now + 60, exp: now + 100 })).toHaveProperty('clientId')
    expect(at({ iat: now + 61, exp: now + 100 })).toEqual({ refusal: 'token not yet valid' })
  })
  test('refuses a token that would be good for longer than a day', () => {
    expect(at({ iat: now, exp: now + 86_400 })).toHaveProperty('clientId')
    expect(at({ iat: now, exp: now + 86_401 })).toEqual({ refusal: 'token life' })
    expect(at({ iat: now, exp: now + 10 * 365 * 86_400 })).toEqual({ refusal: 'token life' })
    expect(at({ iat: now - 5 * 365 * 86_400, exp: now + 10 })).toEqual({ refusal: 'token life' })
  })
  test('refuses a token without times, or with times that are no numbers', () => {
    for (const claims of [{ iat: undefined }, { exp: undefined }, { exp: '1e99' }, { exp: null }, { iat: {} }])
      expect(at({ iat: now, exp: now + 10, ...claims })).toEqual({ refusal: 'token malformed' })
  })
})

test('refuses a token of another algorithm, type or shape', () => {
  expect(forged({ header: { alg: 'none' } })).toEqual({ refusal: 'token algorithm' })
  expect(forged({ header: { alg: 'HS256' } })).toEqual({ refusal: 'token algorithm' })
  expect(forged({ header: { typ: 'at+jwt' } })).toEqual({ refusal: 'token malformed' })
  expect(forged({ claims: { sub: '' } })).toEqual({ refusal: 'token malformed' })
  expect(forged({ claims: { sub: undefined } })).toEqual({ refusal: 'token malformed' })
  expect(check(null)).toEqual({ refusal: 'token missing' })
  expect(check('')).toEqual({ refusal: 'token missing' })
  for (const token of ['a', 'a.b', 'a.b.c', '..', 'a.b.c.d', `${'a'.repeat(5000)}.b.c`, 'é.é.é', '\0.\0.\0'])
    expect(check(token)).toEqual({ refusal: 'token malformed' })
})

test('refuses an issuer that is no ed25519 did:key, or a second spelling of one', () => {
  const id = clientIdOf(seedOf(0))
  const bytes = base58.decode(id.slice('did:key:z'.length))
  const withPrefix = (prefix: number[]) => `did:key:z${base58.encode(new Uint8Array([...prefix, ...bytes.subarray(2)]))}`
  const issuers = ['', 'did:key:z', 'did:web:example.com', id.slice(0, -1), `${id}1`, id.replace(':z', ':u'), `${id}0`]
  for (const iss of [...issuers, withPrefix([0xe7, 0x01]), withPrefix([0xed]), withPrefix([0xed, 0x01, 0])])
    expect(forged({ claims: { iss } })).toEqual({ refusal: 'token issuer' })
})

test('refuses a signature of another key, of another text, and every flipped bit', () => {
  expect(forged({ claims: { iss: clientIdOf(seedOf(1)) } })).toEqual({ refusal: 'token signature' })
  const token = tokenFor(seedOf(0), audience)
  const [head = '', body = '', signature = ''] = token.split('.')
  const other = tokenFor(seedOf(0), audience, { claims: { sub: 'cd'.repeat(32) } }).split('.')[2] ?? ''
  expect(check(`${head}.${body}.${other}`)).toEqual({ refusal: 'token signature' })
  const bytes = base64urlnopad.decode(signature)
  for (let bit = 0; bit < 512; bit += 7) {
    const wrong = Uint8Array.from(bytes)
    wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(check(`${head}.${body}.${base64urlnopad.encode(wrong)}`)).toEqual({ refusal: 'token signature' })
  }
  for (const text of [`${signature}=`, `${signature}A`, signature.slice(0, -1), signature.replaceAll('_', '/')])
    if (text !== signature) expect(check(`${head}.${body}.${text}`)).toEqual({ refusal: 'token malformed' })
})
