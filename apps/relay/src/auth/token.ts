import { createPublicKey, verify } from 'node:crypto'
import { base58, base64urlnopad } from '@scure/base'
import { z } from 'zod'

/** Why a token was refused: the body of the 401. */
export type TokenRefusal =
  | 'token missing'
  | 'token malformed'
  | 'token algorithm'
  | 'token issuer'
  | 'token audience'
  | 'token not yet valid'
  | 'token expired'
  | 'token life'
  | 'token signature'

export interface TokenRules {
  /** The URLs by which clients know this relay, exactly as clients are configured with them. */
  audiences: ReadonlySet<string>
  /** How far, in seconds, the clock of a client may be off. */
  leeway: number
  /** How long, in seconds, a token may be good for. */
  life: number
  /** Seconds since 1970. */
  now: number
}

const header = z.object({ alg: z.string(), typ: z.literal('JWT') })
const claims = z.object({
  iss: z.string().max(128),
  sub: z.string().min(1).max(256),
  aud: z.string().max(2048),
  iat: z.number(),
  exp: z.number(),
})

/**
 * Checks the token that a client connects with: a JWT (RFC 7519) signed with EdDSA (RFC 8037) by the ed25519 key in its
 * issuer, a did:key. Returns the client id, which is that did:key, or why the token is refused. Costs a signature check
 * only for a token that is otherwise right.
 */
export function verifyToken(token: string | null, rules: TokenRules): { clientId: string } | { refusal: TokenRefusal } {
  if (!token) return { refusal: 'token missing' }
  const parts = token.split('.')
  const [headerPart, claimsPart, signaturePart] = parts
  if (token.length > 4096 || parts.length !== 3 || !headerPart || !claimsPart || !signaturePart) return { refusal: 'token malformed' }
  const head = header.safeParse(decodeJson(headerPart))
  const body = claims.safeParse(decodeJson(claimsPart))
  const signature = decodeBytes(signaturePart)
  if (!head.success || !body.success || signature?.length !== 64) return { refusal: 'token malformed' }
  if (head.data.alg !== 'EdDSA') return { refusal: 'token algorithm' }
  const { iss, aud, iat, exp } = body.data
  const key = publicKeyOf(iss)
  if (!key) return { refusal: 'token issuer' }
  if (!rules.audiences.has(aud)) return { refusal: 'token audience' }
  if (iat > rules.now + rules.leeway) return { refusal: 'token not yet valid' }
  if (exp <= rules.now - rules.leeway) return { refusal: 'token expired' }
  if (exp - iat > rules.life) return { refusal: 'token life' }
  const signed = new TextEncoder().encode(`${headerPart}.${claimsPart}`)
  return isSigned({ key, signature, signed }) ? { clientId: iss } : { refusal: 'token signature' }
}

/** The raw key of a did:key of ed25519 (multicodec 0xed, base58btc), or undefined. One key has one spelling. */
function publicKeyOf(did: string): Uint8Array | undefined {
  if (!did.startsWith('did:key:z')) return undefined
  try {
    const bytes = base58.decode(did.slice('did:key:z'.length))
    return bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.subarray(2) : undefined
  } catch {
    return undefined
  }
}

function isSigned({ key, signature, signed }: { key: Uint8Array; signature: Uint8Array; signed: Uint8Array }): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64urlnopad.encode(key) }
    return verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

function decodeBytes(text: string): Uint8Array | undefined {
  try {
    return base64urlnopad.decode(text)
  } catch {
    return undefined
  }
}

function decodeJson(text: string): unknown {
  const bytes = decodeBytes(text)
  if (!bytes) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
