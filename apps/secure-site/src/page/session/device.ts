import { toBase64Url } from '@portico/core/kit'
import { randomId } from './encoding.js'
import type { PageStore } from './store.js'

/** The public half of a device key, with the members that count for its thumbprint alone (RFC 7638). */
interface PublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

/** This browser's key: what the server knows it by. Its private half can be used here and read nowhere. */
export interface Device {
  readonly jwk: PublicJwk
  /** Signs with ES256 (RFC 7518, 3.4). */
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
}

/** The name of a device key (RFC 7638, SHA-256, base64url): what the server binds logins to. */
export async function thumbprintOf({ jwk: { crv, kty, x, y } }: Device): Promise<string> {
  const text = JSON.stringify({ crv, kty, x, y })
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const storedAs = 'device'

/** The device key of an earlier page, or a new one. */
export async function openDevice(store: PageStore): Promise<Device> {
  const kept = await store.get(storedAs)
  if (isKeyPair(kept)) {
    // A key that an older browser stored may not be usable any more: then this is a new device.
    const device = await deviceOf(kept).catch(() => undefined)
    if (device) return device
  }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await store.set(storedAs, pair)
  return deviceOf(pair)
}

function isKeyPair(value: unknown): value is CryptoKeyPair {
  if (typeof value !== 'object' || value === null || !('privateKey' in value) || !('publicKey' in value)) return false
  return value.privateKey instanceof CryptoKey && value.publicKey instanceof CryptoKey && !value.privateKey.extractable
}

async function deviceOf({ privateKey, publicKey }: CryptoKeyPair): Promise<Device> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes))
  await sign(new Uint8Array(1))
  return { jwk: { kty: 'EC', crv: 'P-256', x, y }, sign }
}

export interface ProofParameters {
  readonly method: string
  /** Without query and fragment. */
  readonly url: string
  /** By the server's clock, in milliseconds since 1970. */
  readonly now: number
  /** The session's token, where one goes along. */
  readonly token?: string | undefined
}

const json = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

/** A proof that this browser makes the call (RFC 9449, 4.2): a JWT that is good once, for one path and one minute. */
export async function proofOf(device: Device, { method, url, now, token }: ProofParameters): Promise<string> {
  const ath =
    token === undefined ? {} : { ath: toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))) }
  const head = json({ typ: 'dpop+jwt', alg: 'ES256', jwk: device.jwk })
  const body = json({ htm: method, htu: url, iat: Math.floor(now / 1000), jti: randomId(), ...ath })
  const signature = await device.sign(new TextEncoder().encode(`${head}.${body}`))
  return `${head}.${body}.${toBase64Url(signature)}`
}
