import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Curves } from './native.js'

const pairOf = (privateKey: Uint8Array, publicKey: Uint8Array) => ({ privateKey: bytesToHex(privateKey), publicKey: bytesToHex(publicKey) })

/** For browsers without the curves, and pages outside a secure context. */
export const portable: Curves = {
  async createAgreementPair() {
    const key = x25519.utils.randomSecretKey()
    return pairOf(key, x25519.getPublicKey(key))
  },
  async createSigningPair() {
    const seed = ed25519.utils.randomSecretKey()
    return pairOf(seed, ed25519.getPublicKey(seed))
  },
  async agree(privateKey, peerPublicKey) {
    const secret = x25519.getSharedSecret(hexToBytes(privateKey), hexToBytes(peerPublicKey))
    return bytesToHex(hkdf(sha256, secret, undefined, undefined, 32))
  },
  sign: async (seed, message) => ed25519.sign(message, hexToBytes(seed)),
}
