import type { Html } from '@portico/service/http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { isLoopbackOrigin, loopbackOnly } from '../../control/loopback.js'
import { pageStyle } from '../../page/style.js'
import type { Catcher, CaughtMail } from './catcher.js'

/** Mails are shown as text, and their HTML in a frame that runs nothing and loads nothing. */
const policy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const waitQuery = z.object({
  to: z.string().min(3),
  /** Mails up to this id are not meant. */
  after: z.coerce.number().int().min(0).default(0),
  /** Seconds. */
  timeout: z.coerce.number().min(0).max(60).default(10),
})

/** The inbox of everybody: a page, and the same as JSON for tests. */
export function inboxApp(catcher: () => Catcher | undefined) {
  const app = new Hono()
  app.use(loopbackOnly)
  app.use(cors({ origin: (origin) => (isLoopbackOrigin(origin) ? origin : null) }))
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    context.header('cache-control', 'no-store')
    if (!context.res.headers.has('content-security-policy')) context.header('content-security-policy', policy)
  })
  app.get('/healthz', (context) => context.json({ status: 'ok', mails: catcher()?.list().length ?? 0 }))
  app.get('/', (context) => {
    const to = context.req.query('to')
    return context.html(page(catcher()?.list(to ? { to } : {}) ?? [], to))
  })
  app.get('/page.css', (context) => context.body(`${pageStyle}${style}`, { headers: { 'content-type': 'text/css; charset=utf-8' } }))
  app.get('/mails', (context) => {
    const to = context.req.query('to')
    return context.json(catcher()?.list(to ? { to } : {}) ?? [])
  })
  app.get('/mails/next', async (context) => {
    const asked = waitQuery.safeParse(context.req.query())
    if (!asked.success) return context.json({ error: { code: 'invalid', message: 'Say to whom: ?to=somebody@example.com' } }, 400)
    const { to, after, timeout } = asked.data
    const isTo = (mail: CaughtMail) => mail.to.some((address) => address.toLowerCase() === to.toLowerCase())
    const mail = await catcher()
      ?.next(isTo, { after, timeoutMs: timeout * 1000 })
      .catch(() => undefined)
    return mail ? context.json(mail) : context.json({ error: { code: 'none', message: `No mail to ${to} came.` } }, 404)
  })
  app.get('/mails/:id{[0-9]+}/html', (context) => {
    const mail = catcher()
      ?.list()
      .find(({ id }) => id === Number(context.req.param('id')))
    if (!mail) return context.notFound()
    return context.html(mail.html, 200, {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; frame-ancestors 'self'",
    })
  })
  app.post('/clear', (context) => {
    catcher()?.clear()
    return context.redirect('/', 303)
  })
  return app
}

function page(mails: readonly CaughtMail[], to: string | undefined): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="4">
<title>Inbox (${mails.length})</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header><div class="top">
<div><h1>Inbox</h1><p>${to ? html`Mails to ${to}. <a href="/">All mails</a>` : 'Every mail that the sandbox was asked to send. None leaves this machine.'}</p></div>
<form method="post" action="/clear"><button class="button" type="submit">Empty</button></form>
</div></header>
<main>${mails.length === 0 ? html`<p class="none">No mail yet. Log in with an e-mail address in the demo: the code arrives here.</p>` : mails.map(row)}</main>
</body>
</html>
`
}

function row({ id, to, subject, text, code, receivedAt, html: letter }: CaughtMail, index: number): Html {
  const time = new Date(receivedAt).toISOString().slice(11, 19)
  return html`<details class="mail"${index === 0 ? raw(' open') : ''}>
<summary><span class="subject">${subject}</span>${code && html`<code class="code">${code}</code>`}<span class="to">${to.join(', ')}</span><time>${time} UTC</time></summary>
${letter && html`<iframe title="The mail as it looks" sandbox="allow-popups" src="/mails/${id}/html"></iframe>`}
<pre>${linked(text)}</pre>
</details>\n`
}

/** Links can be pressed: that is what the mails are for. The pattern's group makes every second piece a link. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?])/)
    .map((piece, index) => (index % 2 === 0 ? piece : html`<a href="${piece}" target="_blank" rel="noreferrer">${piece}</a>`))

const style = `
.none { color: var(--ink-2); padding: 32px 0; }
.mail { border-top: 1px solid var(--line); }
.mail:last-child { border-bottom: 1px solid var(--line); }
summary { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 16px; align-items: baseline; padding: 12px 8px; cursor: pointer; list-style: none; border-radius: 12px; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--well); }
.subject { font-weight: 600; }
.code { font-size: 15px; font-weight: 600; letter-spacing: 0.08em; }
.to, time { color: var(--ink-2); font-size: 13px; }
time { grid-column: 2; }
.mail iframe { width: 100%; height: 440px; border: 1px solid var(--line); border-radius: 16px; background: #fff; }
.mail pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px 8px; font: 400 13px/20px var(--mono); color: var(--ink-2); }
`
