import { webcrypto } from 'node:crypto'
import { databases } from '@portico/service/test'
import { SignJWT, exportJWK } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { loggedInBrowser } from '../test/login.js'
import { testSite } from '../test/site.js'

const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code

describe.each(await databases(migrations))('device proofs (RFC 9449) on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  test('S32: a proof is for one method, one path, one moment and one token', async () => {
    const site = await testSite(await fresh())
    const browser = await loggedInBrowser(site, 'visitor@example.com')
    const wrong: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      'another method': { htm: 'GET' },
      'another path': { htu: 'https://secure.example/v1/session/end' },
      'another host': { htu: 'https://evil.example/v1/session' },
      'a query': { htu: 'https://secure.example/v1/session?a=1' },
      'no path': { htu: undefined },
      'no id': { jti: undefined },
      'a short id': { jti: 'abc' },
      'no time': { iat: undefined },
      'another token': { ath: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' },
      'no token': { ath: undefined },
      'a time that is no number': { iat: '1' },
    }
    for (const [what, proof] of Object.entries(wrong)) {
      expect(errorCode(await browser.post('/v1/session', {}, { proof })), what).toBe('invalid_proof')
    }
    for (const ahead of [-61, 61, 3600, -3600, 1e9]) expect(errorCode(await browser.post('/v1/session', {}, { ahead }))).toBe('proof_time')
    for (const ahead of [-55, 55]) expect(await browser.post('/v1/session', {}, { ahead })).toMatchObject({ status: 200 })
    recordPromise({ id: 'S32', name: `proofs for something else, ${name}`, runs: Object.keys(wrong).length + 5, accepted: 0 })
    await site.close()
  })

  test('S32: of two that bring the same proof while another is being written, one is the first', async () => {
    const site = await testSite(await fresh())
    const { take } = site.services.usedProofs
    expect(await Promise.all(['another', 'same', 'same'].map(take))).toEqual([true, true, false])
    expect(await take('same')).toBe(false)
    await site.close()
  })

  test('S32: a proof works once, also when it comes 100 times at once', async () => {
    const site = await testSite(await fresh())
    const browser = await loggedInBrowser(site, 'visitor@example.com')
    const dpop = await browser.makeProof('/v1/session')
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.post('/v1/session', {}, { headers: { dpop } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => errorCode(answer) === 'proof_replayed')).toHaveLength(99)
    recordPromise({ id: 'S32', name: `replayed proofs, ${name}`, runs: 100, accepted: 0 })
    await site.close()
  })

  test('S32: keys and signatures of another kind are refused', async () => {
    const site = await testSite(await fresh())
    const browser = await testBrowser(site.app)
    const claims = {
      htm: 'POST',
      htu: 'https://secure.example/v1/session',
      iat: Math.floor(Date.now() / 1000),
      jti: 'a'.repeat(22),
    }
    const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
    const own = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])
    const other = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])
    const p384 = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify'])
    const publicJwk = await exportJWK(own.publicKey)
    const sign = (header: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0] = own.privateKey) =>
      new SignJWT(claims).setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk, ...header }).sign(key)
    const secret = new Uint8Array(32)
    const proofs = [
      '',
      'nonsense',
      'a.b.c',
      await sign({ typ: 'JWT' }),
      await sign({ jwk: await exportJWK(other.publicKey) }),
      await sign({ jwk: await exportJWK(own.privateKey) }),
      await sign({ jwk: await exportJWK(p384.publicKey), alg: 'ES384' }, p384.privateKey),
      await sign({ alg: 'HS256', jwk: publicJwk }, secret),
      await sign({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, secret),
      await sign({ kid: 'x' }),
      `${Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: publicJwk })).toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
      'x'.repeat(5000),
      (await sign({})).slice(0, -1),
      (await sign({})).replace(/[^.]*$/, ''),
      (await sign({})).replace(/[^.]*$/, 'A'.repeat(86)),
      `${await sign({})}.`,
      `${await sign({})}.AAAA`,
      `AAAA.${await sign({})}`,
    ]
    for (const dpop of proofs) expect(errorCode(await browser.post('/v1/session', {}, { headers: { dpop } }))).toBe('invalid_proof')
    // The same, made as it should be: only the session is missing.
    expect(errorCode(await browser.post('/v1/session', {}, { headers: { dpop: await sign({}) } }))).toBe('no_session')
    await site.close()
  })
})
