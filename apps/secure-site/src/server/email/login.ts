import type { Database } from '@portico/service/database'
import { ApiError, readBody } from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { type EmailDevice, type EmailStarted, type SessionStarted, emailDeviceBody, emailOtpBody, emailStartBody } from '../api.js'
import type { Routes, Services } from '../context.js'
import { deviceCall, findSession } from '../device/middleware.js'
import { normalEmail } from '../users/users.js'
import { browserName } from './browserName.js'
import { checkCode, codeDigest, codeSeconds, createCode, createMatch, isLocked } from './codes.js'
import { type EmailFlows, closeAll, closeLogins } from './flows.js'
import { codeLetter, linkLetter } from './letters.js'
import { takeMail } from './limits.js'

const waitMs = 25_000

/** `POST /v1/email/start`, `/device` and `/otp`: a login by e-mail. Known and unknown addresses take the same way (S29). */
export const loginRoutes: Routes = (app, services) => {
  const { config, db, clock, users, sessions, mail, audit, secrets, signals, projects } = services

  app.post('/v1/email/start', deviceCall(services), async (context) => {
    const body = await readBody(context, emailStartBody)
    const email = normalEmail(body.email)
    const [device, site, session] = [context.get('device'), context.get('site'), await findSession(context, services)]
    // A social account may have the same address, and is another account.
    if (session?.method === 'email' && session.user.email === email)
      return context.json({ action: 'CONNECT', user: session.user } satisfies EmailStarted)

    const emailIndex = users.emailIndex(email)
    const { known } = await takeMail(services, { context, site, email })
    const asksForLink = body.device === true || projects.find(site.projectId)?.deviceLink === true
    const [locked, linked] = await Promise.all([
      isLocked(services, emailIndex, known ? device : undefined),
      wasLinked(services, device, emailIndex),
    ])
    const byLink = !linked && (locked || (asksForLink && !known))
    const flowId = randomToken(16)
    const id = digest(flowId)
    const [code, link, match] = [createCode(), randomToken(), createMatch()]
    const locale = mailLocale(body.locale)
    const browser = browserName(context.req.header('user-agent'), locale)
    const letter = byLink
      ? linkLetter(locale, { url: `${config.publicUrl}/device/${link}`, origin: site.origin, browser })
      : codeLetter(locale, { code, origin: site.origin, browser })
    const flow: EmailFlows = {
      id,
      purpose: 'login',
      status: byLink ? 'device' : 'code',
      thumbprint: device,
      project_id: site.projectId,
      origin: site.origin,
      locale,
      user_id: null,
      email_index: emailIndex,
      email: secrets.seal('flow', email, id),
      code: byLink ? null : codeDigest(services, id, code),
      tries: 0,
      linked: linked ? 1 : 0,
      link: byLink ? digest(link) : null,
      match: byLink ? match : null,
      browser,
      expires_at: clock() + codeSeconds * 1000,
    }
    await db.transaction().execute(async (trx) => {
      await closeLogins(trx, device, emailIndex)
      await trx.insertInto('email_flows').values(flow).execute()
      await mail.queue(trx, { to: email, letter, expiresIn: codeSeconds })
    })
    void mail.flush()
    const mailed = { flowId, resendAfter: config.limits.mailGapSeconds, expiresIn: codeSeconds }
    return context.json(
      (byLink ? { action: 'VERIFY_DEVICE', ...mailed, match } : { action: 'VERIFY_OTP', ...mailed }) satisfies EmailStarted,
    )
  })

  app.post('/v1/email/device', deviceCall(services), async (context) => {
    const { flowId } = await readBody(context, emailDeviceBody)
    const id = digest(flowId)
    const read = () =>
      db
        .selectFrom('email_flows')
        .select(['status', 'linked', 'expires_at'])
        .where('id', '=', id)
        .where('thumbprint', '=', context.get('device'))
        .where('purpose', '=', 'login')
        .executeTakeFirst()
    const check = async () => {
      const flow = await read()
      const waits = flow?.status === 'device' && flow.expires_at > clock()
      return waits ? undefined : { flow }
    }
    const changed = await signals.wait(`email:${id}`, check, { milliseconds: waitMs, signal: context.req.raw.signal })
    if (!changed) return context.json({ status: 'pending' } satisfies EmailDevice)
    const { flow } = changed
    if (flow?.status === 'closed') throw new ApiError(403, 'declined', 'This login was declined, or another one was begun.')
    if (flow && flow.expires_at <= clock()) throw new ApiError(410, 'expired_code', 'The link has expired. Ask for a new one.')
    if (flow?.status !== 'code' || flow.linked !== 1) throw new ApiError(404, 'not_found', 'This login is over.')
    const expiresIn = Math.max(0, Math.floor((flow.expires_at - clock()) / 1000))
    return context.json({
      status: 'confirmed',
      flowId,
      resendAfter: config.limits.mailGapSeconds,
      expiresIn,
    } satisfies EmailDevice)
  })

  app.post('/v1/email/otp', deviceCall(services), async (context) => {
    const { flowId, otp } = await readBody(context, emailOtpBody)
    const [device, site] = [context.get('device'), context.get('site')]
    const flow = await checkCode(services, { flow: digest(flowId), device, status: 'code', otp })
    if (flow.origin !== site.origin || flow.project_id !== site.projectId) throw new ApiError(404, 'not_found', 'This login is over.')
    const email = secrets.open('flow', flow.email, flow.id)
    const started = await db.transaction().execute(async (trx): Promise<SessionStarted | undefined> => {
      if (!(await finish(trx, flow.id))) return undefined
      const user = await users.byEmail(trx, email)
      await users.rememberDevice(trx, device, email)
      const session = await sessions.start(trx, { user, device, site, method: 'email' })
      await audit.write('login', { user: user.id, method: 'email', device, origin: site.origin, session: digest(session.token) }, trx)
      return session
    })
    // Two right answers at once: one of them logs in.
    if (!started) throw new ApiError(409, 'conflict', 'This code was used already.')
    return context.json(started)
  })

  services.onEndSessions(closeAll)
  services.onSweep(
    async () =>
      void (await db
        .deleteFrom('email_flows')
        .where('expires_at', '<', clock() - codeSeconds * 1000)
        .execute()),
  )
}

/** Whether the owner of the mailbox has just confirmed this browser: a second code needs no second link. */
async function wasLinked({ db, clock }: Services, device: string, emailIndex: string): Promise<boolean> {
  const found = await db
    .selectFrom('email_flows')
    .select('id')
    .where('thumbprint', '=', device)
    .where('email_index', '=', emailIndex)
    .where('linked', '=', 1)
    .where('status', '=', 'code')
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return found !== undefined
}

async function finish(trx: Database, id: string): Promise<boolean> {
  const finished = await trx
    .updateTable('email_flows')
    .set({ status: 'done' })
    .where('id', '=', id)
    .where('status', '=', 'code')
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}
