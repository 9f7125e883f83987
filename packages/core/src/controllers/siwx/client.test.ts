import { testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../kit/errors.js'
import { MalformedAnswerError } from '../../kit/http/errors.js'
import { createMessage, getSessions, verify } from './client.js'
import { SignInRefusedError, SignInUnavailableError } from './errors.js'
import type { Signer } from './service.js'
import { siwx } from './siwx.js'
import { fakeAddress, origin } from './site.test.helper.js'

const options = { url: `${origin}/siwx/`, origin }
const signer: Signer = {
  namespace: 'eip155',
  connectorId: 'com.harbor',
  address: fakeAddress,
  networkId: 'eip155:1',
  isSmartAccount: false,
}
const answering = (status: number, body: unknown, headers = {}) =>
  testPortico({
    fetch: () => Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })),
  })
const signed = [{ text: 'text', signature: '0x', networkId: 'eip155:1', address: fakeAddress }] as const

test('a text names its chain as its family does, and what signs is asked for with credentials', async () => {
  const asked: [string, RequestInit | undefined][] = []
  const portico = testPortico({
    fetch: (input, init) => {
      asked.push([new Request(input).url, init])
      return Promise.resolve(Response.json({ nonce: 'd41d8cd98f00b204', expiresAt: 1 }))
    },
  })
  const solana = {
    namespace: 'solana',
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: 'So11111111111111111111111111111111111111112',
  } as const
  const { text } = await createMessage(options, portico, { ...signer, ...solana })
  expect(text).toMatch(/^shop\.example wants you to sign in with your Solana account:\nSo1/)
  expect(text).toContain('\nChain ID: mainnet\nNonce: d41d8cd98f00b204\n')
  expect(asked).toEqual([[`${origin}/siwx/nonce`, expect.objectContaining({ method: 'POST', credentials: 'include' })]])
})

test.each([
  [401, { error: 'nonce' }, SignInRefusedError],
  [403, 'no', SignInRefusedError],
  [429, {}, SignInUnavailableError],
  [500, {}, SignInUnavailableError],
  [503, { error: 'unavailable' }, SignInUnavailableError],
  [200, { sessions: [{ account: 'nobody', scope: 'namespace', expiresAt: 1 }] }, MalformedAnswerError],
  [200, '<html>', MalformedAnswerError],
])('an answer of %i with %j to a signature is one kind of failure', async (status, body, kind) => {
  await expect(verify(options, answering(status, body), signed)).rejects.toBeInstanceOf(kind)
})

test('a server that cannot be reached is away', async () => {
  const portico = testPortico({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(verify(options, portico, signed)).rejects.toBeInstanceOf(SignInUnavailableError)
})

test('a session that the server has just named is good for a moment, whatever the clock of the page says', async () => {
  const session = { id: 'a', account: `eip155:1:${fakeAddress}`, scope: 'chain', signedInAt: 1, expiresAt: 2 }
  const [found] = await getSessions(options, answering(200, { sessions: [session] }))
  expect(found).toMatchObject({ accountId: session.account, scope: 'chain' })
  expect(found?.expiresAt).toBeGreaterThan(Date.now())
})

test('texts and sessions go by the clock of the server, however wrong that of the visitor is', async () => {
  const now = Date.now() - 3 * 86_400_000
  const { text } = await createMessage({ ...options, maxAge: 600 }, answering(200, { nonce: 'd41d8cd98f00b204', now }), signer)
  expect(text).toContain(`\nIssued At: ${new Date(now).toISOString()}\nExpiration Time: ${new Date(now + 600_000).toISOString()}`)
  const session = { id: 'a', account: `eip155:1:${fakeAddress}`, scope: 'chain', signedInAt: now, expiresAt: now + 600_000 }
  const [found] = await getSessions(options, answering(200, { sessions: [session], now }))
  expect(found?.expiresAt).toBeGreaterThan(Date.now() + 590_000)
  expect(found?.expiresAt).toBeLessThanOrEqual(Date.now() + 600_000)
})

test.each([-1, 1e17, 'noon', null])('a clock that says %j is none', async (now) => {
  const portico = answering(200, { nonce: 'd41d8cd98f00b204', now })
  await expect(createMessage(options, portico, signer)).rejects.toBeInstanceOf(MalformedAnswerError)
})

test.each([
  [{ url: 'siwx' }, 'siwx.url'],
  [{ url: '//evil.example' }, 'siwx.url'],
  [{ url: '/siwx', statement: 'Grüezi' }, 'siwx.statement'],
  [{ url: '/siwx', maxAge: 86_401 }, 'siwx.maxAge'],
  [undefined as never, 'siwx.url'],
  ['/siwx' as never, 'siwx.url'],
  [{ url: '/siwx', statement: null as never }, 'siwx.statement'],
  [{ url: '/siwx', resources: 'https://shop.example' as never }, 'siwx.resources'],
  [{ url: '/siwx', origin: new URL('https://shop.example') as never }, 'siwx.origin'],
  [{ url: '/siwx', required: 'yes' as never }, 'siwx.required'],
])('options that mean nothing are refused: %j', (bad, option) => {
  expect(() => siwx(bad)).toThrow(InvalidOptionError)
  expect(() => siwx(bad)).toThrow(`'${option}'`)
})
