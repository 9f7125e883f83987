import { ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gives out with its subscription (Push API, `PushSubscription.toJSON().keys`), in base64url. */
export interface PushKeys {
  /** A point of P-256, not compressed: 65 bytes. */
  p256dh: string
  /** 16 bytes. */
  auth: string
}

const curve = 'prime256v1'
/** What a push service takes at least (RFC 8030, 7.2), and the record that it is (RFC 8188, 2.1): salt, size, length of the key, key. */
const bodyBytes = 4096
const headerBytes = 16 + 4 + 1 + 65
/** Bytes of a text that fit: beside the header go the delimiter and the tag of AES-GCM. */
export const plaintextBytes = bodyBytes - headerBytes - 1 - 16
/** To this many bytes a text is filled up: its length would tell a push service what it may be, and more is lost on some phones. */
const paddedBytes = 2820

/** Whether keys are what they should be, the point on its curve. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    ECDH.convertKey(point, curve)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts for a subscription: `aes128gcm` (RFC 8188) with keys as RFC 8291 derives them, in one record, filled up.
 * @param text at most `plaintextBytes` bytes
 */
export function encryptPush(text: Buffer, keys: PushKeys): Buffer<ArrayBuffer> {
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const ecdh = createECDH(curve)
  const sender = ecdh.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = derive(ecdh.computeSecret(receiver), Buffer.from(keys.auth, 'base64url'), info, 32)
  const salt = randomBytes(16)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const padding = Buffer.alloc(Math.max(0, paddedBytes - text.length))
  const sealed = [cipher.update(Buffer.concat([text, Buffer.from([2]), padding])), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bodyBytes)
  return Buffer.concat([salt, size, Buffer.from([sender.length]), sender, ...sealed])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
