import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { hasHsm, testHsm } from '../../test/hsm.js'
import { testHttpKms } from '../../test/httpKms.js'
import { createSecrets } from '../secrets.js'
import { operatorKeyWrapper, rewrapKey, unwrapShare, wrapShare } from '../wrapping.js'
import { createKms, kmsKeyWrapper, kmsSchema } from './kms.js'

const hsm = hasHsm ? testHsm(['new', 'old']) : undefined
afterAll(() => hsm?.drop())

const context = { wallet: 'w', index: 'way', attempt: 'a', version: 1 }
const half = new Uint8Array(randomBytes(32))
const operator = () => operatorKeyWrapper(createSecrets({ keys: [{ id: 'k', bytes: randomBytes(32) }] }))

const kinds = [
  ['an HTTP KMS', () => ((kms) => createKms(kmsSchema.parse(kms.options), { fetch: kms.fetch }))(testHttpKms())] as const,
  ...(hsm ? [['SoftHSM by PKCS#11', () => createKms(kmsSchema.parse(hsm.options()), { fetch })] as const] : []),
]

test.each(kinds)('a half under %s opens in its own place alone, and many at a time do', async (_, make) => {
  const kms = make()
  const wrapper = kmsKeyWrapper(kms, operator())
  const wrapped = await Promise.all(Array.from({ length: 20 }, () => wrapShare(wrapper, half, context)))
  expect(new Set(wrapped.map(({ wrapped_key: key }) => key)).size).toBe(20)
  for (const each of wrapped) expect(await unwrapShare(wrapper, each, context)).toEqual(Buffer.from(half))
  const [first = { wrapped_key: '', ciphertext: '' }] = wrapped
  expect(first.wrapped_key).toMatch(/^kms:[\w-]+\.[\w-]+$/)
  await expect(unwrapShare(wrapper, first, { ...context, wallet: 'v' })).rejects.toMatchObject({ status: 503, code: 'kms_unavailable' })
  const changed = { ...first, wrapped_key: `${first.wrapped_key.slice(0, -2)}AA` }
  await expect(unwrapShare(wrapper, changed, context)).rejects.toMatchObject({ code: 'kms_unavailable' })
  // After a refusal it works on.
  expect(await unwrapShare(wrapper, first, context)).toEqual(Buffer.from(half))
  await kms.close()
})

test.each(kinds)('what stands under the operator\u2019s key opens beside %s, and moves to it', async (_, make) => {
  const before = operator()
  const { wrapped_key: old, ciphertext } = await wrapShare(before, half, context)
  const kms = make()
  const wrapper = kmsKeyWrapper(kms, before)
  expect(await unwrapShare(wrapper, { wrapped_key: old, ciphertext }, context)).toEqual(Buffer.from(half))
  const moved = (await rewrapKey(wrapper, { wrapped_key: old, ciphertext }, context)) ?? ''
  expect(moved).toMatch(/^kms:/)
  const without = kmsKeyWrapper(kms, operator())
  expect(await unwrapShare(without, { wrapped_key: moved, ciphertext }, context)).toEqual(Buffer.from(half))
  await kms.close()
})

test.runIf(hsm)('of keys in an HSM the first one wraps, and the others still open', async () => {
  const make = (keys: readonly string[]) => createKms(kmsSchema.parse(hsm?.options(keys)), { fetch })
  const old = make(['old'])
  const wrapped = await wrapShare(kmsKeyWrapper(old, operator()), half, context)
  await old.close()
  const both = make(['new', 'old'])
  const wrapper = kmsKeyWrapper(both, operator())
  expect(await unwrapShare(wrapper, wrapped, context)).toEqual(Buffer.from(half))
  const moved = (await rewrapKey(wrapper, wrapped, context)) ?? ''
  expect(moved).toMatch(/^kms:new\./)
  await both.close()
  const only = make(['new'])
  const last = kmsKeyWrapper(only, operator())
  expect(await unwrapShare(last, { ...wrapped, wrapped_key: moved }, context)).toEqual(Buffer.from(half))
  await expect(unwrapShare(last, wrapped, context)).rejects.toMatchObject({ status: 503 })
  await only.close()
})

