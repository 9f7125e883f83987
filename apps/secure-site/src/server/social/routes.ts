import { type SocialProvider, socialProviders } from '@portico/core/embedded'
import { ApiError, networkOf, readBody } from '@portico/service/http'
import { acceptedLocale } from '@portico/service/mail'
import { digest, randomToken, sameText } from '@portico/service/secrets'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext, Routes, Services } from '../context.js'
import { deviceCall, requireSession } from '../device/middleware.js'
import { browserName } from '../email/browserName.js'
import { linkedLetter } from '../email/letters.js'
import { type SocialFinished, type SocialStarted, socialFinishBody, socialStartBody } from './api.js'
import { AccessDeniedError, createClients } from './clients.js'
import { resolveSocial } from './config.js'
import { createFlows } from './flows.js'
import { linkIdentity, userOf } from './identity.js'
import { type WindowContent, providerNames, renderWindow, windowHeaders } from './page.js'
import { providers } from './providers.js'
import { checkReturnTo, returnToOf, withResult } from './returnTo.js'
import type { SocialFlow } from './tables.js'

/** How long `finish` waits for the visitor, in milliseconds. */
const waitMs = 20_000

/** How long the notice of an account that was added is tried, in seconds. */
const noticeSeconds = 3 * 86_400

/** Logins that may be begun, by device and by client address. */
const startLimits = (device: string, network: string) => [
  { key: `social:device:${device}`, limits: [{ limit: 30, seconds: 600 }] },
  { key: `social:network:${network}`, limits: [{ limit: 300, seconds: 600 }] },
]

