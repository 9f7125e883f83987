import type { Database } from '@portico/service/database'
import { ApiError, readBody } from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import * as z from 'zod/mini'
import { changeDone, changePrimaryDone, changeStartBody, changeStarted, emailDeviceBody, emailOtpBody } from '../api.js'
import type { AppContext, Routes } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { normalEmail } from '../users/users.js'
import { browserName } from './browserName.js'
import { checkCode, codeDigest, codeSeconds, createCode } from './codes.js'
import type { EmailFlows } from './flows.js'
import { changeCodeLetter, changedLetter } from './letters.js'
import { takeMail } from './limits.js'

/** How long the notices about a change are tried, in seconds. */
const noticeSeconds = 3 * 86_400

/**
 * `POST /v1/email/change/start`, `/primary`, `/resend` and `/secondary`: another address for the account that is logged in. A code goes
 * to the old address, then one to the new, in this order; both are told (S33).
 */
export const changeRoutes: Routes = (app, services) => {
  const { config, db, clock, users, mail, audit, secrets } = services

  app.post('/v1/email/change/start', sessionCall(services), async (context) => {
    const body = await readBody(context, changeStartBody)
    const { user, device, site } = sessionOf(context)
    const email = normalEmail(body.email)
    if (email === user.email) throw new ApiError(400, 'invalid', 'This is your e-mail address already.')
    const status = user.email === null ? 'secondary' : 'primary'
    const target = user.email ?? email
    await takeMail(services, { context, site, email: target })
    const flowId = randomToken(16)
    const [id, code, locale] = [digest(flowId), createCode(), mailLocale(body.locale)]
    const flow: EmailFlows = {
      id,
      purpose: 'change',
      status,
      thumbprint: device,
      project_id: site.projectId,
      origin: site.origin,
      locale,
      user_id: user.id,
      email_index: users.emailIndex(email),
      email: secrets.seal('flow', email, id),
      code: codeDigest(services, id, code),
      tries: 0,
      linked: 0,
      link: null,
      match: null,
      browser: browserName(context.req.header('user-agent'), locale),
      expires_at: clock() + codeSeconds * 1000,
    }
    await db.transaction().execute(async (trx) => {
      // Only the newest counts.
      const earlier = trx
        .updateTable('email_flows')
        .set({ status: 'closed' })
        .where('user_id', '=', user.id)
        .where('purpose', '=', 'change')
      await earlier.where('status', 'in', ['primary', 'secondary']).execute()
      await trx.insertInto('email_flows').values(flow).execute()
      await mail.queue(trx, {
        to: target,
        letter: changeCodeLetter(locale, { code, step: status, newEmail: email, origin: flow.origin, browser: flow.browser }),
        expiresIn: codeSeconds,
      })
    })
    void mail.flush()
    const action = status === 'primary' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
    return context.json({ action, ...mailed(flowId) } satisfies z.infer<typeof changeStarted>)
  })

  app.post('/v1/email/change/primary', sessionCall(services), async (context) => {
    const { flowId, otp } = await readBody(context, emailOtpBody)
    const { user, device } = sessionOf(context)
    if (user.email === null) throw over()
    const checked = await checkCode(services, {
      flow: digest(flowId),
      device,
      status: 'primary',
      otp,
      email: user.email,
    })
    await mailCode(context, flowId, owned(checked, user.id), 'secondary')
    await audit.write('email.change.primary', { user: user.id, device })
    return context.json(mailed(flowId) satisfies z.infer<typeof changePrimaryDone>)
  })

  app.post('/v1/email/change/resend', sessionCall(services), async (context) => {
    const { flowId } = await readBody(context, emailDeviceBody)
    const { user, device } = sessionOf(context)
    const flow = await db
      .selectFrom('email_flows')
      .selectAll()
      .where('id', '=', digest(flowId))
      .where('thumbprint', '=', device)
      .where('user_id', '=', user.id)
      .where('expires_at', '>', clock() - codeSeconds * 1000)
      .executeTakeFirst()
    if (!flow || (flow.status !== 'primary' && flow.status !== 'secondary')) throw over()
    await mailCode(context, flowId, flow, flow.status)
    return context.json(mailed(flowId) satisfies z.infer<typeof changePrimaryDone>)
  })

  app.post('/v1/email/change/secondary', sessionCall(services), async (context) => {
    const { flowId, otp } = await readBody(context, emailOtpBody)
    const { user, device } = sessionOf(context)
    const flow = owned(await checkCode(services, { flow: digest(flowId), device, status: 'secondary', otp }), user.id)
    const newEmail = secrets.open('flow', flow.email, flow.id)
    const locale = mailLocale(flow.locale)
    await db.transaction().execute(async (trx) => {
      if (!(await move(trx, flow.id, 'secondary', { status: 'done' }))) throw over()
      await users.changeEmail(trx, { id: user.id, from: user.email, to: newEmail })
      await users.rememberDevice(trx, device, newEmail)
      if (user.email !== null) {
        await mail.queue(trx, {
          to: user.email,
          letter: changedLetter(locale, { to: 'old', newEmail }),
          expiresIn: noticeSeconds,
        })
      }
      await mail.queue(trx, { to: newEmail, letter: changedLetter(locale, { to: 'new', newEmail }), expiresIn: noticeSeconds })
      await audit.write('email.changed', { user: user.id, device }, trx)
    })
    void mail.flush()
    return context.json({ newEmail } satisfies z.infer<typeof changeDone>)
  })

  /** Mails a new code for a step; the flow is at that step from then on. */
  async function mailCode(context: AppContext, flowId: string, flow: EmailFlows, step: 'primary' | 'secondary'): Promise<void> {
    const { user, site } = sessionOf(context)
    const newEmail = secrets.open('flow', flow.email, flow.id)
    const to = step === 'primary' ? user.email : newEmail
    if (to === null) throw over()
    await takeMail(services, { context, site, email: to })
    const code = createCode()
    await db.transaction().execute(async (trx) => {
      const next = { status: step, tries: 0, code: codeDigest(services, flow.id, code), expires_at: clock() + codeSeconds * 1000 }
      const from = flow.status === 'primary' ? 'primary' : 'secondary'
      if (!(await move(trx, flow.id, from, next))) throw over()
      const letter = changeCodeLetter(mailLocale(flow.locale), { code, step, newEmail, origin: flow.origin, browser: flow.browser })
      await mail.queue(trx, { to, letter, expiresIn: codeSeconds })
    })
    void mail.flush()
  }

  function mailed(flowId: string) {
    return { flowId, resendAfter: config.limits.mailGapSeconds, expiresIn: codeSeconds }
  }
}

async function move(trx: Database, id: string, from: 'primary' | 'secondary', to: Partial<EmailFlows>): Promise<boolean> {
  const moved = await trx
    .updateTable('email_flows')
    .set(to)
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

function owned(flow: EmailFlows, userId: string): EmailFlows {
  if (flow.user_id !== userId) throw over()
  return flow
}

function over(): ApiError {
  return new ApiError(404, 'not_found', 'This change is over. Begin again.')
}
