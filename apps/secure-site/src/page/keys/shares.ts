/** Any two shares give the root; one says nothing about it (Shamir, over GF(256), 33 bytes each). */
import { combine, split } from 'shamir-secret-sharing'
import type { Addresses } from '../types.js'
import { ShareMismatchError } from './errors.js'
import { type KeyNamespace, addressesOf, checkOf, keysOfRoot } from './root.js'

/** What the root must give, as it was noted when the wallet was made. */
export interface Expected {
  readonly check: string
  readonly addresses: Addresses
}

/** Overwrites what is no longer needed; the best that JavaScript has. */
export function zero(...buffers: readonly (Uint8Array | undefined)[]): void {
  for (const buffer of buffers) buffer?.fill(0)
}

/** A new polynomial: shares of it fit no earlier ones. For the auth service, for recovery, and one for each browser. */
export async function splitRoot(
  root: Uint8Array,
  devices: number,
): Promise<{ auth: Uint8Array; recovery: Uint8Array; devices: readonly Uint8Array[] }> {
  const [auth, recovery, ...rest] = await split(root, 2 + devices, 2)
  if (!auth || !recovery) throw new Error('The root was not split.')
  return { auth, recovery, devices: rest }
}

/**
 * The first pair of shares that gives this wallet's root, and the keys that were derived to know. Shamir itself takes any two
 * shares and gives some secret, so nothing is used before both check and addresses agree.
 * @throws ShareMismatchError
 */
export async function joinShares(
  shares: readonly Uint8Array[],
  expected: Expected,
): Promise<{ root: Uint8Array; keys: Record<KeyNamespace, Uint8Array> }> {
  for (const [index, first] of shares.entries()) {
    for (const second of shares.slice(index + 1)) {
      const root = await combine([Uint8Array.from(first), Uint8Array.from(second)]).catch(() => undefined)
      if (!root) continue
      if (root.length === 32 && checkOf(root) === expected.check) {
        const keys = await keysOfRoot(root)
        const { eip155, solana } = addressesOf(keys)
        if (eip155 === expected.addresses.eip155 && solana === expected.addresses.solana) return { root, keys }
        zero(keys.eip155, keys.solana)
      }
      zero(root)
    }
  }
  throw new ShareMismatchError()
}
