/**
 * What the site's own API knows a visitor by. The page has a token for five minutes with its session, and sends it along; the API
 * reads it by the published keys, or asks the gateway, which knows what was revoked meanwhile, and signs its answer (RFC 9701).
 */
import { createSigner, createVerifier } from '@portico/service/signing'
import type { Secrets } from '@portico/service/secrets'
import type { SiwxSession } from '@portico/siwx/server'
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod/mini'

/** How long a token and an answer about one are good, in seconds. A session that was revoked ends there with its last token. */
export const tokenSeconds = 300
export const answerSeconds = 60
/** `typ` of the headers: neither passes for the other (RFC 9068, RFC 9701). */
export const tokenType = 'at+jwt'
export const answerType = 'token-introspection+jwt'

/** A token's claims. `sessions` are ids, which open nothing. */
export const tokenClaims = z.object({
  sub: z.string(),
  accounts: z.array(z.string()).check(z.minLength(1)),
  sessions: z.array(z.string()).check(z.minLength(1)),
})

export interface Tokens {
  /** For the sessions of one browser, the latest first. */
  readonly issue: (sessions: readonly SiwxSession[]) => Promise<string>
  /** A signed answer: who the token stands for now, or `active: false`. */
  readonly introspect: (token: string) => Promise<string>
  /** Who it stands for now; nobody for one that is not good. */
  readonly sessionsOf: (token: string) => Promise<readonly SiwxSession[]>
  readonly jwks: () => Promise<JSONWebKeySet>
}

export interface TokensParameters {
  secrets: Secrets
  /** Origin that the gateway is known by. */
  issuer: string
  audience: string
  clock: () => number
  /** The sessions of an account (CAIP-10) that stand. */
  sessionsOf: (account: string) => Promise<readonly SiwxSession[]>
}

export function createTokens({ secrets, issuer, audience, clock, sessionsOf }: TokensParameters): Tokens {
  const signer = createSigner({ secrets, purpose: 'siwx', issuer, clock })

  /** The claims of a token of ours that is good; undefined for any other. */
  async function read(token: string): Promise<z.infer<typeof tokenClaims> | undefined> {
    const own = { keys: await signer.jwks(), issuer, audience, clock, type: tokenType, code: 'token', fetch }
    return createVerifier({ ...own, schema: tokenClaims })(token).catch(() => undefined)
  }

  async function standing(token: string): Promise<readonly SiwxSession[]> {
    const claims = await read(token)
    const owned = await Promise.all([...new Set(claims?.accounts)].map(sessionsOf))
    const byId = new Map(owned.flat().map((session) => [session.id, session]))
    return (claims?.sessions ?? []).flatMap((id) => byId.get(id) ?? [])
  }

  return {
    issue: (sessions) => {
      const end = Math.min(...sessions.map(({ expiresAt }) => expiresAt))
      const seconds = Math.max(1, Math.min(tokenSeconds, Math.floor((end - clock()) / 1000)))
      const accounts = sessions.map(({ account }) => account)
      const claims = { accounts, sessions: sessions.map(({ id }) => id) }
      return signer.sign(claims, { audience, subject: accounts[0] ?? '', seconds, type: tokenType })
    },
    introspect: async (token) => {
      const sessions = await standing(token)
      const [first] = sessions
      const shown = sessions.map(({ id, account, scope, signedInAt, expiresAt }) => ({ id, account, scope, signedInAt, expiresAt }))
      const facts = first ? { active: true, sub: first.account, sessions: shown } : { active: false }
      return signer.sign({ token_introspection: facts }, { audience, seconds: answerSeconds, type: answerType })
    },
    sessionsOf: standing,
    jwks: signer.jwks,
  }
}
