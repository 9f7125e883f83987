import { readBody } from '@portico/service/http'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { done, emptyBody, sessionChecked, type sessionResumed } from '../api.js'
import type { AppContext, Routes, Services } from '../context.js'
import { deviceCall, findSession, sessionCall, sessionOf } from '../device/middleware.js'

type SessionResumed = z.infer<typeof sessionResumed>

/** `POST /v1/session` and below it `end`, `remember` and `resume`. */
export const sessionRoutes: Routes = (app, services) => {
  const { clock, sessions, audit } = services

  app.post('/v1/session', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const { user, expiresAt } = sessionOf(context)
    const answer: z.infer<typeof sessionChecked> = { user, expiresIn: Math.max(0, Math.floor((expiresAt - clock()) / 1000)) }
    return context.json(answer)
  })

  app.post('/v1/session/end', deviceCall(services), async (context) => {
    await readBody(context, emptyBody)
    const session = await findSession(context, services)
    if (session) {
      await sessions.end(session.id)
      await audit.write('session.ended', { user: session.user.id, session: session.id })
    }
    forgetCookie(context, services)
    // Ended, or not there: either way nobody is logged in with it.
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  app.post('/v1/session/remember', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    setResumeCookie(context, services, await sessions.remember(sessionOf(context).id))
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  app.post('/v1/session/resume', deviceCall(services), async (context) => {
    await readBody(context, emptyBody)
    const secret = getCookie(context, cookieName(services))
    const device = context.get('device')
    const started = secret && (await sessions.resume(secret, device, context.get('site')))
    if (!started) {
      forgetCookie(context, services)
      return context.json({ session: null } satisfies SessionResumed)
    }
    const session = await sessions.find(started.token, device, context.get('site'))
    if (session) {
      setResumeCookie(context, services, await sessions.remember(session.id))
      await audit.write('session.resumed', { user: session.user.id, session: session.id })
    }
    return context.json({ session: started } satisfies SessionResumed)
  })
}

/** The prefix makes browsers refuse a cookie of another path or host; it needs https. */
function cookieName({ config }: Services): string {
  return config.publicUrl.startsWith('https:') ? '__Host-portico_resume' : 'portico_resume'
}

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'None', partitioned: true } as const

function setResumeCookie(context: AppContext, services: Services, secret: string): void {
  setCookie(context, cookieName(services), secret, { ...attributes, maxAge: services.config.sessionDays * 86_400 })
}

function forgetCookie(context: AppContext, services: Services): void {
  deleteCookie(context, cookieName(services), attributes)
}
