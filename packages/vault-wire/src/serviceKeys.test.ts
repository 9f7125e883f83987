import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { deriveSealingKeys, publicKeyOf, seal } from './seal.js'
import { createServiceKeys } from './serviceKeys.js'

const context = { info: 'portico/test', aad: 'w/a' }
const half = new Uint8Array(randomBytes(32))
const secret = (id: string) => ({ id, bytes: new Uint8Array(randomBytes(32)) })

function service() {
  let secrets = [secret('new'), secret('old')]
  const keys = createServiceKeys({ newest: async () => secrets[0] ?? secret('none'), all: async () => secrets })
  return { keys, secrets: () => secrets, change: (to: typeof secrets) => (secrets = to) }
}

test('what is sealed to the newest key opens, also after the next one came, until its secret is destroyed', async () => {
  const { keys, secrets, change } = service()
  const [newest, old] = secrets()
  if (!newest || !old) throw new Error('There are two.')
  const publicKey = await keys.publicKey()
  expect(publicKey).toBe(await publicKeyOf(await deriveSealingKeys(newest.bytes)))
  const [sealed, before] = [
    await seal(half, publicKey, context),
    await seal(half, await publicKeyOf(await deriveSealingKeys(old.bytes)), context),
  ]
  for (const text of [sealed, before]) expect(await keys.unseal(text, context)).toEqual(half)
  change([secret('next'), newest])
  expect(await keys.publicKey()).not.toBe(publicKey)
  expect(await keys.unseal(sealed, context)).toEqual(half)
  await expect(keys.unseal(before, context)).rejects.toMatchObject({ name: 'UnsealError' })
  change([secret('last')])
  await expect(keys.unseal(sealed, context)).rejects.toMatchObject({ name: 'UnsealError' })
  change([])
  await expect(keys.unseal(sealed, context)).rejects.toMatchObject({ name: 'UnsealError' })
})

test('nothing opens in another place', async () => {
  const { keys } = service()
  const sealed = await seal(half, await keys.publicKey(), context)
  await expect(keys.unseal(sealed, { ...context, aad: 'w/b' })).rejects.toMatchObject({ name: 'UnsealError' })
})

test('a key pair is derived once for as long as its secret lives, and is forgotten with it', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { keys, secrets, change } = service()
  const imported = vi.spyOn(crypto.subtle, 'importKey')
  const derived = async (run: () => Promise<unknown>): Promise<boolean> => {
    imported.mockClear()
    await run()
    return imported.mock.calls.length > 0
  }
  expect(await derived(keys.publicKey)).toBe(true)
  expect(await derived(keys.publicKey)).toBe(false)
  const first = secrets()
  // Kept while others come, dropped with the first look at a list that it is not in.
  change([secret('next'), ...first])
  await keys.unseal('.', context).catch(() => {})
  change(first)
  expect(await derived(keys.publicKey)).toBe(false)
  change([secret('next')])
  await keys.unseal('.', context).catch(() => {})
  change(first)
  expect(await derived(keys.publicKey)).toBe(true)
})
