import { split } from 'shamir-secret-sharing'
import { expect, test } from 'vitest'
import { RootMismatchError } from './errors.js'
import { type Expected, addressesOf, checkOf, createRoot, keysOfRoot, zero } from './root.js'
import { joinShares } from './shares.js'

/** As an earlier release split wallets: any two give the root. */
async function splitRoot(root: Uint8Array, devices: number) {
  const [auth, recovery, ...rest] = await split(root, 2 + devices, 2)
  if (!auth || !recovery) throw new Error('The root was not split.')
  return { auth, recovery, devices: rest }
}

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
  await expect(joinShares([shares.auth], expected)).rejects.toThrow(RootMismatchError)
  await expect(joinShares([shares.auth, Uint8Array.from(shares.auth)], expected)).rejects.toThrow(RootMismatchError)
  await expect(joinShares([], expected)).rejects.toThrow(RootMismatchError)
})

test('a share of another version fits no share of this one, and is passed over where two fit', async () => {
  const { root, expected, shares } = await wallet()
  const later = await splitRoot(root, 1)
  await expect(joinShares([shares.auth, later.recovery], expected)).rejects.toThrow(RootMismatchError)
  expect((await joinShares([shares.auth, later.recovery, shares.recovery], expected)).root).toEqual(root)
})

test('a service that lies about the check still has to know the addresses', async () => {
  const { expected, shares } = await wallet(1)
  const other = await wallet(1)
  const lie: Expected = { check: other.expected.check, addresses: expected.addresses }
  await expect(joinShares([other.shares.auth, other.shares.recovery], lie)).rejects.toThrow(RootMismatchError)
  const half: Expected = { check: expected.check, addresses: { ...expected.addresses, solana: other.expected.addresses.solana } }
  await expect(joinShares([shares.auth, shares.recovery], half)).rejects.toThrow(RootMismatchError)
  const otherHalf: Expected = {
    check: expected.check,
    addresses: { ...expected.addresses, eip155: other.expected.addresses.eip155 },
  }
  await expect(joinShares([shares.auth, shares.recovery], otherHalf)).rejects.toThrow(RootMismatchError)
})

test('shares of other lengths, empty ones and foreign bytes are refused, not a crash', async () => {
  const { expected, shares } = await wallet(1)
  const short = (await split(new Uint8Array(16), 2, 2))[0] ?? new Uint8Array()
  for (const odd of [short, new Uint8Array(), new Uint8Array(1), new Uint8Array(33), new Uint8Array(400)]) {
    await expect(joinShares([shares.auth, odd], expected)).rejects.toThrow(RootMismatchError)
  }
})

test('zeroed buffers hold nothing', () => {
  const buffer = Uint8Array.of(1, 2, 3)
  zero(buffer, undefined)
  expect(buffer).toEqual(new Uint8Array(3))
})
