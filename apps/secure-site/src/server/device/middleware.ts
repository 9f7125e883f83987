import { ApiError } from '@portico/service/http'
import { createMiddleware } from 'hono/factory'
import { siteHeader } from '../api.js'
import type { AppContext, AppEnv, Services } from '../context.js'
import type { Session } from '../sessions/sessions.js'
import { checkProof } from './proof.js'

/**
 * Before a route of the frame: the call is proven by a device key (`device`), comes from a page that was made for a registered
 * site (`site`). Whether somebody is logged in there, `findSession` finds out.
 * @example app.post('/v1/email/start', deviceCall(services), async (context) => context.get('device'))
 */
export function deviceCall(services: Services) {
  return createMiddleware<AppEnv>(async (context, next) => {
    await identify(context, services)
    await next()
  })
}

/** The same for routes that need a login: `sessionOf(context)` gives it. @throws ApiError 401 `no_session` */
export function sessionCall(services: Services) {
  return createMiddleware<AppEnv>(async (context, next) => {
    await identify(context, services)
    context.set('session', await findSession(context, services))
    sessionOf(context)
    await next()
  })
}

/** The session of a route behind {@link sessionCall}. @throws ApiError 401 `no_session` where there is none */
export const sessionOf = (context: AppContext): Session => isThere(context.get('session'))

/** The session that goes along behind {@link deviceCall}, if it is good: this device's on this site. */
export async function findSession(context: AppContext, { sessions }: Services): Promise<Session | undefined> {
  const token = tokenOf(context)
  return token === undefined ? undefined : await sessions.find(token, context.get('device'), context.get('site'))
}

/** The same where nothing can be done without one. Outside of a transaction. @throws ApiError 401 `no_session` */
export const requireSession = async (context: AppContext, services: Services): Promise<Session> =>
  isThere(await findSession(context, services))

function isThere(session: Session | undefined): Session {
  if (!session) throw new ApiError(401, 'no_session', 'You are not logged in any more.')
  return session
}

async function identify(context: AppContext, services: Services): Promise<void> {
  const [projectId = '', origin = ''] = (context.req.header(siteHeader) ?? '').split(' ')
  const site = services.projects.site(projectId, origin)
  if (!site) throw new ApiError(403, 'unregistered_site', 'This site is not registered here.')
  const token = tokenOf(context)
  const device = await checkProof(services, {
    proof: context.req.header('dpop'),
    method: context.req.method,
    url: `${services.config.publicUrl}${context.req.path}`,
    ...(token !== undefined && { token }),
  })
  context.set('site', site)
  context.set('device', device)
}

function tokenOf(context: AppContext): string | undefined {
  return /^DPoP ([A-Za-z0-9_-]{22,64})$/.exec(context.req.header('authorization') ?? '')?.[1]
}
