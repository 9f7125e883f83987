/**
 * What the owner says to a service: a text signed by the key of the wallet's EVM account. Only who has opened the wallet can sign
 * it, so neither a stolen login nor a service can change the ways in. No chain and no site can ask for such a signature: it is over
 * SHA-256, theirs are over Keccak.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const digestOf = (text: string) => sha256(utf8ToBytes(`portico statement\n${text}`))

/** 65 bytes in hex. @param key 32 bytes: the account's */
export function signStatement(text: string, key: Uint8Array): string {
  return bytesToHex(secp256k1.sign(digestOf(text), key, { prehash: false, format: 'recovered' }))
}

/** The address that signed, in small letters; undefined where it is no signature. */
export function statementSigner(text: string, signature: string): string | undefined {
  try {
    const point = secp256k1.recoverPublicKey(hexToBytes(signature), digestOf(text), { prehash: false })
    const bytes = secp256k1.Point.fromBytes(point).toBytes(false)
    return `0x${bytesToHex(keccak_256(bytes.subarray(1)).subarray(12))}`
  } catch {
    return undefined
  }
}
