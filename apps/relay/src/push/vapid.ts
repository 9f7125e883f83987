import { type KeyObject, createECDH, createPrivateKey } from 'node:crypto'
import { OptionsError } from '@portico/service'
import { SignJWT } from 'jose'

/** Who sends, for push services (RFC 8292): its key, and where its operator can be reached. */
export interface Vapid {
  /** A point of P-256, not compressed, in base64url: what browsers take as `applicationServerKey`. */
  publicKey: string
  /** `Authorization` for the origin of an endpoint. */
  authorization(origin: string): Promise<string>
}

const tokenLife = '12h'

/**
 * @param privateKey 32 bytes in base64url
 * @param subject `mailto:` or `https:`
 * @throws OptionsError
 */
export function createVapid({ privateKey, subject }: { privateKey: string; subject: string }): Vapid {
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+)$/.test(subject))
    throw new OptionsError('push.subject is where push services reach you: mailto:you@example.com, or an https:// address.')
  const { key, publicKey } = keysOf(privateKey)
  return {
    publicKey,
    authorization: async (origin) => {
      const token = new SignJWT().setProtectedHeader({ typ: 'JWT', alg: 'ES256' }).setAudience(origin).setSubject(subject)
      return `vapid t=${await token.setExpirationTime(tokenLife).sign(key)}, k=${publicKey}`
    },
  }
}

/** A new key, as the lines of an environment file, and its public half. */
export function newVapidKeys(): string {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  // A number with leading zeros comes out shorter.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return [
    `# Public key: ${ecdh.getPublicKey('base64url')}`,
    `PORTICO_RELAY_VAPID_PRIVATE_KEY=${privateKey}`,
    'PORTICO_RELAY_VAPID_SUBJECT=mailto:you@example.com',
  ].join('\n')
}

function keysOf(privateKey: string): { key: KeyObject; publicKey: string } {
  const scalar = Buffer.from(privateKey, 'base64url')
  const ecdh = createECDH('prime256v1')
  try {
    if (scalar.length !== 32) throw new Error('not 32 bytes')
    ecdh.setPrivateKey(scalar)
  } catch {
    throw new OptionsError('push.privateKey is not a key of P-256: 32 bytes in base64url, as the command vapid-keys makes them.')
  }
  const point = ecdh.getPublicKey()
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const jwk = { kty: 'EC', crv: 'P-256', ...coordinates, d: scalar.toString('base64url') }
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') }
}
