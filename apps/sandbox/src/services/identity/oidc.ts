import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Html } from '@portico/service/http'
import { html } from 'hono/html'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import { claimsOf, personOf, subjectOf } from './claims.js'
import { loginPage, pageHeaders } from './page.js'
import { type Person, findPerson } from './people.js'
import { identityClient, vaultClient } from './providers.js'
import { readForm } from './readForm.js'
import { type IdentityState, createAdapter } from './state.js'
import { tamperAnswer, tamperToken } from './tamper.js'

export interface OidcParameters {
  provider: 'google' | 'apple'
  /** The issuer: this service's URL and the provider's name. */
  issuer: string
  redirectUris: readonly string[]
  /** Of the vault's own client, which is given ID tokens by the visitor's browser. */
  vaultUris?: readonly string[]
  /** RSA. */
  key: KeyObject
  /** Signs where the signature is to be wrong. */
  strangerKey: KeyObject
  state(): IdentityState
}

/** A request to a provider, with its whole URL kept aside: oidc-provider finds from it that it is mounted below a path. */
type MountedRequest = IncomingMessage & { originalUrl?: string }

const hour = 3600

/** One OpenID provider below a path of the server. PKCE is required, and every login asks who it is. */
export function createOidc({ provider: name, issuer, redirectUris, vaultUris = [], key, strangerKey, state }: OidcParameters) {
  const { clientId, clientSecret } = identityClient(name)
  const mount = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    adapter: createAdapter(state, name),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      ...(vaultUris.length > 0
        ? [
            {
              client_id: vaultClient(name).clientId,
              redirect_uris: [...vaultUris],
              // Apple gives a code along, whether it is wanted or not.
              response_types: [name === 'apple' ? ('code id_token' as const) : ('id_token' as const)],
              grant_types: name === 'apple' ? ['implicit', 'authorization_code'] : ['implicit'],
              token_endpoint_auth_method: 'none' as const,
            },
          ]
        : []),
    ],
    responseTypes: ['code', 'id_token', 'code id_token'],
    cookies: { keys: ['the sandbox has no secrets'] },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'sandbox' }] },
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: (_context, sub) => {
      const person = personOf(name, sub)
      return person && { accountId: sub, claims: () => ({ sub, ...claimsOf(name, person) }) }
    },
    interactions: { url: (_context, { uid }) => `${mount}/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
    // An ID token alone is bound by its nonce.
    pkce: { required: (_context, { clientId }) => clientId !== vaultClient(name).clientId },
    expiresWithSession: () => false,
    renderError: (context, out) => {
      context.type = 'text'
      context.body = `${out.error}: ${out.error_description ?? ''}\n`
    },
    ttl: { AccessToken: hour, AuthorizationCode: 60, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
  })
  provider.proxy = true
  allowLoopback(provider)
  provider.use(async (context, next) => {
    await next()
    if (isOfProvider(context)) await alter(context)
  })

  /** Who has just logged in, if Apple has not told the name before. */
  const firstName = (context: KoaContextWithOIDC): Person | undefined => {
    const { session } = context.oidc
    if (name !== 'apple' || !session?.accountId || state().named.has(session.accountId)) return undefined
    state().named.add(session.accountId)
    return personOf(name, session.accountId)
  }

  const alter = async (context: KoaContextWithOIDC): Promise<void> => {
    const { evil, given } = state()
    if (isTokenAnswer(context.body)) {
      context.body = { ...context.body, id_token: tamperToken(context.body.id_token, { evil, key, strangerKey }) }
      return
    }
    const codes = given.get(name) ?? []
    given.set(name, codes)
    const location = context.response.get('location')
    const url = URL.canParse(location) ? new URL(location) : undefined
    const code = url?.searchParams.get('code')
    if (url && code) {
      const answer = tamperAnswer({ code, iss: url.searchParams.get('iss') ?? issuer }, { evil, given: codes })
      for (const [key, value] of Object.entries(answer)) url.searchParams.set(key, value)
      context.redirect(url.href)
      return
    }
    if (typeof context.body !== 'string') return
    const posted = /name="code" value="([^"]+)"/.exec(context.body)?.[1]
    if (!posted) return
    const answer = tamperAnswer({ code: posted, iss: issuer }, { evil, given: codes })
    const person = firstName(context)
    const input = person ? String(await nameInput(person)) : ''
    context.body = context.body
      .replace(/(name="code" value=")[^"]+/, `$1${answer.code}`)
      .replace(/(name="iss" value=")[^"]+/, `$1${answer.iss ?? issuer}`)
      .replace('</form>', `${input}</form>`)
  }

  const callback = provider.callback()

  const interact = async (request: MountedRequest, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response)
    const form = request.method === 'POST' ? await readForm(request) : undefined
    const person = findPerson(form ? form.get('person') : params['login_hint']) ?? (form ? undefined : state().auto)
    if (person) return provider.interactionFinished(request, response, { login: { accountId: subjectOf(name, person, state().evil) } })
    if (form?.has('cancel')) {
      const error = name === 'apple' ? 'user_cancelled_authorize' : 'access_denied'
      return provider.interactionFinished(request, response, { error, error_description: 'The person went back.' })
    }
    response.writeHead(200, pageHeaders).end(loginPage(name))
  }

  return async (request: MountedRequest, response: ServerResponse): Promise<void> => {
    // Whoever comes is always asked who they are; the library does not know Google's word for it.
    const path = (request.url ?? '/').replace(/([?&])prompt=select_account(&|$)/, '$1')
    request.originalUrl = path
    request.url = path.slice(mount.length) || '/'
    await (request.url.startsWith('/interaction/') ? interact(request, response) : callback(request, response))
  }
}

/** An ID token by the browser goes to https alone, in the world; here everything is on this machine. */
function allowLoopback(provider: Provider): void {
  const schema: unknown = Reflect.get(provider.Client, 'Schema')
  if (!isClientSchema(schema)) throw new Error('The library checks its clients in another way now.')
  const { invalidate } = schema.prototype
  schema.prototype.invalidate = function allowing(message, code) {
    if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code)
  }
}

function isClientSchema(value: unknown): value is { readonly prototype: ClientSchema } {
  return typeof value === 'function' && 'invalidate' in Object(value.prototype)
}

/** What the library's own documents tell to replace, and its types leave out. */
interface ClientSchema {
  invalidate: (this: ClientSchema, message: string, code?: string) => void
}

function isOfProvider(context: object): context is KoaContextWithOIDC {
  return 'oidc' in context
}

function isTokenAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

/** Apple's `user`, beside the code. Nobody has signed it. */
function nameInput({ name, email }: Person): Html {
  const [firstName = '', ...rest] = name.split(' ')
  const user = JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email })
  return html`<input type="hidden" name="user" value="${user}"/>`
}
