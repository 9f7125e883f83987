// The frame of every page. It works without a script: menus are `details`, search without one is the list of all pages.
import { kinds } from './navigation.mjs'
import { repository } from './places.mjs'

/** What a page may do: its own files, and nothing else. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"

export const escape = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** From one page to a path of the site, so that the site can lie in any folder. */
export function relative(/** @type {string} */ from, /** @type {string} */ to) {
  const up = from.split('/').length - 2
  return (up > 0 ? '../'.repeat(up) : './') + to.replace(/^\//, '')
}

const mark = (size = 20) =>
  `<svg class="mark" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 22V11a9 9 0 0 1 4.8-7.96V22Z"/><path opacity=".42" d="M9.6 22V2.33a9 9 0 0 1 4.8 0V22Z"/><path d="M16.2 22V3.04A9 9 0 0 1 21 11v11Z"/></svg>`

/**
 * @typedef {import('./navigation.mjs').Page} Page
 * @param {object} page
 * @param {string} page.url
 * @param {string} page.title
 * @param {string} page.body
 * @param {string} [page.description]
 * @param {string} [page.source] path in the repository
 * @param {boolean} [page.home]
 * @param {boolean} [page.playground]
 * @param {readonly Page[]} pages all of the site
 */
export function layout(page, pages) {
  const to = (/** @type {string} */ path) => relative(page.url, path)
  const current = pages.find(({ url }) => url === page.url)
  const kind = current?.kind
  const menu = kinds
    .map(({ id, title }) => {
      const first = pages.find((one) => one.kind === id)
      return first ? `<a href="${to(first.url)}"${id === kind ? ' aria-current="true"' : ''}>${title}</a>` : ''
    })
    .join('')
  const sections = headings(page.body)
  const at = current ? pages.indexOf(current) : -1
  const [before, after] = at < 0 ? [] : [pages[at - 1], pages[at + 1]]
  return `<!doctype html>
<html lang="en" class="portico">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(page.home ? 'Portico: a wallet-connection modal for web3 sites' : `${page.title} · Portico`)}</title>
<meta name="description" content="${escape(page.description ?? '')}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to('/assets/mark.svg')}" type="image/svg+xml">
<link rel="preload" href="${to('/assets/inter.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${to('/assets/site.css')}">
${page.playground ? `<link rel="stylesheet" href="${to('/assets/portico.css')}">` : ''}
<script src="${to('/assets/theme.js')}"></script>
<script type="module" src="${to('/assets/site.js')}"></script>
${page.playground ? `<script type="module" src="${to('/assets/playground.js')}"></script>` : ''}
</head>
<body${page.home ? ' class="is-home"' : ''}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<div class="top__in">
<a class="brand" href="${to('/')}">${mark()}<span>Portico</span></a>
<nav class="kinds" aria-label="Kinds of pages">${menu}</nav>
<form class="search" role="search" action="${to('/all/')}">
<label class="quiet" for="search">Search</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="found">
<button class="search__all" type="submit">All pages</button>
<ul id="found" class="found" hidden></ul>
<p id="found-count" class="quiet" role="status"></p>
</form>
<button id="theme" class="theme" type="button" aria-pressed="false" aria-label="Dark theme"><svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z"/></svg></button>
</div>
</header>
<div class="frame">
${page.home ? '' : sidebar(kind, page.url, pages)}
<main id="content" tabindex="-1">
<article>
${page.body}
</article>
${page.home ? '' : foot(page, before, after)}
</main>
${page.home || sections.length < 2 ? '' : contents(sections)}
</div>
<footer class="bottom"><p>${mark(16)} Portico, under the MIT licence. <a href="${to('/all/')}">All pages</a> <a href="${to('/llms.txt')}">llms.txt</a> <a href="${repository}">Source</a></p></footer>
</body>
</html>
`
}

function sidebar(/** @type {string | undefined} */ kind, /** @type {string} */ url, /** @type {readonly Page[]} */ pages) {
  const own = pages.filter((page) => page.kind === kind)
  if (own.length === 0) return ''
  const list = listOf(own, url)
  const title = kinds.find(({ id }) => id === kind)?.title ?? ''
  return `<nav class="side" aria-label="${title}"><details class="side__phone"><summary>${title}</summary>${list}</details><div class="side__wide">${list}</div></nav>`
}

/** Pages by group, as lists. */
export function listOf(/** @type {readonly Page[]} */ pages, /** @type {string} */ url) {
  return [...new Set(pages.map(({ group }) => group))]
    .map((group) => {
      const rows = pages
        .filter((page) => page.group === group)
        .map(
          (page) =>
            `<li><a href="${relative(url, page.url)}"${page.url === url ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`,
        )
      return `<p class="side__group">${escape(group)}</p><ul>${rows.join('')}</ul>`
    })
    .join('')
}

function contents(/** @type {{ id: string, text: string }[]} */ sections) {
  const rows = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  return `<nav class="toc" aria-label="On this page"><p class="side__group">On this page</p><ul>${rows.join('')}</ul></nav>`
}

/** @returns {{ id: string, text: string }[]} the second level of a page */
function headings(/** @type {string} */ body) {
  return [...body.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/g)].map(([, id = '', text = '']) => ({
    id,
    text: text.replace(/<a class="anchor".*?<\/a>/g, '').replace(/<\/?(?!\/?code)[^>]+>/g, ''),
  }))
}

/** @param {{ url: string, source?: string | undefined }} page @param {Page} [before] @param {Page} [after] */
function foot({ url, source }, before, after) {
  const link = (/** @type {Page | undefined} */ page, /** @type {string} */ word) =>
    page ? `<a href="${relative(url, page.url)}"><span>${word}</span>${escape(page.title)}</a>` : '<span></span>'
  const edit = source ? `<p class="edit"><a href="${repository}/blob/main/${source}">Change this page</a></p>` : ''
  return `${edit}<nav class="turn" aria-label="Neighbouring pages">${link(before, 'Before')}${link(after, 'Next')}</nav>`
}
