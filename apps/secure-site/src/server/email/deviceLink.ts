import { type PlainPage, documentHeaders, plainPage, plainPolicy } from '@portico/service/http'
import { type MailLocale, acceptedLocale, mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { html } from 'hono/html'
import type { AppContext, Routes } from '../context.js'
import { textsOf } from '../texts/index.js'
import { codeDigest, codeSeconds, createCode } from './codes.js'
import { codeLetter, siteName } from './letters.js'
import { noteMail } from './limits.js'

/**
 * `/device/{link}`: the page that a mailed link opens, at the top level. Opening it changes nothing, for mail scanners open links
 * too; a press does (S30). It says which site and browser ask, and two digits to compare.
 */
export const deviceLinkRoutes: Routes = (app, services) => {
  const { db, clock, users, mail, audit, secrets, signals } = services

  const find = (link: string) =>
    db
      .selectFrom('email_flows')
      .select(['id', 'origin', 'browser', 'match', 'locale'])
      .where('link', '=', digest(link))
      .where('status', '=', 'device')
      .where('expires_at', '>', clock())
      .executeTakeFirst()

  app.get('/device/:link', async (context) => {
    const flow = await find(context.req.param('link'))
    if (!flow) return show(context, over(acceptedLocale(context.req.header('accept-language'))), 404)
    return show(context, question(flow))
  })

  app.post('/device/:link', async (context) => {
    const locale = acceptedLocale(context.req.header('accept-language'))
    const from = context.req.header('sec-fetch-site')
    if (from !== undefined && from !== 'same-origin') return show(context, over(locale), 403)
    const { answer } = await context.req.parseBody()
    const flow = await find(context.req.param('link'))
    if (!flow || (answer !== 'yes' && answer !== 'no')) return show(context, over(locale), 404)
    const confirmed = answer === 'yes'
    const code = createCode()
    const done = await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('email_flows')
        .set(
          confirmed
            ? {
                status: 'code',
                linked: 1,
                link: null,
                tries: 0,
                code: codeDigest(services, flow.id, code),
                expires_at: clock() + codeSeconds * 1000,
              }
            : { status: 'closed', link: null },
        )
        .where('id', '=', flow.id)
        .where('status', '=', 'device')
        .where('link', '=', digest(context.req.param('link')))
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!changed) return false
      const email = secrets.open('flow', changed.email, changed.id)
      if (confirmed) {
        await users.rememberDevice(trx, changed.thumbprint, email)
        await mail.queue(trx, {
          to: email,
          letter: codeLetter(mailLocale(changed.locale), { code, origin: changed.origin, browser: changed.browser }),
          expiresIn: codeSeconds,
        })
      }
      await audit.write(confirmed ? 'device.confirmed' : 'device.declined', { device: changed.thumbprint, origin: changed.origin }, trx)
      return { emailIndex: changed.email_index, device: changed.thumbprint }
    })
    if (done === false) return show(context, over(mailLocale(flow.locale)), 404)
    signals.notify(`email:${flow.id}`)
    if (confirmed) {
      await noteMail(services, done.emailIndex, done.device).catch(() => undefined) // it is confirmed and mailed: a mail sooner than usual is the least harm
      void mail.flush()
    }
    return show(context, outcome(mailLocale(flow.locale), confirmed))
  })
}

async function show(context: AppContext, page: PlainPage, status: 200 | 403 | 404 = 200): Promise<Response> {
  const nonce = randomToken(16)
  return context.html(plainPage({ ...page, nonce }), status, {
    ...documentHeaders,
    'content-security-policy': plainPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
}

function question({
  origin,
  browser,
  match,
  locale: tag,
}: {
  origin: string
  browser: string
  match: string | null
  locale: string
}): PlainPage {
  const locale = mailLocale(tag)
  const words = textsOf(locale).device.question
  return {
    locale,
    title: words.title,
    body: html`<dl>
<dt>${words.site}</dt><dd>${siteName(origin)}</dd>
<dt>${words.browser}</dt><dd>${browser}</dd>
<dt>${words.match}</dt><dd class="match">${match}</dd>
</dl>
<p>${words.hint}</p>
<form method="post">
<button name="answer" value="no">${words.no}</button>
<button name="answer" value="yes" class="main">${words.yes}</button>
</form>`,
  }
}

function outcome(locale: MailLocale, confirmed: boolean): PlainPage {
  const { confirmed: yes, declined: no } = textsOf(locale).device
  return said(locale, confirmed ? yes : no)
}

const over = (locale: MailLocale): PlainPage => said(locale, textsOf(locale).device.over)

function said(locale: MailLocale, { title, text }: { title: string; text: string }): PlainPage {
  return { locale, title, body: html`<p>${text}</p>` }
}
