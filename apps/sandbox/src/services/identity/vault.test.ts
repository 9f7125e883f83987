import { createPublicKey, verify } from 'node:crypto'
import { freePort } from '@portico/service/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { identityService, vaultSettings } from './index.js'

const vault = 'http://vault.localhost:9302'
let service: ReturnType<typeof identityService>
beforeAll(async () => {
  service = identityService({ host: '127.0.0.1', port: await freePort(), secureSites: ['http://secure.localhost:9301'], vaults: [vault] })
  await service.start()
})
afterAll(() => service.stop())

/** Follows a provider as a browser that keeps cookies does, to the form that it posts. */
async function walkTo(url: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let place = url, steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(place, { redirect: 'manual', headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) return await answer.text()
    place = new URL(next, place).href
  }
  throw new Error('It does not end.')
}

test.each(['google', 'apple'] as const)('%s posts an ID token for the vault’s own client and nonce to the vault', async (provider) => {
  service.setAuto('mira')
  const { clientId, issuer } = vaultSettings(service.url)[provider]
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${vault}/identities/callback/${provider}`,
    response_type: provider === 'apple' ? 'code id_token' : 'id_token',
    response_mode: 'form_post',
    scope: 'openid',
    state: 'a state',
    nonce: 'abcdefgh12345678',
  })
  const form = await walkTo(`${issuer}/auth?${query.toString()}`)
  expect(form).toContain(`action="${vault}/identities/callback/${provider}"`)
  const token = /name="id_token" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).parse(await (await fetch(`${issuer}/jwks`)).json())
  const [header = '', payload = '', signature = ''] = token.split('.')
  const key = createPublicKey({ key: keys.keys[0] ?? {}, format: 'jwk' })
  expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(said).toMatchObject({ iss: issuer, nonce: 'abcdefgh12345678', aud: clientId })
})