test.runIf(hsm)('an HSM that is not there, a wrong token, PIN or key are out of reach, and say nothing of themselves', async () => {
  const right = kmsSchema.parse(hsm?.options())
  for (const wrong of [{ library: '/nowhere/module.so' }, { token: 'other' }, { keys: ['none'] }]) {
    const kms = createKms(kmsSchema.parse({ ...right, ...wrong }), { fetch })
    const refused = await kmsKeyWrapper(kms, operator())
      .wrap(half, 'x')
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, code: 'kms_unavailable' })
    expect(String(refused)).not.toMatch(/nowhere|other|none/)
    await kms.close()
  }
})

test('an HTTP KMS that hangs, refuses, or answers something else is out of reach within its time', async () => {
  const fake = testHttpKms()
  const config = kmsSchema.parse({ ...fake.options, timeoutMs: 100 })
  const wrap = (answer: typeof fetch) => kmsKeyWrapper(createKms(config, { fetch: answer }), operator()).wrap(half, 'x')
  fake.away(true)
  const began = performance.now()
  await expect(wrap(fake.fetch)).rejects.toMatchObject({ status: 503, code: 'kms_unavailable' })
  expect(performance.now() - began).toBeLessThan(5_000)
  const odd = ['', '[]', '{"id":"a.b","wrapped":"AA"}', '{"id":"a"}', `{"id":"a","wrapped":"${'A'.repeat(30_000)}"}`]
  for (const body of odd) await expect(wrap(async () => new Response(body))).rejects.toMatchObject({ status: 503 })
  await expect(wrap(async () => new Response('', { status: 500 }))).rejects.toMatchObject({ status: 503 })
})

/** What a KMS answers: somebody else's key, one that is too short to be any, or nothing. */
const wrongKeys = [
  ['another key', randomBytes(32).toString('base64url')] as const,
  ['a short one', 'AAAA'] as const,
  ['none', 'A'] as const,
]

test.each(wrongKeys)('a rotation to an HTTP KMS that answers with %s changes nothing', async (_, key) => {
  const before = operator()
  const wrapped = await wrapShare(before, half, context)
  const right = testHttpKms()
  const wrapper = (answer: typeof fetch) => kmsKeyWrapper(createKms(kmsSchema.parse(right.options), { fetch: answer }), before)
  const lies: typeof fetch = async (input, init) =>
    new Request(input, init).url.endsWith('/unwrap') ? Response.json({ key }) : await right.fetch(input, init)
  // What the KMS has wrapped does not come back.
  await expect(rewrapKey(wrapper(lies), wrapped, context)).rejects.toThrow()
  // Nor does what is there: it is not put under the newest key as somebody else's.
  const moved = { ...wrapped, wrapped_key: (await rewrapKey(wrapper(right.fetch), wrapped, context)) ?? '' }
  right.rotate('b')
  await expect(rewrapKey(wrapper(lies), moved, context)).rejects.toThrow()
  const again = { ...moved, wrapped_key: (await rewrapKey(wrapper(right.fetch), moved, context)) ?? '' }
  expect(again.wrapped_key).toMatch(/^kms:b\./)
  expect(await unwrapShare(wrapper(right.fetch), again, context)).toEqual(Buffer.from(half))
  expect(await rewrapKey(wrapper(right.fetch), again, context)).toBeUndefined()
})

test('a key is overwritten also where what it should open does not open, and where it could not be wrapped', async () => {
  const seen: Uint8Array[] = []
  const wrapper = {
    wrap: async (key: Uint8Array) => {
      seen.push(key)
      throw new Error('away')
    },
    unwrap: async () => {
      seen.push(new Uint8Array(32).fill(7))
      return seen.at(-1) ?? half
    },
  }
  const wrapped = await wrapShare(operator(), half, context)
  await expect(unwrapShare(wrapper, wrapped, context)).rejects.toThrow()
  await expect(rewrapKey(wrapper, wrapped, context)).rejects.toThrow()
  await expect(wrapShare(wrapper, half, context)).rejects.toThrow('away')
  expect(seen.map((key) => key.every((byte) => byte === 0))).toEqual([true, true, true])
})

test.each(wrongKeys.slice(1))('what is no key of 32 bytes counts as a KMS out of reach: %s', async (_, key) => {
  const kms = createKms(kmsSchema.parse(testHttpKms().options), { fetch: async () => Response.json({ key }) })
  // A secret that others' keys follow from would be known to everybody.
  await expect(kmsKeyWrapper(kms, operator()).unwrap('kms:a.AAAA', 'x')).rejects.toMatchObject({ status: 503, code: 'kms_unavailable' })
})
