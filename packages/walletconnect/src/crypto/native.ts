import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { KeyPair } from './agreement.js'

/** The two curves of the protocol, by whoever computes them. Keys are hex, signatures bytes. */
export interface Curves {
  readonly createAgreementPair: () => Promise<KeyPair>
  readonly createSigningPair: () => Promise<KeyPair>
  /** HKDF-SHA256 of the shared secret. @throws Error for a public key that gives none */
  readonly agree: (privateKey: string, peerPublicKey: string) => Promise<string>
  readonly sign: (seed: string, message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
}

/** PKCS #8 around 32 bytes of a private key (RFC 8410). The last byte but one of the identifier names the curve. */
const wrapped = { X25519: hexToBytes('302e020100300506032b656e04220420'), Ed25519: hexToBytes('302e020100300506032b657004220420') }
const keyLength = 32

type Curve = keyof typeof wrapped

const importPrivate = (curve: Curve, key: string, usage: KeyUsage) =>
  crypto.subtle.importKey('pkcs8', concatBytes(wrapped[curve], hexToBytes(key)), { name: curve }, false, [usage])

async function createPair(curve: Curve, usages: readonly KeyUsage[]): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey({ name: curve }, true, usages)
  if (!('privateKey' in pair)) throw new Error('Not a pair.')
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return { publicKey: bytesToHex(new Uint8Array(publicKey)), privateKey: bytesToHex(new Uint8Array(privateKey).slice(-keyLength)) }
}

/** The browser's own. Each rejects where it has not got the curve, or the page is not in a secure context. */
export const native: Curves = {
  createAgreementPair: () => createPair('X25519', ['deriveBits']),
  createSigningPair: () => createPair('Ed25519', ['sign', 'verify']),
  async agree(privateKey, peerPublicKey) {
    const { subtle } = crypto
    const [own, other] = await Promise.all([
      importPrivate('X25519', privateKey, 'deriveBits'),
      subtle.importKey('raw', hexToBytes(peerPublicKey), { name: 'X25519' }, false, []),
    ])
    const secret = await subtle.deriveBits({ name: 'X25519', public: other }, own, 256)
    if (new Uint8Array(secret).every((byte) => byte === 0)) throw new Error('This public key gives no secret.')
    const empty = new Uint8Array()
    const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    return bytesToHex(new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: empty, info: empty }, base, 256)))
  },
  async sign(seed, message) {
    return new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, await importPrivate('Ed25519', seed, 'sign'), message))
  },
}
