import type { SocialProvider } from '@portico/core/embedded'
import { limited } from '@portico/service/http'
import { SignJWT, importPKCS8 } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import type { ProviderConfig, SocialConfig } from './config.js'
import { type Identity, provenEmail, shownName } from './identity.js'
import { type ProviderFacts, providers } from './providers.js'

export interface AuthorizeParameters {
  provider: SocialProvider
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

export interface RedeemParameters extends AuthorizeParameters {
  /** What the browser brought. `state` has been compared already. */
  answer: URLSearchParams
}

/** Our end of OAuth 2 and OpenID Connect, for every provider that is set up. */
export interface Clients {
  readonly has: (provider: SocialProvider) => boolean
  /** Where the window is sent. @throws Error when the provider can't be reached */
  readonly authorize: (parameters: AuthorizeParameters) => Promise<string>
  /**
   * Who came back. Checks `iss` (RFC 9207), redeems the code with its verifier (RFC 7636), and checks the id_token's signature,
   * issuer, audience, time and nonce.
   * @throws AccessDeniedError when the visitor said no; Error when anything does not hold
   */
  readonly redeem: (parameters: RedeemParameters) => Promise<Identity>
}

/** The visitor said no at the provider. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
}

/** How long a provider may take for an answer, in milliseconds, and how long that may be, in bytes. */
const patience = 10_000
const longest = 256 * 1024
/** How long a provider's own description of itself is believed, in milliseconds. */
const hour = 3_600_000

/** How far a provider's clock may be from ours, in seconds. */
const tolerance = 60

/** What oauth4webapi leaves unlooked at. `sub` is of at most 255 characters (OpenID Connect Core 1.0, 2). */
const idToken = z.object({ sub: z.string().check(z.minLength(1), z.maxLength(255)), azp: z.optional(z.string()), iat: z.number() })

/** A body that is absent may be said to be undefined. */
type CallInit = Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | undefined }

interface Known {
  readonly facts: ProviderFacts
  readonly config: ProviderConfig
}

export function createClients({
  social,
  fetch,
  clock,
}: {
  social: SocialConfig
  fetch: typeof globalThis.fetch
  clock: () => number
}): Clients {
  const servers = new Map<SocialProvider, { server: oauth.AuthorizationServer; until: number }>()

  const knownOf = (provider: SocialProvider): Known => {
    const config = social[provider]
    if (!config) throw new Error(`${provider} is not set up.`)
    return { config, facts: providers[provider] }
  }

  /** Options of every call to an address: ours is the fetch, and http is for this machine alone. */
  const callOptions = (issuer: string) => ({
    [oauth.customFetch]: (url: string, { body, ...init }: CallInit) =>
      limited(fetch, { url, init: { ...init, body: body ?? null }, longest }),
    [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
    signal: () => AbortSignal.timeout(patience),
  })

  const serverOf = async (provider: SocialProvider): Promise<oauth.AuthorizationServer> => {
    const { config, facts } = knownOf(provider)
    const issuer = config.issuer ?? facts.issuer
    if (facts.kind === 'plain') {
      return {
        issuer,
        authorization_endpoint: config.authorizationEndpoint ?? facts.authorizationEndpoint,
        token_endpoint: config.tokenEndpoint ?? facts.tokenEndpoint,
      }
    }
    const kept = servers.get(provider)
    if (kept && kept.until > clock()) return kept.server
    const url = new URL(issuer)
    const response = await oauth.discoveryRequest(url, { ...callOptions(issuer), algorithm: 'oidc' })
    const server = await oauth.processDiscoveryResponse(url, response)
    servers.set(provider, { server, until: clock() + hour })
    return server
  }

  const redeem = async ({ provider, redirectUri, state, nonce, codeVerifier, answer }: RedeemParameters): Promise<Identity> => {
    const { config, facts } = knownOf(provider)
    const server = await serverOf(provider)
    const options = callOptions(server.issuer)
    const client: oauth.Client = { client_id: config.clientId }
    const validated = validate(server, client, answer, state)
    const secret = await secretOf(config, server.issuer)
    const authentication = facts.authentication === 'basic' ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      validated,
      redirectUri,
      codeVerifier,
      options,
    )

    if (facts.kind === 'openid') {
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce, requireIdToken: true })
      await oauth.validateApplicationLevelSignature(server, response, options)
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      const { sub: subject, azp = config.clientId, iat } = idToken.parse(claims)
      if (azp !== config.clientId || iat > clock() / 1000 + tolerance) throw new Error('The id_token was not made for this login.')
      const name = claims?.['name'] ?? appleName(answer.get('user'))
      return { issuer: server.issuer, subject, ...provenEmail(claims?.['email'], claims?.['email_verified']), ...shownName(name) }
    }

    const { access_token: accessToken } = await oauth.processAuthorizationCodeResponse(server, client, response)
    const read = async (url: string): Promise<unknown> => {
      const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'portico' }
      const init: RequestInit = { headers, redirect: 'error', signal: AbortSignal.timeout(patience) }
      const read = await limited(fetch, { url, init, longest })
      if (!read.ok) throw new Error(`${provider} answers with ${read.status}.`)
      return read.json()
    }
    return { issuer: server.issuer, ...(await facts.identify(read, { config, accessToken })) }
  }

  return {
    has: (provider) => social[provider] !== undefined,
    redeem,
    authorize: async ({ provider, redirectUri, state, nonce, codeVerifier }) => {
      const { config, facts } = knownOf(provider)
      const { authorization_endpoint: endpoint } = await serverOf(provider)
      if (!endpoint) throw new Error(`${provider} does not say where to log in.`)
      const url = new URL(endpoint)
      const fields = {
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: config.scope ?? facts.scope,
        state,
        ...(facts.kind === 'openid' && { nonce }),
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...facts.extra,
      }
      for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value)
      return url.href
    },
  }
}

/** @throws AccessDeniedError, or an error of oauth4webapi: another issuer, two codes, no code … */
function validate(server: oauth.AuthorizationServer, client: oauth.Client, answer: URLSearchParams, state: string): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, answer, state)
  } catch (error) {
    const denied = error instanceof oauth.AuthorizationResponseError && /^(access_denied|user_cancelled\w*)$/.test(error.error)
    throw denied ? new AccessDeniedError() : error
  }
}

/** Apple's secret is a token that is signed with the team's key; it need not live longer than one login. */
async function secretOf({ clientId, clientSecret, appleKey }: ProviderConfig, issuer: string): Promise<string> {
  if (!appleKey) return clientSecret ?? ''
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: appleKey.keyId })
    .setIssuer(appleKey.teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(appleKey.privateKey, 'ES256'))
}

const appleUser = z.object({ name: z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) }) })

/** Apple tells the name once, in a field that nobody has signed: good for display alone. */
function appleName(user: string | null): string | undefined {
  try {
    const { name } = appleUser.parse(JSON.parse(user ?? ''))
    return [name.firstName, name.lastName].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}
