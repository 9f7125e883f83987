import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, concat } from './bytes.js'
import { associatedTokenProgram } from './programs.js'

// A chunk of its own: with the curve it weighs more than the rest of the adapter, and most visits need it only when something is signed.

/** Whether a signature of 64 bytes is that address's of those bytes. Strict (RFC 8032), as validators are. Never throws. */
export function verify(signature: Uint8Array, message: Uint8Array, address: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, address, { zip215: false })
  } catch {
    return false
  }
}

/** Whether an address has a key. The addresses of programs' own accounts have none. */
export function isOnCurve(address: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(address, true)
    return true
  } catch {
    return false
  }
}

/**
 * The token account that belongs to an owner and a mint: the address that the associated token program derives from both
 * and from the mint's token program (a program derived address with the highest bump that is not on the curve).
 */
export function associatedTokenAddress({
  owner,
  mint,
  tokenProgram,
}: {
  readonly owner: string
  readonly mint: string
  readonly tokenProgram: string
}): string {
  return programAddress(
    [owner, tokenProgram, mint].map((seed) => base58.decode(seed)),
    associatedTokenProgram,
  )
}

/** The address that a program derives from seeds: the one with the highest bump that is not on the curve. */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  const id = base58.decode(program)
  const marker = new TextEncoder().encode('ProgramDerivedAddress')
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = sha256(concat(...seeds, [bump], id, marker))
    if (!isOnCurve(address)) return base58.encode(address)
  }
  throw new RangeError('No address can be derived.') // one chance in 2^256
}
