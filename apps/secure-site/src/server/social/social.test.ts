import { generateKeyPairSync } from 'node:crypto'
import { OptionsError } from '@portico/service'
import { readSignInMessage } from '@portico/service/farcaster'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { socialTicket } from './api.js'
import { createClients } from './clients.js'
import { resolveFarcaster, resolveSocial } from './config.js'
import { provenEmail, shownName } from './identity.js'
import { type WindowContent, renderWindow, windowHeaders } from './page.js'
import type { SocialFlow } from './tables.js'

const secureOrigin = 'https://secure.example'
const flowId = 'A'.repeat(22)
const result = 'B'.repeat(43)

test('reads a ticket from the two URIs of a login, and from no other', () => {
  expect(socialTicket(`${secureOrigin}/social/start/${flowId}`, secureOrigin)).toEqual({ flowId })
  expect(socialTicket(`${secureOrigin}/social/result?flow=${flowId}&result=${result}`, secureOrigin)).toEqual({ flowId, result })
  // A cancelled or failed login has a result URI without a result.
  expect(socialTicket(`${secureOrigin}/social/result?flow=${flowId}`, secureOrigin)).toEqual({ flowId })
  for (const uri of [
    `https://evil.example/social/start/${flowId}`,
    `${secureOrigin}.evil.example/social/start/${flowId}`,
    `${secureOrigin}/social/start/short`,
    `${secureOrigin}/social/start/${flowId}/more`,
    `${secureOrigin}/social/result`,
    `${secureOrigin}/frame?flow=${flowId}`,
    'nothing like it',
  ]) {
    expect(socialTicket(uri, secureOrigin), uri).toBeUndefined()
  }
})

test('takes what an operator sets up, and names what it cannot take without its value', () => {
  expect(resolveSocial(undefined)).toEqual({})
  expect(resolveSocial({ google: { clientId: 'id', clientSecret: 'hush' } })).toEqual({ google: { clientId: 'id', clientSecret: 'hush' } })
  const faults = [
    [{ google: { clientId: '', clientSecret: 'hush' } }, 'social.google.clientId'],
    [{ google: { clientId: 'id' } }, 'social.google: clientSecret is needed'],
    [
      { apple: { clientId: 'id', clientSecret: 'hush', appleKey: { teamId: 't', keyId: 'k', privateKey: '-----BEGIN PRIVATE KEY-----' } } },
      'social.apple: either',
    ],
    [{ github: { clientId: 'id', clientSecret: 'hush', tokenEndpoint: 'http://github.example/token' } }, 'social.github.tokenEndpoint'],
    [{ google: { clientId: 'id', clientSecret: 'hush', isuer: 'https://typo.example' } }, 'social.google'],
    [{ myspace: { clientId: 'id', clientSecret: 'hush' } }, 'social'],
  ] as const
  for (const [options, words] of faults) {
    const error = thrownBy(() => resolveSocial(options))
    expect(error).toBeInstanceOf(OptionsError)
    expect(String(error)).toContain(words)
    expect(String(error)).not.toContain('hush')
  }
  expect(resolveFarcaster(undefined)).toBeUndefined()
  expect(resolveFarcaster({ rpcUrl: 'https://node.example' })).toEqual({
    rpcUrl: 'https://node.example',
    relayUrl: 'https://relay.farcaster.xyz',
  })
  expect(() => resolveFarcaster({ rpcUrl: 'http://node.example' })).toThrow('farcaster.rpcUrl')
})

test("signs Apple's secret with the team's key, for one login", async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const appleKey = { teamId: 'TEAM', keyId: 'KEY', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  const issuer = 'https://appleid.example'
  let secret = ''
  const fake: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('well-known')) {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      })
    }
    secret = new URLSearchParams(await request.text()).get('client_secret') ?? ''
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const social = resolveSocial({ apple: { clientId: 'com.example.site', appleKey, issuer } })
  const clients = createClients({ social, fetch: fake, clock: Date.now })
  const login = {
    provider: 'apple',
    redirectUri: `${secureOrigin}/social/callback/apple`,
    state: 'state',
    nonce: 'nonce',
    codeVerifier: 'v'.repeat(43),
  } as const
  const uri = new URL(await clients.authorize(login))
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    response_mode: 'form_post',
    client_id: 'com.example.site',
    code_challenge_method: 'S256',
    nonce: 'nonce',
    state: 'state',
  })
  const answer = new URLSearchParams({ code: 'code', state: 'state' })
  await expect(clients.redeem({ ...login, answer })).rejects.toThrow()
  const { payload } = await jwtVerify(secret, publicKey, {
    issuer: 'TEAM',
    subject: 'com.example.site',
    audience: issuer,
    algorithms: ['ES256'],
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  expect(decodeProtectedHeader(secret)).toMatchObject({ kid: 'KEY' })
})

