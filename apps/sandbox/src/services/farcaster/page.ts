import { createHash } from 'node:crypto'
import type { Html } from '@portico/service/http'
import { html, raw } from 'hono/html'
import type { Caster } from './people.js'

const style = `:root{color-scheme:light dark;--ground:#f4f5f5;--card:#fff;--ink:#14211f;--quiet:#5b6967;--line:#d5dcdb;--accent:#6a3fc0}
@media (prefers-color-scheme:dark){:root{--ground:#101716;--card:#1a2322;--ink:#eef4f3;--quiet:#9fb0ad;--line:#34413f;--accent:#b79bf0}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:360px;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 4px;font-size:20px}p{margin:0 0 16px;color:var(--quiet);overflow-wrap:anywhere}form{display:grid;gap:8px}
button{font:inherit;color:inherit;text-align:start;padding:10px 14px;min-height:44px;border:1px solid var(--line);border-radius:10px;background:none;cursor:pointer}
button:hover{border-color:var(--accent)}button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}button small{display:block;color:var(--quiet)}`

/** Headers of the phone's pages. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const

/** What the phone shows: who asks, and a button for each account. */
export function askPage({ domain, people }: { domain: string; people: readonly Caster[] }): Promise<string> {
  const buttons = people.map(
    ({ fid, displayName, username }) => html`<button name="fid" value="${fid}">${displayName}<small>@${username}</small></button>`,
  )
  const body = html`<h1>Sign in to ${domain}</h1><p>The sandbox plays your phone. Whose is it?</p><form method="post">${buttons}</form>`
  return page('Sign in', body)
}

export function textPage(title: string, text: string): Promise<string> {
  return page(title, html`<h1>${title}</h1><p>${text}</p>`)
}

async function page(title: string, body: Html): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${body}</main></body>
</html>
`,
  )
}
