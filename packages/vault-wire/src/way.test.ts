import { createDecipheriv, hkdfSync, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { recordPromise } from '../../../scripts/lib/promises.mjs'
import { type WayContext, WayError, newHalf, openRoot, sealRoot } from './way.js'

const context = (): WayContext => ({ user: 'u', wallet: randomUUID(), way: randomUUID(), version: 1 })

test('both halves open the root, in their order and in their place alone', async () => {
  const [root, first, second, place] = [newHalf(), newHalf(), newHalf(), context()]
  const sealed = await sealRoot(root, [first, second], place)
  expect(sealed).toMatch(/^[\w-]{80}$/)
  expect(await openRoot(sealed, [first, second], place)).toEqual(root)
  expect(await sealRoot(root, [first, second], place)).not.toBe(sealed)
  await expect(openRoot(sealed, [second, first], place)).rejects.toThrow(WayError)
  await expect(openRoot(sealed, [first, first], place)).rejects.toThrow(WayError)
  for (const other of [{ user: 'v' }, { wallet: randomUUID() }, { way: randomUUID() }, { version: 2 }]) {
    await expect(openRoot(sealed, [first, second], { ...place, ...other })).rejects.toThrow(WayError)
  }
  for (const odd of ['', 'A', '*', sealed.slice(1), `${sealed}A`])
    await expect(openRoot(odd, [first, second], place)).rejects.toThrow(WayError)
  for (const odd of [new Uint8Array(), new Uint8Array(31), new Uint8Array(64)]) {
    await expect(openRoot(sealed, [first, odd], place)).rejects.toThrow(WayError)
  }
})

test('S46: of 10,000 halves and sealed roots with one flipped bit none opens', async () => {
  const [root, first, second, place] = [newHalf(), newHalf(), newHalf(), context()]
  const sealed = await sealRoot(root, [first, second], place)
  const runs = 10_000
  let accepted = 0
  const flip = (bytes: Uint8Array, run: number): Uint8Array => {
    const flipped = Uint8Array.from(bytes)
    const bit = run % (flipped.length * 8)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return flipped
  }
  for (let run = 0; run < runs; run += 1) {
    const changed = Buffer.from(flip(Buffer.from(sealed, 'base64url'), run)).toString('base64url')
    const tries = [openRoot(changed, [first, second], place), openRoot(sealed, [flip(first, run), second], place)]
    const one = tries[run % 2] ?? tries[0]
    await Promise.allSettled(tries)
    if (
      await one?.then(
        () => true,
        () => false,
      )
    )
      accepted += 1
  }
  recordPromise({ id: 'S46', name: 'halves with a flipped bit', runs, accepted })
  expect(accepted).toBe(0)
})

test('S46: halves of different ways open nothing', async () => {
  const root = newHalf()
  const ways = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const [first, second, place] = [newHalf(), newHalf(), context()]
      return { first, second, place, sealed: await sealRoot(root, [first, second], place) }
    }),
  )
  const halves = ways.flatMap(({ first, second }) => [first, second])
  let opened = 0
  for (const { sealed, place } of ways) {
    for (const one of halves) {
      for (const other of halves)
        opened += await openRoot(sealed, [one, other], place).then(
          () => 1,
          () => 0,
        )
    }
  }
  // Each opens by its own pair, of 400 that are tried on it.
  expect(opened).toBe(ways.length)
})

test('a root is under AES-256-GCM by HKDF-SHA-256 of both halves and of its place, as another implementation reads it', async () => {
  const [root, first, second] = [newHalf(), newHalf(), newHalf()]
  const sealed = Buffer.from(await sealRoot(root, [first, second], { user: 'u', wallet: 'w', way: 'x', version: 3 }), 'base64url')
  const info = Buffer.from('portico way\nu\nw\nx\n3')
  const key = new Uint8Array(hkdfSync('sha256', Buffer.concat([first, second]), new Uint8Array(), info, 32))
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(info).setAuthTag(sealed.subarray(-16))
  expect(Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])).toEqual(Buffer.from(root))
})

test('nothing is sealed under a half that is too short or too long', async () => {
  const half = newHalf()
  for (const odd of [new Uint8Array(), new Uint8Array(31), new Uint8Array(33)]) {
    for (const halves of [[odd, half] as const, [half, odd] as const]) {
      await expect(sealRoot(newHalf(), halves, context())).rejects.toMatchObject({
        name: 'WayError',
        message: 'These halves do not open the wallet.',
      })
    }
  }
})

test('the key of both halves can’t be read out, and their bytes are zeroed', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const [derived, imported] = [vi.spyOn(crypto.subtle, 'deriveKey'), vi.spyOn(crypto.subtle, 'importKey')]
  await sealRoot(newHalf(), [newHalf(), newHalf()], context())
  const [key, both] = [await derived.mock.results[0]?.value, imported.mock.calls[0]?.[1]]
  expect(key).toMatchObject({ extractable: false })
  expect(both).toEqual(new Uint8Array(64))
})
