import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/**
 * How many accounts a wallet without seeds of its own can have. The sandbox funds as many.
 * @example const wallet = createSolanaWallet({ accounts: MAX_ACCOUNTS })
 */
export const MAX_ACCOUNTS = 10

/** An account's key. */
export interface SolanaKey {
  /** The public key in base58. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** @returns an ed25519 signature, 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * The ed25519 seed of a test account: 32 bytes, each its index plus one. Public: never send anything of worth there.
 * @example const wallet = createSolanaWallet({ seeds: [testSeed(3)] }) // the fourth account alone
 */
export function testSeed(index: number): Uint8Array {
  return new Uint8Array(32).fill(index + 1)
}

export interface SolanaKeys {
  readonly max: number
  /** The key of an account by its index. @throws when there is none */
  at(index: number): SolanaKey
  /** The index of an account among the first `count`; -1 when it is none of them. */
  indexOf(address: string, count: number): number
}

/** The wallet's keys, made when they are first used: a test makes many wallets, and seldom needs more than one account. */
export function createKeys(seeds: readonly Uint8Array[] | undefined): SolanaKeys {
  const max = seeds?.length ?? MAX_ACCOUNTS
  const made = new Map<number, SolanaKey>()
  const at = (index: number) => {
    const known = made.get(index)
    if (known) return known
    const seed = seeds ? seeds[index] : testSeed(index)
    if (!seed || index >= max) throw new Error(`The wallet has no account ${index}.`)
    const publicKey = ed25519.getPublicKey(seed)
    const key = { address: base58.encode(publicKey), publicKey, sign: (bytes: Uint8Array) => ed25519.sign(bytes, seed) }
    made.set(index, key)
    return key
  }
  return {
    max,
    at,
    indexOf: (address, count) => Array.from({ length: count }, (_, index) => at(index).address).indexOf(address),
  }
}
