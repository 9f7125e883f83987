import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { createSessionJwt } from './jwt.js'
import { alice, createSite, openBrowser, signed } from './test/site.js'

const secret = new Uint8Array(32).fill(5)
const options = { secret, issuer: 'https://shop.example', audience: 'https://api.shop.example' }

test('a token says who is signed in, for as long as it is good', async () => {
  const jwt = createSessionJwt(options)
  const browser = openBrowser(createSite({ session: { issueToken: jwt.issueToken } }).handler)
  const { token } = (await browser.post('verify', await signed(alice, await browser.nonce()))).json
  expect(await jwt.verifyToken(token)).toEqual({ accounts: [`eip155:1:${alice.address}`] })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect(await jwt.verifyToken(token)).toBeUndefined()
  vi.useRealTimers()
})

test('refuses tokens of others', async () => {
  const jwt = createSessionJwt(options)
  const claims = () =>
    new SignJWT({ accounts: ['eip155:1:0x'] }).setIssuer(options.issuer).setAudience(options.audience).setExpirationTime('1m')
  const forged = await claims().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
  const audience = await claims().setAudience('https://evil.example').setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const empty = await new SignJWT({})
    .setIssuer(options.issuer)
    .setAudience(options.audience)
    .setExpirationTime('1m')
    .setProtectedHeader({ alg: 'HS256' })
    .sign(secret)
  const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"accounts":["a"]}').replaceAll('=', '')}.`
  for (const token of [forged, audience, empty, none, '', 'a.b.c']) expect(await jwt.verifyToken(token)).toBeUndefined()
  // Of an environment comes text, or nothing.
  for (const wrong of [new Uint8Array(31), 'x'.repeat(64), undefined, new DataView(new ArrayBuffer(64))])
    expect(() => createSessionJwt({ ...options, secret: wrong as Uint8Array })).toThrow(
      expect.objectContaining({ name: 'SiwxOptionsError' }),
    )
})

test.each([
  ['options', undefined],
  ['issuer', { ...options, issuer: undefined }],
  ['audience', { ...options, audience: '' }],
  ['lifetime', { ...options, lifetime: 0 }],
  ['lifetime', { ...options, lifetime: 'five minutes' }],
])('a server does not start where %s is wrong: %o', (_, wrong) => {
  expect(() => createSessionJwt(wrong as never)).toThrow(expect.objectContaining({ name: 'SiwxOptionsError' }))
})
