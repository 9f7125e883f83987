import { createHash } from 'node:crypto'
import { type Person, people } from './people.js'

const names: Readonly<Record<string, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

const style = `:root{color-scheme:light dark;--ground:#f4f5f5;--card:#fff;--ink:#14211f;--quiet:#5b6967;--line:#d5dcdb;--accent:#006a6c}
@media (prefers-color-scheme:dark){:root{--ground:#101716;--card:#1a2322;--ink:#eef4f3;--quiet:#9fb0ad;--line:#34413f;--accent:#5cc9c6}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:360px;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 4px;font-size:20px}p{margin:0 0 16px;color:var(--quiet)}form{display:grid;gap:8px}
button{font:inherit;color:inherit;text-align:start;padding:10px 14px;min-height:44px;border:1px solid var(--line);border-radius:10px;background:none;cursor:pointer}
button:hover{border-color:var(--accent)}button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button small{display:block;color:var(--quiet)}button.cancel{text-align:center;color:var(--quiet)}`

/** Headers of the page. No form-action: it would also forbid the way back to the site that asked. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
} as const

/** A choice of people and 'Cancel'. Each button sends `person` or `cancel` to the page's own address. */
export function loginPage(provider: string): string {
  const name = names[provider] ?? provider
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name} in the sandbox</title><style>${style}</style></head>
<body><main>
<h1>Log in with ${name}</h1>
<p>The sandbox stands in for ${name}. Who are you?</p>
<form method="post">
${people.map(personButton).join('\n')}
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>
</main></body>
</html>
`
}

function personButton({ id, name, email }: Person): string {
  return `<button name="person" value="${id}">${name}<small>${email ?? 'No e-mail address'}</small></button>`
}
