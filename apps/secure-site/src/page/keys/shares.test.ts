import { combine, split } from 'shamir-secret-sharing'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { ShareMismatchError } from './errors.js'
import { addressesOf, checkOf, createRoot, keysOfRoot } from './root.js'
import { type Expected, joinShares, splitRoot, zero } from './shares.js'

async function wallet(devices = 2) {
  const root = createRoot()
  const keys = await keysOfRoot(root)
  const expected: Expected = { check: checkOf(root), addresses: addressesOf(keys) }
  return { root, keys, expected, shares: await splitRoot(root, devices) }
}

test('any two shares give the root and its keys', async () => {
  const { root, keys, expected, shares } = await wallet()
  const all = [shares.auth, shares.recovery, ...shares.devices]
  expect(all).toHaveLength(4)
  for (const [index, first] of all.entries()) {
    for (const second of all.slice(index + 1)) expect(await joinShares([first, second], expected)).toEqual({ root, keys })
  }
})

test('one share is not enough, twice the same neither', async () => {
  const { expected, shares } = await wallet()
  await expect(joinShares([shares.auth], expected)).rejects.toThrow(ShareMismatchError)
  await expect(joinShares([shares.auth, Uint8Array.from(shares.auth)], expected)).rejects.toThrow(ShareMismatchError)
  await expect(joinShares([], expected)).rejects.toThrow(ShareMismatchError)
})

test('a share of another version fits no share of this one, and is passed over where two fit', async () => {
  const { root, expected, shares } = await wallet()
  const later = await splitRoot(root, 1)
  await expect(joinShares([shares.auth, later.recovery], expected)).rejects.toThrow(ShareMismatchError)
  expect((await joinShares([shares.auth, later.recovery, shares.recovery], expected)).root).toEqual(root)
})

test('of 10,000 pairs of shares with one flipped bit none is accepted', async () => {
  const from = performance.now()
  const { root, expected, shares } = await wallet(1)
  const runs = 10_000
  let accepted = 0
  let wrongKeys = 0
  for (let run = 0; run < runs; run += 1) {
    const flipped = Uint8Array.from(shares.recovery)
    // Each bit of the share, its x coordinate among them, many times over, against fresh polynomials now and then.
    const bit = run % (flipped.length * 8)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const given = await combine([shares.auth, flipped]).catch(() => undefined)
    if (given && !Buffer.from(given).equals(Buffer.from(root))) wrongKeys += 1
    if (await joinShares([shares.auth, flipped], expected).catch(() => undefined)) accepted += 1
  }
  recordPromise({
    id: 'A1',
    name: 'shares with a flipped bit',
    runs,
    accepted,
    milliseconds: Math.round(performance.now() - from),
  })
  expect(accepted).toBe(0)
  // The library itself gives a wrong secret without a word: that is why the check is there.
  expect(wrongKeys).toBeGreaterThan(9900)
})

test('a service that lies about the check still has to know the addresses', async () => {
  const { expected, shares } = await wallet(1)
  const other = await wallet(1)
  const lie: Expected = { check: other.expected.check, addresses: expected.addresses }
  await expect(joinShares([other.shares.auth, other.shares.recovery], lie)).rejects.toThrow(ShareMismatchError)
  const half: Expected = { check: expected.check, addresses: { ...expected.addresses, solana: other.expected.addresses.solana } }
  await expect(joinShares([shares.auth, shares.recovery], half)).rejects.toThrow(ShareMismatchError)
  const otherHalf: Expected = {
    check: expected.check,
    addresses: { ...expected.addresses, eip155: other.expected.addresses.eip155 },
  }
  await expect(joinShares([shares.auth, shares.recovery], otherHalf)).rejects.toThrow(ShareMismatchError)
})

test('shares of other lengths, empty ones and foreign bytes are refused, not a crash', async () => {
  const { expected, shares } = await wallet(1)
  const short = (await split(new Uint8Array(16), 2, 2))[0] ?? new Uint8Array()
  for (const odd of [short, new Uint8Array(), new Uint8Array(1), new Uint8Array(33), new Uint8Array(400)]) {
    await expect(joinShares([shares.auth, odd], expected)).rejects.toThrow(ShareMismatchError)
  }
})

test('zeroed buffers hold nothing', () => {
  const buffer = Uint8Array.of(1, 2, 3)
  zero(buffer, undefined)
  expect(buffer).toEqual(new Uint8Array(3))
})
