import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { associatedTokenProgram } from './programs.js'

/** Address of an ed25519 private key of 32 bytes. */
export function addressOf(privateKey: Uint8Array): string {
  return base58.encode(ed25519.getPublicKey(privateKey))
}

/**
 * The address at which a program may sign, and its bump: the first hash of the seeds, a bump from 255 down and the program
 * that is no public key (Solana documentation, "Program derived addresses").
 */
export function programAddress(program: string, seeds: readonly Uint8Array[]): { address: string; bump: number } {
  const suffix = [base58.decode(program), new TextEncoder().encode('ProgramDerivedAddress')]
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concat([...seeds, Uint8Array.of(bump), ...suffix]))
    if (!isOnCurve(hash)) return { address: base58.encode(hash), bump }
  }
  throw new Error('No bump gives an address off the curve.')
}

/** The account that wallets use for an owner's balance of a token. */
export function associatedTokenAddress({ owner, mint, program }: { owner: string; mint: string; program: string }): string {
  return programAddress(associatedTokenProgram, [base58.decode(owner), base58.decode(program), base58.decode(mint)]).address
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
