import { html, raw } from 'hono/html'
import { mailDirection } from '../mail/letter.js'

/** Headers of every document of the secure origin. */
export const documentHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  // Hosts under COEP may embed it (S8). Measured: without these it is blocked without a word.
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Content-Security-Policy of a page without scripts: styles by nonce, and forms to the own origin. */
export function plainPolicy(nonce: string): string {
  return `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
}

/** A piece of HTML whose texts are escaped. */
export type Html = ReturnType<typeof html>

export interface PlainPage {
  readonly locale: string
  readonly title: string
  readonly body: Html
}

/** A page of the server's own: no script, nothing from elsewhere. Its styles carry the nonce. */
export function plainPage({ locale, title, body, nonce }: PlainPage & { nonce: string }): Html {
  return html`<!doctype html>
<html lang="${locale}" dir="${mailDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(styles)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

const styles = `
:root { color-scheme: light dark; --text: #141414; --soft: #5b5b5b; --back: #f4f4f4; --card: #fff; --line: #d8d8d8; --main: #0a5cd6; --on-main: #fff }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f2; --soft: #b0b0b0; --back: #111; --card: #1c1c1c; --line: #3a3a3a; --main: #7fb0ff; --on-main: #0b1a33 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: min(100% - 32px, 400px); margin: 16px; padding: 24px; border: 1px solid var(--line); border-radius: 24px; background: var(--card) }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3 }
p { margin: 0 0 16px; color: var(--soft) }
dl { margin: 0 0 16px; display: grid; grid-template-columns: auto 1fr; gap: 8px 16px }
dt { color: var(--soft) }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
.match { font-size: 32px; line-height: 1.1; font-variant-numeric: tabular-nums; letter-spacing: 4px }
form { display: grid; gap: 8px }
button { min-height: 48px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: transparent; background: var(--main); color: var(--on-main) }
button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`
