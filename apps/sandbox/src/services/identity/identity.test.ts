import { createHash, randomBytes } from 'node:crypto'
import { freePort } from '@portico/service/ports'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type IdentityProvider, type IdentityService, identityProviders, identityService, identitySettings } from './index.js'

const host = '127.0.0.1'
const site = 'http://secure.localhost:9301'
let service: IdentityService

beforeAll(async () => {
  service = identityService({ host, port: await freePort(), secureSites: [site] })
  await service.start()
})
beforeEach(() => service.reset())
afterAll(() => service.stop())

const endpoints = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })

async function endpointsOf(provider: IdentityProvider) {
  const settings = identitySettings(service.url)[provider]
  if ('tokenEndpoint' in settings) return { authorization: settings.authorizationEndpoint, token: settings.tokenEndpoint, settings }
  const found = endpoints.parse(await (await fetch(`${settings.issuer}/.well-known/openid-configuration`)).json())
  return { authorization: found.authorization_endpoint, token: found.token_endpoint, settings }
}

/** Asks a provider for a login and follows it to the address of the site that the browser is sent to. */
async function login(
  provider: IdentityProvider,
  { hint, press, more = {} }: { hint?: string; press?: Record<string, string>; more?: Record<string, string> },
) {
  const { authorization, settings } = await endpointsOf(provider)
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(authorization)
  const asked = {
    client_id: settings.clientId,
    redirect_uri: `${site}/social/callback/${provider}`,
    response_type: 'code',
    scope: 'openid email profile name',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(hint && { login_hint: hint }),
    ...more,
  }
  for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value)
  return { verifier, ...(await follow(url.href, press)) }
}

/** A browser with cookies and no scripts. On the page with people it presses one button. */
async function follow(start: string, press?: Record<string, string>) {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let hop = 0; hop < 12; hop += 1) {
    if (url.startsWith(site)) return { url: new URL(url), text: '' }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer: Response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    body = undefined
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (location) url = new URL(location, url).href
    else if (press && text.includes('Who are you?')) body = new URLSearchParams(press)
    else return { url: new URL(url), text }
  }
  throw new Error('The login goes round in circles.')
}

async function redeem(provider: IdentityProvider, { code, verifier }: { code: string; verifier: string }) {
  const { token, settings } = await endpointsOf(provider)
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  const client = provider === 'x' ? {} : { client_id: settings.clientId, client_secret: settings.clientSecret }
  const redirect = `${site}/social/callback/${provider}`
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...client })
  const headers = provider === 'x' ? { authorization: `Basic ${basic}` } : {}
  const answer = await fetch(token, { method: 'POST', body, headers: { accept: 'application/json', ...headers } })
  return { status: answer.status, json: z.record(z.string(), z.unknown()).parse(await answer.json()) }
}

const claims = (token: unknown) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(z.string().parse(token).split('.')[1] ?? '', 'base64url').toString()))

test.each(identityProviders.filter((provider) => provider !== 'apple'))(
  '%s logs in whom the hint names, once per code',
  async (provider) => {
    const { url, verifier } = await login(provider, { hint: 'mira' })
    expect(url.href.split('?')[0]).toBe(`${site}/social/callback/${provider}`)
    expect(url.searchParams.get('state')).toBe('state')
    const code = url.searchParams.get('code') ?? ''
    const { json } = await redeem(provider, { code, verifier })
    expect(json).toHaveProperty('access_token', expect.any(String))
    const again = await redeem(provider, { code, verifier })
    expect(again.json).toHaveProperty('error')
  },
)

test('google signs who somebody is, for this client and this login', async () => {
  const { url, verifier } = await login('google', { hint: 'noor' })
  expect(url.searchParams.get('iss')).toBe(`${service.url}/google`)
  const { json } = await redeem('google', { code: url.searchParams.get('code') ?? '', verifier })
  expect(claims(json['id_token'])).toMatchObject({
    iss: `${service.url}/google`,
    aud: 'portico-google',
    nonce: 'nonce',
    email: 'noor@example.test',
    email_verified: true,
    name: 'Noor van Dijk',
  })
})

test('apple posts a form, with the name at the first login alone', async () => {
  const first = await login('apple', { hint: 'mira', more: { response_mode: 'form_post' } })
  expect(first.text).toContain(`action="${site}/social/callback/apple"`)
  expect(first.text).toContain('{&quot;name&quot;:{&quot;firstName&quot;:&quot;Mira&quot;,&quot;lastName&quot;:&quot;Okafor&quot;}')
  const second = await login('apple', { hint: 'mira', more: { response_mode: 'form_post' } })
  expect(second.text).toContain('name="code"')
  expect(second.text).not.toContain('name="user"')
  const { json } = await redeem('apple', { code: /name="code" value="([^"]+)"/.exec(second.text)?.[1] ?? '', verifier: second.verifier })
  expect(claims(json['id_token'])).toMatchObject({ email: 'mira@example.test', email_verified: 'true' })
  expect(claims(json['id_token'])).not.toHaveProperty('name')
})

test.each(identityProviders)('%s shows the people, logs in who is pressed, and takes no for an answer', async (provider) => {
  const asking = await login(provider, {})
  expect(asking.text).toContain('Mira Okafor')
  const pressed = await login(provider, { press: { person: 'ilse' } })
  expect(pressed.url.searchParams.get('code')).toEqual(expect.any(String))
  const cancelled = await login(provider, { press: { cancel: 'yes' } })
  expect(cancelled.url.searchParams.get('error')).toBe(provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied')
})

test.each(identityProviders)('%s sends nobody to an address that it does not know', async (provider) => {
  const more = { redirect_uri: `${site}/social/callback/${provider}/` }
  const { url } = await login(provider, { hint: 'mira', more })
  expect(url.origin).toBe(service.url)
})

test.each(identityProviders)('%s takes a code only with the verifier of its login', async (provider) => {
  const { url } = await login(provider, { hint: 'mira' })
  const { json } = await redeem(provider, { code: url.searchParams.get('code') ?? '', verifier: randomBytes(32).toString('base64url') })
  expect(json).toHaveProperty('error')
  expect(json).not.toHaveProperty('access_token')
})

test('x refuses a login without PKCE', async () => {
  const { url } = await login('x', { hint: 'mira', more: { code_challenge: '' } })
  expect(url.searchParams.get('error')).toBe('invalid_request')
})

test('an evil answer is as it is told, until it is told no more', async () => {
  const control = (body: object) =>
    fetch(`${service.url}/control`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  expect(await (await control({ auto: 'mira', evil: 'nonce' })).json()).toEqual({ auto: 'mira', evil: 'nonce' })
  const { url, verifier } = await login('google', {})
  const { json } = await redeem('google', { code: url.searchParams.get('code') ?? '', verifier })
  expect(claims(json['id_token'])).toHaveProperty('nonce', 'another-login')
  expect((await control({ evil: 'nothing like it' })).status).toBe(400)
  await control({ evil: 'code' })
  const injected = await login('google', {})
  expect(injected.url.searchParams.get('code')).toBe(url.searchParams.get('code'))
  await control({ evil: null, auto: null })
  expect((await login('google', {})).text).toContain('Who are you?')
})

test('a page elsewhere cannot turn the switches', async () => {
  const answer = await fetch(`${service.url}/control`, { method: 'POST', body: '{}', headers: { origin: 'https://elsewhere.test' } })
  expect(answer.status).toBe(403)
})
