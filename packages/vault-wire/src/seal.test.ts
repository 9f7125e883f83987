import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { UnsealError, createSealingKeys, deriveSealingKeys, publicKeyOf, seal, unseal } from './seal.js'

const context = { info: 'portico/test', aad: 'w/a' }
const share = new Uint8Array(randomBytes(33))

test('what is sealed to a key opens with it, and twice the same looks different', async () => {
  const keys = await createSealingKeys()
  const publicKey = await publicKeyOf(keys)
  const [first, second] = [await seal(share, publicKey, context), await seal(share, publicKey, context)]
  expect(first).toMatch(/^[\w-]{87}\.[\w-]+$/)
  expect(first).not.toBe(second)
  expect(await unseal(first, keys, context)).toEqual(share)
})

test('another key, another place, a changed character and nonsense are refused', async () => {
  const keys = await createSealingKeys()
  const text = await seal(share, await publicKeyOf(keys), context)
  const middle = text.length - 20
  const changed = `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
  await expect(unseal(text, await createSealingKeys(), context)).rejects.toThrow(UnsealError)
  await expect(unseal(text, keys, { ...context, aad: 'w/b' })).rejects.toThrow(UnsealError)
  await expect(unseal(text, keys, { ...context, info: 'portico/other' })).rejects.toThrow(UnsealError)
  for (const odd of [changed, '', '.', 'a.b', text.slice(0, -1), text.replace('.', '')]) {
    await expect(unseal(odd, keys, context)).rejects.toMatchObject({
      name: 'UnsealError',
      message: 'The sealed value does not open with this key.',
    })
  }
})

test('the same secret always gives the same key pair', async () => {
  const secret = new Uint8Array(32).fill(7)
  const [first, second] = [await deriveSealingKeys(secret), await deriveSealingKeys(secret)]
  expect(await publicKeyOf(first)).toBe(await publicKeyOf(second))
  expect(await publicKeyOf(await deriveSealingKeys(secret.fill(8)))).not.toBe(await publicKeyOf(first))
  expect(await unseal(await seal(share, await publicKeyOf(first), context), second, context)).toEqual(share)
})
