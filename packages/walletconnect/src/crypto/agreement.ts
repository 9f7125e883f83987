import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { native, type Curves } from './native.js'

/** A key pair, both halves as 64 hex digits. Of an Ed25519 pair, the private half is the seed. */
export interface KeyPair {
  readonly publicKey: string
  readonly privateKey: string
}

/** 32 random bytes as hex. */
export const randomKey = (): string => bytesToHex(randomBytes(32))

/** Uses the browser's own curves, and where it has none those of `@noble/curves`, which are a chunk of their own. */
export async function withCurves<T>(compute: (curves: Curves) => Promise<T>): Promise<T> {
  try {
    return await compute(native)
  } catch {
    const { portable } = await import('./portable.js')
    return compute(portable)
  }
}

/** A new X25519 key pair (RFC 7748). */
export const createKeyPair = (): Promise<KeyPair> => withCurves((curves) => curves.createAgreementPair())

/**
 * The key of a session: HKDF-SHA256 over the X25519 shared secret, without salt and info, 32 bytes as hex.
 * @throws Error for a public key that gives no secret, such as a point of small order
 */
export const agreeOnKey = (privateKey: string, peerPublicKey: string): Promise<string> =>
  withCurves((curves) => curves.agree(privateKey, peerPublicKey))

/** The topic of a key: SHA-256 of its bytes, as hex. */
export const topicOf = (key: string): string => bytesToHex(sha256(hexToBytes(key)))

/** SHA-256 of a text, as hex. */
export const hashText = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)))

/** True for 32 bytes as lower- or upper-case hex. */
export const isKey = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/i.test(value)
