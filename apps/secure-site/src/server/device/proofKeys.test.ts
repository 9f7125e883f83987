import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { createProofKeys } from './proofKeys.js'

async function publicJwk() {
  const { publicKey } = await generateKeyPair('ES256')
  const { kty = 'EC', crv = 'P-256', x = '', y = '' } = await exportJWK(publicKey)
  return { kty, crv, x, y }
}

test('a key is read once, by its name, and those that were not here for long are forgotten', async () => {
  const keys = createProofKeys(2)
  const [ada, bob, eve] = [await publicJwk(), await publicJwk(), await publicJwk()]
  const first = await keys.find(ada)
  expect(first.thumbprint).toBe(await calculateJwkThumbprint(ada, 'sha256'))
  const second = await keys.find(bob)
  expect(await keys.find({ ...ada })).toBe(first)
  await keys.find(eve)
  // Ada was here after Bob.
  expect(await keys.find(ada)).toBe(first)
  expect(await keys.find(bob)).not.toBe(second)
  expect((await keys.find(bob)).thumbprint).toBe(second.thumbprint)
})

test('a point that is not on the curve is no key, and is not remembered', async () => {
  const keys = createProofKeys()
  const jwk = await publicJwk()
  const off = { ...jwk, y: jwk.x }
  await expect(keys.find(off)).rejects.toThrow()
  await expect(keys.find(off)).rejects.toThrow()
  expect((await keys.find(jwk)).thumbprint).toBe(await calculateJwkThumbprint(jwk, 'sha256'))
})
