import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64urlnopad } from '@scure/base'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const json = (value: unknown): string => base64urlnopad.encode(text(JSON.stringify(value)))

export interface TokenParts {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}

/** A client's key, by number. */
export const seedOf = (index: number): Uint8Array => {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, index + 1)
  return seed
}

export function clientIdOf(seed: Uint8Array): string {
  return `did:key:z${base58.encode(new Uint8Array([0xed, 0x01, ...ed25519.getPublicKey(seed)]))}`
}

/** The token that a client connects with; `header` and `claims` replace what is in it before it is signed. */
export function tokenFor(seed: Uint8Array, audience: string, { header = {}, claims = {} }: TokenParts = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const standard = { iss: clientIdOf(seed), sub: 'ab'.repeat(32), aud: audience, iat: now, exp: now + 86_400 }
  const signed = `${json({ alg: 'EdDSA', typ: 'JWT', ...header })}.${json({ ...standard, ...claims })}`
  return `${signed}.${base64urlnopad.encode(ed25519.sign(text(signed), seed))}`
}