/** Login with Google, Apple, GitHub, Facebook, X and Discord. */
export const socialRoutes: Routes = (app, services) => {
  const { config, db, rates, audit, mail, sessions, signals, log, fetch, clock, onSweep, onEndSessions } = services
  const clients = createClients({ social: resolveSocial(config.social), fetch, clock })
  const flows = createFlows(services)
  onSweep(flows.sweep)
  onEndSessions(flows.endAll)
  const redirectUri = (provider: SocialProvider): string => `${config.publicUrl}/social/callback/${provider}`

  app.post('/v1/social/start', deviceCall(services), async (context) => {
    const { provider, mode, returnTo, link } = await readBody(context, socialStartBody)
    const [site, device] = [context.get('site'), context.get('device')]
    if (!clients.has(provider)) throw new ApiError(404, 'social_unavailable', 'This way of logging in is not offered here.')
    const backTo = mode === 'page' ? checkReturnTo(returnTo, site.origin) : undefined
    const linkUserId = link ? (await requireSession(context, services)).user.id : undefined
    const rate = await rates.take(startLimits(device, networkOf(context, config.trustProxy)))
    if (rate.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many logins were begun. Please try again later.', { retryAfter: rate.retryAfter })
    }
    const frame = randomToken()
    const flow = await flows.begin({ provider, mode, site, device, returnTo: backTo, frame, linkUserId })
    setCookie(context, frameCookie(services), frame, { ...frameAttributes, maxAge: 600 })
    const answer: SocialStarted = { flowId: flow.id, uri: `${config.publicUrl}/social/start/${flow.id}`, match: flow.match }
    return context.json(answer)
  })

  app.get('/social/start/:flow', async (context) => {
    const found = await flows.find(context.req.param('flow'))
    const asked = context.req.query('returnTo')
    const returnTo = found && asked !== undefined ? returnToOf(asked, found.origin) : undefined
    const isLost = asked !== undefined && returnTo === undefined
    const opened = found && !isLost && (await flows.open(found.id, returnTo))
    if (!opened) return show(context, over(found))
    const { flow, state, browser, nonce, codeVerifier } = opened
    try {
      const uri = await clients.authorize({ provider: flow.provider, redirectUri: redirectUri(flow.provider), state, nonce, codeVerifier })
      setBrowserCookie(context, services, flow, browser)
      return context.redirect(uri, 303)
    } catch (error) {
      log('warn', 'social.unreachable', { provider: flow.provider, name: nameOf(error) })
      await flows.fail(flow.id, 'failed')
      signals.notify(signalOf(flow.id))
      if (flow.return_to !== null) return leave(context, flow.return_to, resultUri(flow))
      return show(context, { kind: 'failed', flow, resultUri: resultUri(flow) })
    }
  })

  app.on(['GET', 'POST'], '/social/callback/:provider', async (context) => {
    const provider = socialProviders.find((each) => each === context.req.param('provider'))
    const isForm = context.req.method === 'POST'
    if (!provider || (isForm && !providers[provider].formPost)) return context.notFound()
    const answer = new URLSearchParams(isForm ? await context.req.text() : new URL(context.req.url).search)
    const state = answer.get('state') ?? ''
    const browser = getCookie(context, cookieName(services, state.split('.')[0] ?? ''))
    const returned = await flows.takeBack({ state, provider, browser })
    if (!returned) return show(context, { kind: 'over' })
    const { flow, nonce, codeVerifier } = returned
    try {
      const identity = await clients.redeem({ provider, redirectUri: redirectUri(provider), state, nonce, codeVerifier, answer })
      const result = await flows.answer(flow.id, identity)
      if (result === undefined) return show(context, over(flow))
      signals.notify(signalOf(flow.id))
      const uri = resultUri(flow, result)
      if (flow.return_to !== null) return leave(context, flow.return_to, uri)
      return show(context, { kind: 'confirm', flow, name: identity.name, result, resultUri: uri })
    } catch (error) {
      const kind = error instanceof AccessDeniedError ? 'cancelled' : 'failed'
      await flows.fail(flow.id, kind)
      signals.notify(signalOf(flow.id))
      if (kind === 'failed') {
        // What was wrong is worth knowing, and the provider's texts may repeat values.
        log('warn', 'social.failed', { provider, name: nameOf(error), code: codeOf(error) })
        await audit.write('social.failed', { provider, project: flow.project_id })
      }
      if (flow.return_to !== null) return leave(context, flow.return_to, resultUri(flow))
      return show(context, { kind, flow, resultUri: resultUri(flow) })
    }
  })

  app.post('/social/confirm/:flow', async (context) => {
    const id = context.req.param('flow')
    const result = new URLSearchParams(await context.req.text()).get('result') ?? ''
    const flow = await flows.confirm({ id, result, browser: getCookie(context, cookieName(services, id)) })
    if (!flow) return show(context, { kind: 'over' })
    deleteCookie(context, cookieName(services, id), { path: '/', secure: true })
    signals.notify(signalOf(id))
    return show(context, { kind: 'done', flow })
  })

  app.post('/v1/social/finish', deviceCall(services), async (context) => {
    const { flowId, result } = await readBody(context, socialFinishBody)
    const [site, device] = [context.get('site'), context.get('device')]
    const frame = getCookie(context, frameCookie(services))
    // Another browser's or site's flow is as if it were not there.
    const look = async (): Promise<SocialFlow> => {
      const flow = await flows.find(flowId)
      const isOurs = flow?.project_id === site.projectId && flow.origin === site.origin
      // The cookie is of the frame's own partition, and good only beside the result that came to the site's own page.
      const isReloaded = result !== undefined && frame !== undefined && flow?.mode === 'page' && sameText(digest(frame), flow.frame_hash)
      if (!isOurs || !(flow.thumbprint === device || isReloaded)) throw expired()
      return flow
    }
    const waited = await signals.wait(
      signalOf(flowId),
      async () => {
        const flow = await look()
        const isDone = result !== undefined || !['started', 'opened', 'returned', 'answered'].includes(flow.status)
        return isDone ? flow : undefined
      },
      { milliseconds: waitMs, signal: context.req.raw.signal },
    )
    if (!waited) return context.json({ status: 'pending' } satisfies SocialFinished)
    if (waited.status === 'cancelled') throw new ApiError(409, 'social_cancelled', 'You went back before you were logged in.')
    if (waited.status === 'failed') throw new ApiError(502, 'social_failed', 'The login did not work. Please try again.')
    const { provider, link_user_id: linkUserId } = waited
    const linking = linkUserId === null ? undefined : await requireSession(context, services)

    const finished = await db.transaction().execute(async (trx): Promise<SocialFinished> => {
      const identity = await flows.use(trx, { flow: waited, result })
      if (!identity) throw expired()
      if (linkUserId !== null) {
        // Both are proven: the social account just now, the user by the session that goes along.
        if (linking?.user.id !== linkUserId) throw expired()
        const { user, isNew } = await linkIdentity(trx, services, identity, linkUserId)
        await audit.write('social.linked', { user: user.id, provider }, trx)
        if (isNew && user.email !== null) {
          const locale = acceptedLocale(context.req.header('accept-language'))
          const asker = { origin: site.origin, browser: browserName(context.req.header('user-agent'), locale) }
          const letter = linkedLetter(locale, { provider: providerNames[provider], ...asker })
          await mail.queue(trx, { to: user.email, letter, expiresIn: noticeSeconds })
        }
        return { status: 'linked', user }
      }
      const user = await userOf(trx, services, identity)
      const session = await sessions.start(trx, { user, device, site, method: provider })
      await audit.write('login', { user: user.id, method: provider, device, origin: site.origin, session: digest(session.token) }, trx)
      return { status: 'done', ...session }
    })
    if (finished.status === 'linked') void mail.flush()
    return context.json(finished)
  })

  const show = async (context: Context, content: WindowContent): Promise<Response> => {
    const isOver = content.kind === 'over'
    return context.html(renderWindow(content, context.req.header('accept-language')), isOver ? 410 : 200, { ...windowHeaders })
  }
  const leave = (context: AppContext, returnTo: string, uri: string): Response => context.redirect(withResult(returnTo, uri), 303)
  const resultUri = (flow: SocialFlow, result?: string): string => {
    const url = new URL('/social/result', config.publicUrl)
    url.searchParams.set('flow', flow.id)
    if (result !== undefined) url.searchParams.set('result', result)
    return url.href
  }
}

function over(flow: SocialFlow | undefined): WindowContent {
  return { kind: 'over', ...(flow?.return_to && { backTo: flow.return_to }) }
}

function signalOf(flowId: string): string {
  return `social:${flowId}`
}

function expired(): ApiError {
  return new ApiError(410, 'social_expired', 'This login is over. Please try again.')
}

/** Of the frame, in the partition of the site that it is embedded in. The newest login counts. */
function frameCookie({ config }: Services): string {
  return config.publicUrl.startsWith('https:') ? '__Host-portico_flow' : 'portico_flow'
}

const frameAttributes = { path: '/', httpOnly: true, secure: true, sameSite: 'None', partitioned: true } as const

/** One for each login, so that two windows do not disturb each other. The prefix needs https. */
function cookieName({ config }: Services, flowId: string): string {
  const name = `portico_social_${flowId.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 32)}`
  return config.publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** Binds the window's browser. Apple comes back by a POST from its own page, which only a cookie with `None` goes along with. */
function setBrowserCookie(context: Context, services: Services, { id, provider }: SocialFlow, browser: string): void {
  const sameSite = providers[provider].formPost ? 'None' : 'Lax'
  setCookie(context, cookieName(services, id), browser, { path: '/', httpOnly: true, secure: true, sameSite, maxAge: 600 })
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/** oauth4webapi says by a code what did not hold. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'none'
}
