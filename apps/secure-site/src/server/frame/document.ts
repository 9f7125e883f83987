import { directionOf, localeOf } from '@portico/core/kit'
import type { Html } from '@portico/service/http'
import { html, raw } from 'hono/html'
import type { PageSettings } from '../../page/types.js'
import { rootElementId, settingsElementId } from '../api.js'
import type { BuiltPage } from './page.js'

export interface DocumentParameters {
  page: BuiltPage
  /** Which script: the frame's or the window's. */
  entry: 'frame' | 'window'
  settings: PageSettings
  /** Of this answer alone (CSP 3). */
  nonce: string
  title: string
}

/**
 * The document of the page. Every script that it can load is named with its hash: the first ones by `integrity`, those that are
 * imported later by the import map (S44).
 */
export function renderDocument({ page, entry, settings, nonce, title }: DocumentParameters): Html {
  const { file, imports } = page.entries[entry]
  const path = (name: string): string => `/assets/${name}`
  const attributes = (name: string): Html =>
    html`integrity="${page.files.get(name)?.integrity ?? ''}" crossorigin="anonymous" nonce="${nonce}"`
  const scripts = [...page.files].filter(([, { type }]) => type.startsWith('text/javascript'))
  const integrity = Object.fromEntries(scripts.map(([name, each]) => [path(name), each.integrity]))
  const preloads = imports.map((name) => html`<link rel="modulepreload" href="${path(name)}" ${attributes(name)}>\n`)
  return html`<!doctype html>
<html lang="${settings.locale}" dir="${directionOf(localeOf(settings.locale))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<script type="importmap" nonce="${nonce}">${json({ integrity })}</script>
${preloads}<script type="application/json" id="${settingsElementId}">${json(settings)}</script>
<script type="module" src="${path(file)}" ${attributes(file)}></script>
</head>
<body>
<div id="${rootElementId}"></div>
</body>
</html>
`
}

/** JSON that no parser of HTML can end early. */
function json(value: unknown): Html {
  return raw(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
