/** HPKE (RFC 9180, base mode, P-256, HKDF-SHA256, AES-256-GCM) by WebCrypto; the same code in the page and in both services. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { base64urlnopad } from '@scure/base'

/** What a sealed value is bound to. */
export interface SealContext {
  readonly info: string
  readonly aad: string
}

/** It was sealed to another key, for another place, or was changed. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
  constructor() {
    super('The sealed value does not open with this key.')
  }
}

const webSuite = (): CipherSuite => new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const utf8 = (text: string) => new TextEncoder().encode(text)

/** A key pair whose private half can't be read out, for as long as it is kept. */
export function createSealingKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
}

/** The key pair that 32 bytes of secret always give (RFC 9180 DeriveKeyPair). */
export async function deriveSealingKeys(secret: Uint8Array): Promise<CryptoKeyPair> {
  return webSuite().kem.deriveKeyPair(Uint8Array.from(secret).buffer)
}

/** Base64url of the uncompressed point. */
export async function publicKeyOf(keys: Pick<CryptoKeyPair, 'publicKey'>): Promise<string> {
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)))
}

/**
 * `encapsulated key . ciphertext`, which only the holder of the private key opens, with the same context.
 * @param suite made anew for each, by WebCrypto unless told
 */
export async function seal(plaintext: Uint8Array, publicKey: string, { info, aad }: SealContext, suite = webSuite): Promise<string> {
  const own = suite()
  const recipientPublicKey = await own.kem.deserializePublicKey(Uint8Array.from(base64urlnopad.decode(publicKey)).buffer)
  const sender = await own.createSenderContext({ recipientPublicKey, info: utf8(info) })
  const ciphertext = await sender.seal(plaintext, utf8(aad))
  return `${base64urlnopad.encode(new Uint8Array(sender.enc))}.${base64urlnopad.encode(new Uint8Array(ciphertext))}`
}

/** @throws UnsealError */
export async function unseal(text: string, keys: CryptoKeyPair, { info, aad }: SealContext): Promise<Uint8Array> {
  try {
    const [enc = '', ciphertext = ''] = text.split('.')
    const recipient = await webSuite().createRecipientContext({
      recipientKey: keys,
      enc: Uint8Array.from(base64urlnopad.decode(enc)),
      info: utf8(info),
    })
    return new Uint8Array(await recipient.open(Uint8Array.from(base64urlnopad.decode(ciphertext)), utf8(aad)))
  } catch {
    throw new UnsealError()
  }
}