test('a provider that answers with garbage, or with megabytes, is an error and not a crash', async () => {
  const social = resolveSocial({ github: { clientId: 'id', clientSecret: 'hush' } })
  const login = { provider: 'github', redirectUri: `${secureOrigin}/x`, state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) } as const
  const answer = new URLSearchParams({ code: 'code', state: 's' })
  const answers = [
    () => new Response('<html>'),
    () => new Response(null, { status: 204 }),
    () => Response.json([]),
    () => Response.json({ access_token: 5 }),
    () => Response.json({ access_token: 'a', token_type: 'bearer', filler: 'x'.repeat(300_000) }),
    () => new Response('', { status: 500 }),
    () => Response.redirect('https://evil.example/'),
  ]
  for (const make of answers) {
    const clients = createClients({ social, fetch: async () => make(), clock: Date.now })
    await expect(clients.redeem({ ...login, answer })).rejects.toThrow(Error)
  }
})

test('shows names as one plain line, and keeps addresses that are proven', () => {
  expect(shownName('  Mira\n Okafor ')).toEqual({ name: 'Mira Okafor' })
  expect(shownName('a‮b​c\u0000')).toEqual({ name: 'abc' })
  expect([...(shownName('🏳️'.repeat(100)).name ?? '')].length).toBeLessThanOrEqual(128)
  for (const nothing of [undefined, null, 5, '', '​', {}]) expect(shownName(nothing)).toEqual({})
  expect(provenEmail('mira@example.test', true)).toEqual({ email: 'mira@example.test' })
  expect(provenEmail('mira@example.test', 'true')).toEqual({ email: 'mira@example.test' })
  for (const verified of [false, 'false', undefined, 1, 'yes']) expect(provenEmail('mira@example.test', verified)).toEqual({})
  expect(provenEmail('not an address', true)).toEqual({})
})

test('windows escape what providers say, speak two languages and run one script', async () => {
  const flow = { id: flowId, origin: 'https://shop.example', provider: 'google', match: '07' } as SocialFlow
  const uri = `${secureOrigin}/social/result?flow=${flowId}&result=${result}`
  const shown = async (content: WindowContent, language?: string): Promise<string> => String(await renderWindow(content, language))
  const html = await shown({ kind: 'confirm', flow, name: '<img src=x onerror=alert(1)>', result, resultUri: uri }, 'en-GB,en')
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toContain('<img')
  expect(html).toContain('<html lang="en" dir="ltr">')
  expect(await shown({ kind: 'over' }, 'de-AT,en;q=0.5')).toContain('Diese Anmeldung ist vorbei')
  expect(await shown({ kind: 'over', backTo: 'https://shop.example/a?b&"c' })).toContain('href="https://shop.example/a?b&amp;&quot;c"')
  expect(windowHeaders['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(html).not.toContain("'*'")
})

const message = `shop.example wants you to sign in with your Ethereum account:
0x70997970C51812dc3A010C7d01b50e0d17dc79C8

Farcaster Auth

URI: https://shop.example
Version: 1
Chain ID: 10
Nonce: abcdefgh12345678
Issued At: 2026-11-21T17:00:00.000Z
Expiration Time: 2026-11-21T17:10:00Z
Resources:
- farcaster://fid/4211`

test('reads a sign-in message by its grammar', () => {
  expect(readSignInMessage(message)).toEqual({
    domain: 'shop.example',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    statement: 'Farcaster Auth',
    uri: 'https://shop.example',
    version: '1',
    chainId: 10,
    nonce: 'abcdefgh12345678',
    issuedAt: Date.parse('2026-11-21T17:00:00.000Z'),
    expirationTime: Date.parse('2026-11-21T17:10:00Z'),
    notBefore: undefined,
    requestId: undefined,
    resources: ['farcaster://fid/4211'],
  })
  expect(readSignInMessage(message.replace('Farcaster Auth\n\n', '\n'))).toMatchObject({ statement: undefined, chainId: 10 })
})

test('refuses every message with a line taken out of its place, doubled, or changed in its form', () => {
  const lines = message.split('\n')
  const optional = new Set(['Farcaster Auth', 'Expiration Time: 2026-11-21T17:10:00Z', 'Resources:', '- farcaster://fid/4211'])
  for (const [index, line] of lines.entries()) {
    if (line !== '- farcaster://fid/4211')
      expect(readSignInMessage(lines.toSpliced(index, 0, line).join('\n')), `twice: ${line}`).toBeUndefined()
    if (!optional.has(line)) expect(readSignInMessage(lines.toSpliced(index, 1).join('\n')), `without: ${line}`).toBeUndefined()
    const next = lines[index + 1]
    if (next !== undefined && next !== line && !(index === 2 || index === 3)) {
      expect(readSignInMessage(lines.toSpliced(index, 2, next, line).join('\n')), `swapped: ${line}`).toBeUndefined()
    }
  }
  for (const [from, to] of [
    ['Chain ID: 10', 'Chain ID: ten'],
    ['Chain ID: 10', 'Chain ID:10'],
    ['Issued At: 2026-11-21T17:00:00.000Z', 'Issued At: yesterday'],
    ['Expiration Time: 2026-11-21T17:10:00Z', 'Expiration Time: never'],
    ['0x7099', '0X7099'],
    ['shop.example wants', 'https://shop.example/ wants'],
    ['\n', '\r\n'],
  ] as const) {
    expect(readSignInMessage(message.replaceAll(from, to)), to).toBeUndefined()
  }
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
