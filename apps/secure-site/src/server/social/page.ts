import type { SocialProvider } from '@portico/core/embedded'
import { acceptedLocale, fill, mailDirection } from '@portico/service/mail'
import { createHash } from 'node:crypto'
import type { Html } from '@portico/service/http'
import { html, raw } from 'hono/html'
import { type Texts, textsOf } from '../texts/index.js'
import { socialReceived } from './api.js'
import type { SocialFlow } from './tables.js'

type SocialTexts = Texts['social']

export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

const style = `:root{color-scheme:light dark;--ground:#f4f5f5;--card:#fff;--ink:#14211f;--quiet:#5b6967;--line:#d5dcdb;--accent:#006a6c;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#101716;--card:#1a2322;--ink:#eef4f3;--quiet:#9fb0ad;--line:#34413f;--accent:#5cc9c6;--on:#062020}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:360px;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:16px;text-align:center}
h1{margin:0 0 8px;font-size:20px}p{margin:0 0 16px}.quiet{color:var(--quiet);font-size:14px;margin:16px 0 0}
.origin{font-weight:600;overflow-wrap:anywhere}.match{font:600 40px/1 ui-monospace,monospace;letter-spacing:8px;text-indent:8px}
button,a.button{display:block;width:100%;min-height:48px;padding:12px 16px;border:0;border-radius:12px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:disabled{opacity:.5;cursor:default}button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}[data-waiting] main{visibility:hidden}`

/**
 * Reports to the page that opened the window, and to nobody else: the origin is the registered one, letter by letter. Where no
 * page takes it (the link between the windows was cut, or it is another site's), what the document says is shown. A window that
 * has nothing more to say closes itself, where the browser lets it. The button works once the window has been in front for
 * 700 ms, so that the second half of a double click somewhere else does not press it.
 */
const script = `(() => {
  const { origin, result, close } = document.body.dataset
  const opener = window.opener
  const button = document.querySelector('button')
  let arming
  const disarm = () => {
    clearTimeout(arming)
    if (button) button.disabled = true
  }
  const arm = () => {
    disarm()
    if (button && document.hasFocus()) arming = setTimeout(() => (button.disabled = false), 700)
  }
  addEventListener('focus', arm)
  addEventListener('blur', disarm)
  arm()
  if (close !== undefined) window.close()
  if (!opener || !origin || !result) return
  document.body.dataset.waiting = ''
  const shown = setTimeout(() => {
    delete document.body.dataset.waiting
    arm()
  }, 1500)
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.source !== opener || event.data?.type !== '${socialReceived}') return
    clearTimeout(shown)
    window.close()
  })
  opener.postMessage({ type: 'portico_social', resultUri: result }, origin)
})()`

/** Headers of these windows. They are never framed, load nothing, and keep the way to their opener. */
export const windowHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${sha256(script)}'`,
    `style-src '${sha256(style)}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** What a window shows, in words for {@link renderWindow}. */
export type WindowContent =
  | {
      readonly kind: 'confirm'
      readonly flow: SocialFlow
      readonly name: string | undefined
      readonly result: string
      readonly resultUri: string
    }
  | { readonly kind: 'done'; readonly flow: SocialFlow }
  | { readonly kind: 'cancelled' | 'failed'; readonly flow: SocialFlow; readonly resultUri: string }
  /** The flow is not known, not this browser's, or over. `backTo`: the page of the site that it began on, where it is known. */
  | { readonly kind: 'over'; readonly backTo?: string }

export function renderWindow(content: WindowContent, acceptLanguage: string | undefined): Html {
  const locale = acceptedLocale(acceptLanguage)
  const { title, body } = partsOf(content, textsOf(locale).social)
  return html`<!doctype html>
<html lang="${locale}" dir="${mailDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body${orders(content)}>
<main>
<h1>${title}</h1>
${body}
</main>
<script>${raw(script)}</script>
</body>
</html>
`
}

/** What the script is to do. */
function orders(content: WindowContent): Html {
  if (content.kind === 'done') return html` data-close`
  if (content.kind === 'over') return html``
  return html` data-origin="${content.flow.origin}" data-result="${content.resultUri}"`
}

function partsOf(content: WindowContent, texts: SocialTexts): { title: string; body: Html } {
  switch (content.kind) {
    case 'confirm': {
      const { flow, name, result } = content
      return { title: texts.confirmTitle, body: confirmBody({ flow, name, result, texts }) }
    }
    case 'done':
      return {
        title: texts.doneTitle,
        body: html`${origin(content.flow)}${paragraph(texts.doneText)}${back(placeOf(content.flow), texts)}`,
      }
    case 'cancelled':
      return {
        title: texts.cancelledTitle,
        body: html`${paragraph(fill(texts.cancelledText, { provider: providerNames[content.flow.provider] }))}${back(placeOf(content.flow), texts)}`,
      }
    case 'failed':
      return {
        title: texts.failedTitle,
        body: html`${paragraph(fill(texts.failedText, { provider: providerNames[content.flow.provider] }))}${back(placeOf(content.flow), texts)}`,
      }
    case 'over':
      return { title: texts.overTitle, body: html`${paragraph(texts.overText)}${back(content.backTo, texts)}` }
  }
}

interface ConfirmParameters {
  flow: SocialFlow
  name: string | undefined
  result: string
  texts: SocialTexts
}

function confirmBody({ flow, name, result, texts }: ConfirmParameters): Html {
  const provider = providerNames[flow.provider]
  return html`${origin(flow)}
${paragraph(name ? fill(texts.confirmNamed, { provider, name }) : fill(texts.confirmText, { provider }))}
${paragraph(texts.matchText)}
<p class="match">${flow.match}</p>
<form method="post" action="/social/confirm/${flow.id}">
<input type="hidden" name="result" value="${result}">
<button>${texts.confirm}</button>
</form>
<p class="quiet">${texts.confirmWarning}</p>`
}

function origin(flow: SocialFlow): Html {
  return html`<p class="origin">${flow.origin}</p>\n`
}

/** Where somebody goes whose own tab this is. */
function placeOf(flow: SocialFlow): string {
  return flow.return_to ?? `${flow.origin}/`
}

function back(url: string | undefined, texts: SocialTexts): Html {
  return url === undefined ? html`` : html`\n<a class="button" href="${url}">${texts.back}</a>`
}

function paragraph(text: string): Html {
  return html`<p>${text}</p>`
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
