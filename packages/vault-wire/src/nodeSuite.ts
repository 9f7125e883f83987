import { createCipheriv, createECDH, createHmac, hkdfSync } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256, NotSupportedError } from '@hpke/core'

type Bytes = ArrayBufferLike | ArrayBufferView

/** A point of P-256 as the bytes that it came in. Whether it is on the curve, the multiplication finds out. */
class Point implements CryptoKey {
  readonly type = 'public'
  readonly extractable = true
  readonly algorithm = { name: 'ECDH' }
  readonly usages: KeyUsage[] = []
  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const nothing = new Uint8Array()
const tagBytes = 16

/**
 * What `seal` needs in a service, by Node in this thread: WebCrypto hands each of its twenty steps to another one, which takes longer.
 * It seals alone.
 */
export function nodeSuite(): CipherSuite {
  return new CipherSuite({ kem: nodeKem(), kdf: nodeKdf(), aead: nodeAead() })
}

/** DHKEM(P-256, HKDF-SHA256) for who seals (RFC 9180, 4.1). */
function nodeKem(): DhkemP256HkdfSha256 {
  const kem = new DhkemP256HkdfSha256()
  const kdf = nodeKdf()
  kdf.init(Uint8Array.of(...utf8('KEM'), kem.id >> 8, kem.id & 0xff))
  return Object.assign(kem, {
    deserializePublicKey: async (key: Bytes): Promise<CryptoKey> => new Point(Uint8Array.from(bytesOf(key))),
    encap: async ({ recipientPublicKey: recipient }: Parameters<DhkemP256HkdfSha256['encap']>[0]) => {
      if (!(recipient instanceof Point)) throw new NotSupportedError('The key of another suite.')
      const own = createECDH('prime256v1')
      const enc = Uint8Array.from(own.generateKeys())
      const shared = own.computeSecret(recipient.bytes)
      const ikm = kdf.buildLabeledIkm(utf8('eae_prk'), shared)
      const info = kdf.buildLabeledInfo(utf8('shared_secret'), Uint8Array.of(...enc, ...recipient.bytes), kem.secretSize)
      const sharedSecret = await kdf.extractAndExpand(nothing, ikm, info, kem.secretSize)
      for (const secret of [shared, ikm]) secret.fill(0)
      return { sharedSecret, enc: enc.buffer }
    },
  })
}

/** HKDF-SHA256. */
export function nodeKdf(): HkdfSha256 {
  return Object.assign(new HkdfSha256(), {
    extract: async (salt: Bytes, text: Bytes): Promise<ArrayBuffer> =>
      Uint8Array.from(createHmac('sha256', bytesOf(salt)).update(bytesOf(text)).digest()).buffer,
    extractAndExpand: async (salt: Bytes, key: Bytes, info: Bytes, length: number): Promise<ArrayBuffer> =>
      hkdfSync('sha256', bytesOf(key), bytesOf(salt), bytesOf(info), length),
  })
}

/** AES-256-GCM, the tag behind the ciphertext. */
function nodeAead(): Aes256Gcm {
  return Object.assign(new Aes256Gcm(), {
    createEncryptionContext: (key: Bytes) => ({
      seal: async (iv: Bytes, plaintext: Bytes, aad: Bytes): Promise<ArrayBuffer> => {
        const cipher = createCipheriv('aes-256-gcm', bytesOf(key), bytesOf(iv), { authTagLength: tagBytes })
        cipher.setAAD(bytesOf(aad))
        const ciphertext = [cipher.update(bytesOf(plaintext)), cipher.final(), cipher.getAuthTag()]
        bytesOf(key).fill(0)
        return Uint8Array.from(Buffer.concat(ciphertext)).buffer
      },
      open: () => Promise.reject(new NotSupportedError('It seals alone.')),
    }),
  })
}

function bytesOf(bytes: Bytes): Uint8Array {
  return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
}
