import { jwtVerify, SignJWT } from 'jose'
import { SiwxOptionsError } from './errors.js'
import type { SiwxSession } from './types.js'

export interface SessionJwtOptions {
  /** 32 bytes or more, which the services that verify tokens have too. */
  readonly secret: Uint8Array
  readonly issuer: string
  readonly audience: string
  /** How long a token is good for, in seconds: so long one that was revoked still is. Default 300. */
  readonly lifetime?: number
}

/** What a token says. */
export interface SessionClaims {
  /** CAIP-10, the latest first. */
  readonly accounts: readonly string[]
}

/** Short tokens for services that can't ask for a session. */
export interface SessionJwt {
  /** For `session.issueToken` of `createSiwx`. It ends with its session at the latest. */
  readonly issueToken: (sessions: readonly SiwxSession[]) => Promise<string>
  /** Undefined for a token that is not good. */
  readonly verifyToken: (token: string) => Promise<SessionClaims | undefined>
}

/**
 * @example const jwt = createSessionJwt({ secret, issuer: 'https://shop.example', audience: 'https://api.shop.example' })
 * @throws SiwxOptionsError for a secret that is too short, or text, and where issuer or audience is missing
 */
export function createSessionJwt(options: SessionJwtOptions): SessionJwt {
  const { secret, issuer, audience, lifetime = 300 }: Partial<SessionJwtOptions> = options ?? {}
  if (!ArrayBuffer.isView(secret) || !(secret.length >= 32))
    throw new SiwxOptionsError('The secret of tokens has 32 bytes or more, in a Uint8Array.')
  // Without them, a token that another service made with the same secret would be good here.
  if (!issuer || typeof issuer !== 'string' || !audience || typeof audience !== 'string')
    throw new SiwxOptionsError('Tokens name an issuer and an audience, each a text: https://shop.example.')
  if (!(lifetime > 0)) throw new SiwxOptionsError('The lifetime of tokens is a number of seconds, more than 0.')
  return {
    issueToken: (sessions) => {
      const now = Date.now()
      const end = Math.min(now + lifetime * 1000, ...sessions.map(({ expiresAt }) => expiresAt))
      const accounts = sessions.map(({ account }) => account)
      return new SignJWT({ accounts })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(accounts[0] ?? '')
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(end / 1000))
        .sign(secret)
    },
    verifyToken: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer, audience })
        const accounts: unknown = payload['accounts']
        const list = Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : []
        return list.length > 0 ? { accounts: list } : undefined
      } catch {
        return undefined
      }
    },
  }
}
