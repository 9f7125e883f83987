/** The wallet's root secret, 32 bytes, and everything that follows from it. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Addresses } from '../types.js'
import { phraseOf, seedOf } from './phrase.js'
import { deriveEd25519 } from './slip10.js'

export type KeyNamespace = keyof Addresses

/** Overwrites what is no longer needed; the best that JavaScript has. */
export function zero(...buffers: readonly (Uint8Array | undefined)[]): void {
  for (const buffer of buffers) buffer?.fill(0)
}

/** 32 bytes of the browser's generator. Fill them with zeros when done. */
export function createRoot(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** BIP-44, with the marks of hardened indices. */
const evmPath = [44, 60, 0].map((index) => index + 0x80000000).concat(0)
/** As many EVM keys of one root are known: the first, and those that a smart account may be given in its place. */
export const evmKeyCount = 20

/**
 * Private keys of a root: EVM at m/44'/60'/0'/0/0 (BIP-44), Solana at m/44'/501'/0'/0' (SLIP-10), 32 bytes each.
 * Fill them with zeros when done.
 */
export async function keysOfRoot(root: Uint8Array): Promise<Record<KeyNamespace, Uint8Array>> {
  const phrase = phraseOf(root)
  try {
    return await keysOfPhrase(phrase)
  } finally {
    zero(phrase)
  }
}

/** Private keys of a phrase, which is left as it is. Fill them with zeros when done. */
export async function keysOfPhrase(phrase: Uint8Array): Promise<Record<KeyNamespace, Uint8Array>> {
  const seed = await seedOf(phrase)
  try {
    return { eip155: deriveSecp256k1(seed, [...evmPath, 0]), solana: deriveEd25519(seed, [44, 501, 0, 0]) }
  } finally {
    zero(seed)
  }
}

/**
 * The EVM keys of a root, m/44'/60'/0'/0/0 and on, until `run` answers with something else than undefined. Each is zeroed after it.
 * @returns undefined where none did
 */
export async function amongKeys<T>(root: Uint8Array, run: (key: Uint8Array, index: number) => T | Promise<T>): Promise<T | undefined> {
  const phrase = phraseOf(root)
  const seed = await seedOf(phrase)
  zero(phrase)
  try {
    for (let index = 0; index < evmKeyCount; index += 1) {
      const key = deriveSecp256k1(seed, [...evmPath, index])
      try {
        const found = await run(key, index)
        if (found !== undefined) return found
      } finally {
        zero(key)
      }
    }
    return undefined
  } finally {
    zero(seed)
  }
}

/** A private key by BIP-32, of which no step on the way stays in memory. */
function deriveSecp256k1(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = HDKey.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    node.wipePrivateData()
    node = child
  }
  const { privateKey } = node
  if (!privateKey) throw new Error('The path has no key.')
  const key = Uint8Array.from(privateKey)
  zero(privateKey)
  node.wipePrivateData()
  return key
}

/** The EIP-55 address and the base58 public key. */
export function addressesOf(keys: Record<KeyNamespace, Uint8Array>): Addresses {
  return { eip155: evmAddressOf(keys.eip155), solana: base58.encode(ed25519.getPublicKey(keys.solana)) }
}

/** The EIP-55 address of a private key. */
export function evmAddressOf(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false)
  const lower = bytesToHex(keccak_256(point.subarray(1)).subarray(12))
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const mixed = [...lower].map((digit, index) => (Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
  return `0x${mixed.join('')}`
}

/** 32 bytes, base64url, that tell this root from another without saying anything about it. */
export function checkOf(root: Uint8Array): string {
  return base64urlnopad.encode(hkdf(sha256, root, undefined, utf8ToBytes('portico/root/check'), 32))
}

/**
 * Binds a line of a list that a service keeps (a browser, a factor) to the wallet: who does not have the root can't add one.
 * 32 bytes, base64url.
 */
export function macOf(root: Uint8Array, fields: readonly string[]): string {
  const key = hkdf(sha256, root, undefined, utf8ToBytes('portico/root/lists'), 32)
  const mac = base64urlnopad.encode(hmac(sha256, key, utf8ToBytes(JSON.stringify(fields))))
  key.fill(0)
  return mac
}

/** What the root must give, as it was noted when the wallet was made. */
export interface Expected {
  readonly check: string
  readonly addresses: Addresses
}

/** A root and the keys that were derived to know that it is the right one. */
export interface OpenRoot {
  readonly root: Uint8Array
  readonly keys: Record<KeyNamespace, Uint8Array>
}

/** The root with its keys, if it is this wallet's; nothing is used before both check and addresses agree. */
export async function verifiedRoot(root: Uint8Array, expected: Expected): Promise<OpenRoot | undefined> {
  if (root.length === 32 && checkOf(root) === expected.check) {
    const keys = await keysOfRoot(root)
    const { eip155, solana } = addressesOf(keys)
    if (eip155 === expected.addresses.eip155 && solana === expected.addresses.solana) return { root, keys }
    zero(keys.eip155, keys.solana)
  }
  zero(root)
  return undefined
}
