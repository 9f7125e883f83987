import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** Seed of account `index`: 32 bytes, each with the value index + 1. */
export const seedOf = (index: number): Uint8Array => new Uint8Array(32).fill(index + 1)

/** Address of account `index`, in base58. */
export const addressOf = (index: number): string => base58.encode(ed25519.getPublicKey(seedOf(index)))
