/** Tickets and receipts: JWTs (RFC 7519) signed with Ed25519 by a key that follows from the service's secrets. */
import { type KeyObject, createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import {
  type JSONWebKeySet,
  type JWK,
  SignJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  exportJWK,
  jwtVerify,
} from 'jose'
import type * as z from 'zod/mini'
import { ApiError } from '../http/apiError.js'
import type { Secrets } from '../secrets/secrets.js'

export interface Signer {
  /** @param seconds how long it is good; @param type `typ` of its header, which keeps kinds of it apart (RFC 8725, 3.11) */
  readonly sign: (
    claims: Readonly<Record<string, unknown>>,
    options: { audience: string; subject?: string; seconds: number; type?: string },
  ) => Promise<string>
  /** The public halves, for the other service: also of older keys, whose signatures are good until they are over. */
  readonly jwks: () => Promise<JSONWebKeySet>
}

/** DER of a PKCS #8 private key for Ed25519 (RFC 8410), up to its 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param purpose names the key, which follows from the service's newest; the public halves of older ones are published as well */
export function createSigner({
  secrets,
  purpose,
  issuer,
  clock,
}: {
  secrets: Secrets
  purpose: string
  issuer: string
  clock: () => number
}): Signer {
  const privateKeys = (): KeyObject[] =>
    secrets
      .derived(`signing key ${purpose}`)
      .map((seed) => createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' }))
  const publicJwk = async (key: KeyObject): Promise<JWK & { kid: string }> => {
    const jwk = await exportJWK(createPublicKey(key))
    return { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) }
  }
  return {
    sign: async (claims, { audience, subject, seconds, type }) => {
      const now = Math.floor(clock() / 1000)
      const [key] = privateKeys()
      if (!key) throw new Error('There is no key.')
      const jwt = new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid: (await publicJwk(key)).kid, ...(type !== undefined && { typ: type }) })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .setJti(randomUUID())
      return await (subject === undefined ? jwt : jwt.setSubject(subject)).sign(key)
    },
    jwks: async () => ({ keys: await Promise.all(privateKeys().map(publicJwk)) }),
  }
}

/** Reads what another service signed. @throws ApiError 401 with `code`; 502 `service_away` when its keys can't be fetched */
export type Verifier<Claims> = (jwt: string) => Promise<Claims>

/**
 * @param keys URL of the other service's keys, as this service reaches it, or the keys themselves
 * @param type what `typ` of the header has to be; without it nothing is asked of it
 */
export function createVerifier<Claims>({
  keys,
  issuer,
  audience,
  schema,
  clock,
  code,
  type,
  fetch,
}: {
  keys: string | JSONWebKeySet
  issuer: string
  audience: string
  schema: z.ZodMiniType<Claims>
  clock: () => number
  code: string
  type?: string
  fetch: typeof globalThis.fetch
}): Verifier<Claims> {
  const remote = {
    timeoutDuration: 5000,
    cooldownDuration: 1000,
    [customFetch]: (url: string, init: RequestInit) => fetch(url, init),
  }
  const keySet = typeof keys === 'string' ? createRemoteJWKSet(new URL(keys), remote) : createLocalJWKSet(keys)
  return async (jwt) => {
    try {
      const options = { issuer, audience, algorithms: ['EdDSA'], clockTolerance: 30, currentDate: new Date(clock()) }
      const { payload } = await jwtVerify(jwt, keySet, type === undefined ? options : { ...options, typ: type })
      return schema.parse(payload)
    } catch (error) {
      if (isAway(error)) throw new ApiError(502, 'service_away', 'The other service does not answer.')
      throw new ApiError(401, code, 'The other service did not sign this, or it is not good any more.')
    }
  }
}

/** The keys could not be fetched: `fetch` failed, took too long, or answered with an error. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TypeError' || error.name === 'JWKSTimeout') return true
  return error.message.startsWith('Expected 200 OK')
}
