import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { loginPage, pageHeaders } from './page.js'
import { type Person, findPerson } from './people.js'
import { type PlainProvider, plainProviders } from './profiles.js'
import { identityClient } from './providers.js'
import type { IdentityState } from './state.js'
import { tamperAnswer } from './tamper.js'

export interface OAuthParameters {
  redirectUris(provider: PlainProvider['name']): readonly string[]
  state(): IdentityState
}

/** The four providers that speak OAuth 2 (RFC 6749) with PKCE (RFC 7636), each in its own dialect. */
export function createOAuth({ redirectUris, state }: OAuthParameters) {
  const app = new Hono()
  for (const provider of plainProviders) addProvider(app, { provider, redirectUris: redirectUris(provider.name), state })
  return app
}

interface AddProviderParameters {
  provider: PlainProvider
  redirectUris: readonly string[]
  state(): IdentityState
}

function addProvider(app: Hono, { provider, redirectUris, state }: AddProviderParameters): void {
  const { clientId, clientSecret } = identityClient(provider.name)

  app.on(['GET', 'POST'], provider.authorize, async (context) => {
    const asked = context.req.query()
    const redirectUri = asked['redirect_uri'] ?? ''
    // Without the right client and address there is nobody to report to.
    if (asked['client_id'] !== clientId) return context.text('unauthorized_client', 400)
    if (!redirectUris.includes(redirectUri)) return context.text('redirect_uri_mismatch', 400)

    const back = (answer: Readonly<Record<string, string>>): Response => {
      const url = new URL(redirectUri)
      const all = { ...answer, ...(asked['state'] !== undefined && { state: asked['state'] }) }
      for (const [key, value] of Object.entries(all)) url.searchParams.set(key, value)
      return context.redirect(url.href, 302)
    }
    const challenge = asked['code_challenge']
    if (asked['response_type'] !== 'code') return back({ error: 'unsupported_response_type' })
    if (challenge ? asked['code_challenge_method'] !== 'S256' : provider.requiresPkce) return back({ error: 'invalid_request' })

    const finish = (person: Person): Response => {
      const { codes, evil, given } = state()
      const code = randomBytes(20).toString('hex')
      codes.set(code, { provider: provider.name, person, redirectUri, ...(challenge && { challenge }) })
      const earlier = given.get(provider.name) ?? []
      given.set(provider.name, earlier)
      return back({ ...tamperAnswer({ code }, { evil, given: earlier }) })
    }
    const form = context.req.method === 'POST' ? await context.req.parseBody() : undefined
    const person = findPerson(form ? form['person'] : asked['login_hint']) ?? (form ? undefined : state().auto)
    if (person) return finish(person)
    if (form?.['cancel']) return back({ error: 'access_denied', error_description: 'The person went back.' })
    return context.body(loginPage(provider.name), 200, pageHeaders)
  })

  app.post(provider.token, async (context) => {
    const form = await context.req.parseBody()
    const refuse = (error: string, status: 200 | 400 | 401 = provider.errorStatus): Response =>
      context.json({ error, error_description: `${provider.name} refuses: ${error}` }, status)
    if (!isClient(context, form, { clientId, clientSecret, authentication: provider.authentication })) {
      return refuse('invalid_client', provider.errorStatus === 200 ? 200 : 401)
    }
    const code = typeof form['code'] === 'string' ? form['code'] : ''
    const { codes, tokens } = state()
    const found = codes.get(code)
    codes.delete(code)
    const verifier = form['code_verifier']
    const proves = !found?.challenge || (typeof verifier === 'string' && found.challenge === s256(verifier))
    if (!found || found.provider !== provider.name || found.redirectUri !== form['redirect_uri'] || !proves) {
      return refuse(provider.name === 'github' ? 'bad_verification_code' : 'invalid_grant')
    }
    const accessToken = randomBytes(20).toString('hex')
    tokens.set(accessToken, { provider: provider.name, person: found.person })
    return context.json({ access_token: accessToken, token_type: 'bearer', expires_in: 7200, scope: 'read' })
  })

  const answerTo = (context: Context, json: (person: Person) => unknown): Response => {
    const accessToken = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
    const found = state().tokens.get(accessToken)
    if (found?.provider !== provider.name) return context.json({ message: 'Bad credentials' }, 401)
    return Response.json(json(found.person))
  }
  app.get(provider.user, (context) => answerTo(context, (person) => provider.userJson(person, state().evil)))
  for (const [path, json] of Object.entries(provider.more ?? {})) app.get(path, (context) => answerTo(context, json))
}

/** Whether the client has said who it is, in the way that the provider takes. */
function isClient(
  context: Context,
  form: Readonly<Record<string, unknown>>,
  { clientId, clientSecret, authentication }: { clientId: string; clientSecret: string; authentication: PlainProvider['authentication'] },
): boolean {
  const basic = /^Basic (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  if (basic !== undefined && authentication !== 'post') {
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    return id === clientId && secret === clientSecret
  }
  return authentication !== 'basic' && form['client_id'] === clientId && form['client_secret'] === clientSecret
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
