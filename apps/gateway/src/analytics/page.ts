import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Counts, ErrorCount } from './counts.js'

const spans = [1, 7, 30, 90] as const

/** `GET /errors?days=7`: what came how often, for the operator alone. As HTML, or as JSON for who asks for that. */
export function errorPage(counts: Pick<Counts, 'list'>): Hono {
  const app = new Hono()
  app.get('/errors', async (context) => {
    const asked = Number(context.req.query('days') ?? 7)
    const days = Number.isInteger(asked) && asked > 0 && asked <= 730 ? asked : 7
    const rows = await counts.list(days)
    context.header('cache-control', 'no-store')
    if (context.req.header('accept')?.includes('application/json')) return context.json({ days, data: rows })
    const nonce = randomBytes(16).toString('base64')
    context.header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`)
    context.header('x-content-type-options', 'nosniff')
    return context.html(page(rows, days, nonce))
  })
  return app
}

const nameOf = (days: number) => (days === 1 ? 'today' : `${days} days`)

const page = (rows: readonly ErrorCount[], days: number, nonce: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors: ${nameOf(days)}</title>
<style nonce="${nonce}">${raw(styles)}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<nav aria-label="Days">${spans.map((span) => html`<a href="?days=${span}"${span === days ? raw(' aria-current="page"') : ''}>${nameOf(span)}</a>`)}</nav>
${rows.length === 0 ? html`<p>None has come.</p>` : table(rows)}
</main>
</body>
</html>
`

const table = (rows: readonly ErrorCount[]) => html`<div class="wide" tabindex="0" role="region" aria-label="Errors"><table>
<thead><tr><th scope="col" class="number">Count</th><th scope="col">Error</th><th scope="col">Version</th><th scope="col">Site</th><th scope="col">Last</th></tr></thead>
<tbody>${rows.map(
  ({ count, event, type, message, stack, sdk, version, domain, project, lastAt }) => html`<tr>
<td class="number">${count}</td>
<td><strong>${type}</strong> <small>${event}</small><br>${message}${stack && html`<details><summary>Where</summary><pre>${stack}</pre></details>`}</td>
<td>${sdk} ${version}</td>
<td>${domain}<br><small>${project}</small></td>
<td><time datetime="${new Date(lastAt).toISOString()}">${new Date(lastAt).toISOString().slice(0, 16).replace('T', ' ')}</time></td>
</tr>`,
)}</tbody>
</table></div>`

const styles = `
:root { color-scheme: light dark; --text: #141414; --soft: #5b5b5b; --back: #f4f4f4; --card: #fff; --line: #d8d8d8; --main: #0a5cd6 }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f2; --soft: #b0b0b0; --back: #111; --card: #1c1c1c; --line: #3a3a3a; --main: #7fb0ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { width: min(100% - 32px, 1100px); margin: 32px auto }
h1 { margin: 0 0 16px; font-size: 24px }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px }
a { min-height: 32px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none }
a[aria-current] { border-color: var(--main); color: var(--main); font-weight: 600 }
a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
table { width: 100%; border-collapse: collapse }
th, td { padding: 12px 16px; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: anywhere }
tr:last-child td { border-bottom: 0 }
th { color: var(--soft); font-weight: 600 }
td:nth-child(2) { min-width: 260px }
td:nth-child(4) { min-width: 140px }
time, .number { white-space: nowrap }
.number { text-align: end; font-variant-numeric: tabular-nums }
small, pre, p { color: var(--soft) }
pre { margin: 8px 0 0; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace }
summary { cursor: pointer; color: var(--soft) }
`
