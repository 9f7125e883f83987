import { toBase58, toBase64Url } from '@portico/core/kit'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { randomKey, withCurves, type KeyPair } from './agreement.js'

/** How long a relay token is good for, in seconds. A new one is made for each connection. */
const tokenLifetime = 86_400

/** Prefix of an ed25519 public key in a did:key (multicodec). */
const multicodec = [0xed, 0x01]

/** A new Ed25519 pair: who a client is to its relay. */
export const createIdentity = (): Promise<KeyPair> => withCurves((curves) => curves.createSigningPair())

/** A client's id: `did:key:z…` of its ed25519 public key (hex). */
export const clientIdOf = (publicKey: string): string =>
  `did:key:z${toBase58(concatBytes(Uint8Array.from(multicodec), hexToBytes(publicKey)))}`

export interface TokenRequest {
  readonly identity: KeyPair
  /** The relay's URL, exactly as it is configured. */
  readonly audience: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** 32 random bytes as hex. Only vectors choose them. */
  readonly subject?: string
}

/** The token that a relay asks for: an EdDSA JWT that names the client as its issuer and the relay as its audience. */
export async function signToken({ identity, audience, issuedAt, subject = randomKey() }: TokenRequest): Promise<string> {
  const encode = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))
  const claims = { iss: clientIdOf(identity.publicKey), sub: subject, aud: audience, iat: issuedAt, exp: issuedAt + tokenLifetime }
  const body = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  const signature = await withCurves((curves) => curves.sign(identity.privateKey, new TextEncoder().encode(body)))
  return `${body}.${toBase64Url(signature)}`
}
