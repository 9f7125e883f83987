import { type KeyObject, sign } from 'node:crypto'
import type { Evil } from './evil.js'

export interface TamperTokenParameters {
  evil: Evil | undefined
  /** The provider's, RSA. */
  key: KeyObject
  /** Another of the same kind. */
  strangerKey: KeyObject
}

/** An id_token (RS256) with one thing wrong. Evils that are not about the token leave it as it is. */
export function tamperToken(token: string, { evil, key, strangerKey }: TamperTokenParameters): string {
  const [header, payload] = token.split('.').slice(0, 2).map(parse)
  if (!header || !payload) return token
  const now = Math.floor(Date.now() / 1000)
  switch (evil) {
    case 'issuer':
      return signed(header, { ...payload, iss: 'https://accounts.elsewhere.test' }, key)
    case 'audience':
      return signed(header, { ...payload, aud: 'another-client' }, key)
    case 'nonce':
      return signed(header, { ...payload, nonce: 'another-login' }, key)
    case 'expired':
      return signed(header, { ...payload, iat: now - 7200, exp: now - 3600 }, key)
    case 'signature':
      return signed(header, payload, strangerKey)
    case 'unsigned':
      return `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`
    case 'mixUp':
    case 'code':
    case 'subject':
    case undefined:
      return token
  }
}

/**
 * What the browser takes back to the site, with one thing wrong. `given` are the codes of earlier logins; a code that is given
 * now is added.
 */
export function tamperAnswer(
  answer: { code: string; iss?: string },
  { evil, given }: { evil: Evil | undefined; given: string[] },
): { code: string; iss?: string } {
  const earlier = given.at(-1)
  given.push(answer.code)
  if (evil === 'mixUp') return { ...answer, iss: 'https://accounts.elsewhere.test' }
  return evil === 'code' && earlier !== undefined ? { ...answer, code: earlier } : answer
}

function signed(header: object, payload: object, key: KeyObject): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function parse(part: string): object | undefined {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  return typeof value === 'object' && value !== null ? value : undefined
}
