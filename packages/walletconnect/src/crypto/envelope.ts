import { fromBase64, toBase64, toBase64Url } from '@portico/core/kit'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { agreeOnKey } from './agreement.js'

/** Longest envelope that is opened, in characters. What is longer comes from no wallet. */
export const envelopeLimit = 1_500_000

const nonceLength = 12
const keyLength = 32
const tagLength = 16

export interface SealRequest {
  /** The topic's key, as hex. */
  readonly key: string
  readonly message: string
  /** Makes it an envelope of type 1, which carries the sender's X25519 public key (hex) in the clear. */
  readonly senderPublicKey?: string
  /** 12 bytes. Default: random. Only vectors choose one. */
  readonly nonce?: Uint8Array
  /** How the bytes are written: in base64, or in base64url without padding, for links. Default 'base64'. */
  readonly encoding?: 'base64' | 'base64url'
}

/**
 * Seals a message with ChaCha20-Poly1305. Type 0: `00 | nonce | sealed`. Type 1: `01 | public key | nonce | sealed`.
 * Source: the open protocol's typed envelopes.
 */
export function seal({ key, message, senderPublicKey, nonce = randomBytes(nonceLength), encoding = 'base64' }: SealRequest): string {
  const sealed = chacha20poly1305(hexToBytes(key), nonce).encrypt(new TextEncoder().encode(message))
  const head = senderPublicKey ? concatBytes(Uint8Array.of(1), hexToBytes(senderPublicKey)) : Uint8Array.of(0)
  const bytes = concatBytes(head, nonce, sealed)
  return encoding === 'base64' ? toBase64(bytes) : toBase64Url(bytes)
}

/** How an envelope can be opened: with the topic's key (type 0), or with the private key behind the topic (type 1). */
export type Opener = { readonly key: string } | { readonly privateKey: string }

/** The parts of an envelope. */
interface Parts {
  readonly nonce: Uint8Array
  readonly sealed: Uint8Array
  /** Of type 1. */
  readonly publicKey?: string
}

export interface Opened {
  readonly message: string
  /** Of an envelope of type 1: who sealed it, and the key that both now have. */
  readonly sender?: { readonly publicKey: string; readonly key: string }
}

function readEnvelope(envelope: unknown): Parts | undefined {
  if (typeof envelope !== 'string' || envelope.length > envelopeLimit) return undefined
  const bytes = fromBase64(envelope)
  const type = bytes?.[0]
  if (!bytes || (type !== 0 && type !== 1)) return undefined
  const start = type === 0 ? 1 : 1 + keyLength
  if (bytes.length < start + nonceLength + tagLength) return undefined
  const [nonce, sealed] = [bytes.subarray(start, start + nonceLength), bytes.subarray(start + nonceLength)]
  return { nonce, sealed, ...(type === 1 && { publicKey: bytesToHex(bytes.subarray(1, start)) }) }
}

function decrypt(key: string, { nonce, sealed }: Parts): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(chacha20poly1305(hexToBytes(key), nonce).decrypt(sealed))
  } catch {
    return undefined
  }
}

/** Opens an envelope of type 0; undefined for anything that is not one, or was not sealed with that key. Never throws. */
export function open(envelope: unknown, key: string): Opened | undefined {
  const parts = readEnvelope(envelope)
  const message = parts && !parts.publicKey ? decrypt(key, parts) : undefined
  return message === undefined ? undefined : { message }
}

/** Opens an envelope of type 1; undefined for anything that is not one for that private key. Never rejects. */
export async function openFrom(envelope: unknown, privateKey: string): Promise<Opened | undefined> {
  const parts = readEnvelope(envelope)
  const publicKey = parts?.publicKey
  if (!publicKey) return undefined
  const key = await agreeOnKey(privateKey, publicKey).catch(() => undefined)
  const message = key && decrypt(key, parts)
  return key && message ? { message, sender: { publicKey, key } } : undefined
}
