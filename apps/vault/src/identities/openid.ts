/**
 * Who somebody is, by an ID token (OpenID Connect Core 1.0) that the vault has asked for itself. The provider posts it to the vault
 * by the visitor's browser: no code, no secret and no access token, because nothing but the signed statement is wanted.
 */
import { limited } from '@portico/service/http'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { IdentitiesConfig } from './settings.js'

export type OpenIdKind = 'google' | 'apple'

/** An account elsewhere. `issuer` and `subject` alone tell two of them apart. */
export const identity = z.object({ issuer: z.string().check(z.minLength(1)), subject: z.string().check(z.minLength(1), z.maxLength(255)) })
export type Identity = z.infer<typeof identity>

export interface IdTokens {
  /** Where the visitor's window is sent. @throws Error when the provider does not answer */
  readonly authorize: (kind: OpenIdKind, asked: { state: string; nonce: string }) => Promise<string>
  /**
   * Checks signature, issuer, client id, time (signed in the last ten minutes) and nonce.
   * @throws Error when anything does not hold
   */
  readonly verify: (kind: OpenIdKind, token: string, nonce: string) => Promise<Identity>
}

const providers = {
  google: { issuer: 'https://accounts.google.com', responseType: 'id_token', scope: 'openid', prompt: 'select_account' },
  // Apple gives an ID token beside a code alone. The code is left where it is.
  apple: { issuer: 'https://appleid.apple.com', responseType: 'code id_token', scope: 'openid', prompt: undefined },
} as const

const discovered = z.object({ issuer: z.string(), authorization_endpoint: z.url(), jwks_uri: z.url() })
const claims = z.object({ sub: identity.shape.subject, nonce: z.string(), aud: z.string(), azp: z.optional(z.string()) })

/** How long a provider may take, and how long what it says about itself is believed, in milliseconds; how much it may say, in bytes. */
const patienceMs = 10_000
const hourMs = 3_600_000
const longest = 256 * 1024
/** How old a token may be, in seconds: a visitor's way back takes no longer than the question is open. */
const maxAgeSeconds = 600
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

export function createIdTokens({
  config,
  publicUrl,
  clock,
  fetch,
}: {
  config: Pick<IdentitiesConfig, OpenIdKind>
  publicUrl: string
  clock: () => number
  fetch: typeof globalThis.fetch
}): IdTokens {
  const known = new Map<OpenIdKind, { until: number; server: Promise<Server> }>()

  const describe = async (kind: OpenIdKind): Promise<Server> => {
    const issuer = config[kind]?.issuer ?? providers[kind].issuer
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const init: RequestInit = { redirect: 'error', signal: AbortSignal.timeout(patienceMs) }
    const response = await limited(fetch, { url, init, longest })
    if (!response.ok) throw new Error(`${kind} answers with ${response.status}.`)
    const said = discovered.parse(await response.json())
    if (said.issuer !== issuer) throw new Error(`${kind} says that it is another issuer.`)
    const options = {
      timeoutDuration: patienceMs,
      cooldownDuration: 1000,
      [customFetch]: (to: string, call: RequestInit) => limited(fetch, { url: to, init: call, longest }),
    }
    return { issuer, authorizationEndpoint: said.authorization_endpoint, keys: createRemoteJWKSet(new URL(said.jwks_uri), options) }
  }
  const serverOf = (kind: OpenIdKind): Promise<Server> => {
    const found = known.get(kind)
    if (found && found.until > clock()) return found.server
    const server = describe(kind)
    known.set(kind, { until: clock() + hourMs, server })
    // One that did not answer is asked again.
    server.catch(() => known.delete(kind))
    return server
  }
  const clientIdOf = (kind: OpenIdKind): string => {
    const clientId = config[kind]?.clientId
    if (clientId === undefined) throw new Error(`${kind} is not set up.`)
    return clientId
  }

  return {
    authorize: async (kind, { state, nonce }) => {
      const { responseType, scope, prompt } = providers[kind]
      const url = new URL((await serverOf(kind)).authorizationEndpoint)
      const fields = {
        client_id: clientIdOf(kind),
        redirect_uri: `${publicUrl}/identities/callback/${kind}`,
        response_type: responseType,
        response_mode: 'form_post',
        scope,
        state,
        nonce,
        ...(prompt && { prompt }),
      }
      for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value)
      return url.href
    },
    verify: async (kind, token, nonce) => {
      const clientId = clientIdOf(kind)
      const { issuer, keys } = await serverOf(kind)
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
        clockTolerance: 60,
        currentDate: new Date(clock()),
      })
      // One audience, as text: a token that is also for somebody else was not asked for here.
      const said = claims.parse(payload)
      if (said.nonce !== nonce || said.aud !== clientId || (said.azp ?? clientId) !== clientId)
        throw new Error('The token answers another question.')
      return { issuer, subject: said.sub }
    },
  }
}

interface Server {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}
