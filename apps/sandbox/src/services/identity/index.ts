import { generateKeyPair } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { loopbackOnly } from '../../control/loopback.js'
import { ServiceError } from '../../errors.js'
import { type Service, type ServiceOptions, authority } from '../service.js'
import { type Evil, evils } from './evil.js'
import { createOAuth } from './oauth.js'
import { createOidc } from './oidc.js'
import { findPerson, people } from './people.js'
import type { IdentityProvider } from './providers.js'
import { createState } from './state.js'

export type { Evil } from './evil.js'
export { type IdentityProvider, identityProviders, identitySettings, vaultSettings } from './providers.js'

export interface IdentityOptions extends ServiceOptions {
  /** Public URLs of the secure sites that may ask. Each provider takes `{url}/social/callback/{provider}`, to the letter. */
  secureSites: readonly string[]
  /** Public URLs of the vaults that may ask, with clients of their own: `{url}/identities/callback/{provider}`. */
  vaults?: readonly string[]
}

export interface IdentityService extends Omit<Service, 'part'> {
  part: 'identity'
  /** Who logs in at once from now on, by id of {@link people}; `undefined` shows the page again. */
  setAuto(person: string | undefined): void
  /** What is wrong with every answer from now on; `undefined` for nothing. */
  setEvil(evil: Evil | undefined): void
}

const controls = z.strictObject({
  auto: z.optional(z.nullable(z.enum(people.map(({ id }) => id)))),
  evil: z.optional(z.nullable(z.enum(evils))),
})

/**
 * Google, Apple, GitHub, Facebook, X and Discord on this machine, by path of one server: `{url}/google` and so on. The first two
 * are OpenID providers, the others speak OAuth 2. People are chosen on a page, by `login_hint`, or by
 * `POST /control {auto?, evil?}`. Everything is kept in memory.
 */
export function identityService({ secureSites, vaults = [], ...options }: IdentityOptions): IdentityService {
  const url = `http://${authority(options)}`
  let state = createState()
  let server: Server | undefined
  const redirectUris = (provider: IdentityProvider) => secureSites.map((site) => `${site}/social/callback/${provider}`)

  const setAuto = (id: string | undefined): void => {
    const person = findPerson(id)
    if (person) state.auto = person
    else delete state.auto
  }
  const setEvil = (evil: Evil | undefined): void => {
    if (evil) state.evil = evil
    else delete state.evil
  }

  const start = async (): Promise<void> => {
    const makeKey = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const [{ privateKey: key }, { privateKey: strangerKey }] = await Promise.all([makeKey(), makeKey()])
    const shared = { key, strangerKey, state: () => state }
    const oidc = (['google', 'apple'] as const).map((provider) => {
      const vaultUris = vaults.map((vault) => `${vault}/identities/callback/${provider}`)
      const listener = createOidc({ provider, issuer: `${url}/${provider}`, redirectUris: redirectUris(provider), vaultUris, ...shared })
      return { prefix: `/${provider}/`, listener }
    })
    const app = new Hono()
    app.use(loopbackOnly)
    app.get('/healthz', (context) => context.json({ status: 'ok' }))
    app.post('/control', async (context) => {
      const asked = controls.safeParse(await context.req.json().catch(() => undefined))
      if (!asked.success) return context.json({ error: { code: 'invalid', message: z.prettifyError(asked.error) } }, 400)
      if (asked.data.auto !== undefined) setAuto(asked.data.auto ?? undefined)
      if (asked.data.evil !== undefined) setEvil(asked.data.evil ?? undefined)
      return context.json({ auto: state.auto?.id ?? null, evil: state.evil ?? null })
    })
    app.route('/', createOAuth({ redirectUris, state: () => state }))
    const others = getRequestListener(app.fetch)
    const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const found = oidc.find(({ prefix }) => request.url?.startsWith(prefix))
      await (found ? found.listener(request, response) : others(request, response))
    }
    const listening = createServer((request, response) => {
      listen(request, response).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
        response.end(`${message}\n`)
      })
    })
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject)
      listening.listen(options.port, options.host, resolve)
    }).catch((cause: unknown) => {
      throw new ServiceError('The identity provider did not start.', { cause })
    })
    server = listening
  }

  return {
    part: 'identity',
    url,
    start,
    stop: () =>
      new Promise((resolve) => {
        if (!server) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reset: async () => void (state = createState()),
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok ? {} : undefined
    },
    setAuto,
    setEvil,
  }
}
