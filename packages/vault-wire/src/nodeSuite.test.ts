import { randomBytes } from 'node:crypto'
import { HkdfSha256 } from '@hpke/core'
import { expect, test, vi } from 'vitest'
import { nodeKdf, nodeSuite } from './nodeSuite.js'
import { createSealingKeys, publicKeyOf, seal, unseal } from './seal.js'

test('what a service seals by Node’s curve, HKDF and cipher opens in a page, and nowhere else', async () => {
  const keys = await createSealingKeys()
  const publicKey = await publicKeyOf(keys)
  const context = { info: 'portico/test', aad: 'w/a' }
  for (const length of [1, 33, 500]) {
    const secret = new Uint8Array(randomBytes(length))
    const text = await seal(secret, publicKey, context, nodeSuite)
    expect(await unseal(text, keys, context)).toEqual(secret)
    await expect(unseal(text, keys, { ...context, info: 'portico/other' })).rejects.toThrow()
    await expect(unseal(text, await createSealingKeys(), context)).rejects.toThrow()
  }
})

test('it gives what WebCrypto gives, of bytes that are part of more, too', async () => {
  const [web, node] = [new HkdfSha256(), nodeKdf()]
  for (const kdf of [web, node]) kdf.init(new Uint8Array(10).fill(7))
  const random = (length: number) => new Uint8Array(randomBytes(length + 9)).subarray(5, 5 + length)
  for (let run = 0; run < 50; run += 1) {
    const [salt, key, info] = [random(32), random(1 + run), random(run)]
    const none = new Uint8Array()
    for (const each of [salt, none]) expect(await node.extract(each, key)).toEqual(await web.extract(each, key))
    expect(await node.extractAndExpand(salt, key, info, 12 + run)).toEqual(await web.extractAndExpand(salt, key, info, 12 + run))
    expect(await node.labeledExtract(none, salt, key)).toEqual(await web.labeledExtract(none, salt, key))
  }
})

test('a point that is not on the curve, or is none, is sealed to by neither', async () => {
  const context = { info: 'portico/test', aad: 'w/a' }
  const onCurve = Buffer.from(await publicKeyOf(await createSealingKeys()), 'base64url')
  const off = Buffer.from(onCurve)
  off[64] = (off[64] ?? 0) ^ 1
  for (const point of [off, Buffer.alloc(65, 4), onCurve.subarray(0, 64), Buffer.alloc(0)]) {
    for (const suite of [undefined, nodeSuite]) {
      await expect(seal(new Uint8Array(32), point.toString('base64url'), context, suite)).rejects.toThrow()
    }
  }
})

test('nothing is sealed twice with the same key', async () => {
  const publicKey = await publicKeyOf(await createSealingKeys())
  const texts = await Promise.all(Array.from({ length: 100 }, () => seal(new Uint8Array(32), publicKey, { info: '', aad: '' }, nodeSuite)))
  expect(new Set(texts.map((text) => text.split('.')[0])).size).toBe(100)
  expect(new Set(texts.map((text) => text.split('.')[1])).size).toBe(100)
})

test('it seals without WebCrypto, and zeroes what it has shared with the recipient', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const publicKey = await publicKeyOf(await createSealingKeys())
  const names = ['importKey', 'generateKey', 'deriveBits', 'sign', 'encrypt', 'exportKey'] as const
  const spies = names.map((name) => vi.spyOn(crypto.subtle, name))
  const zeroed: number[] = []
  const { fill } = Uint8Array.prototype
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function (this: Buffer, value) {
    zeroed.push(this.length)
    return fill.call(this, Number(value)) as Buffer
  })
  await seal(new Uint8Array(32), publicKey, { info: 'i', aad: 'a' }, nodeSuite)
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual(names.map(() => 0))
  expect(zeroed).toEqual([32])
})

test('its keys are public ones of the curve, and those of WebCrypto are refused', async () => {
  const keys = await createSealingKeys()
  const point = Buffer.from(await publicKeyOf(keys), 'base64url')
  const key = await nodeSuite().kem.deserializePublicKey(Uint8Array.from(point).buffer)
  expect({ ...key }).toEqual({ type: 'public', extractable: true, algorithm: { name: 'ECDH' }, usages: [], bytes: Uint8Array.from(point) })
  await expect(nodeSuite().createSenderContext({ recipientPublicKey: keys.publicKey })).rejects.toThrow('The key of another suite.')
})

test('it opens nothing', async () => {
  const { aead } = nodeSuite()
  const context = aead.createEncryptionContext(new ArrayBuffer(32))
  await expect(context.open(new ArrayBuffer(12), new ArrayBuffer(32), new ArrayBuffer(0))).rejects.toThrow('It seals alone.')
})
