// What the search knows: each section of each page.
import { dirname, relative } from 'node:path'
import { builtPages } from './links.mjs'
import { out } from './places.mjs'

/** Of a section, so many letters: enough to find it by, and the index stays small. */
const textLimit = 600

export function searchEntries() {
  return [...builtPages()]
    .flatMap(([file, html]) => {
      const url = `/${relative(out, dirname(file))}/`.replace('//', '/')
      if (url === '/all/' || url === '/') return []
      const [, body = ''] = /<article>([\s\S]*?)<\/article>/.exec(html) ?? []
      const parts = body.split(/(?=<h[123] id=")/).filter((part) => /^<h[123] id/.test(part))
      const page = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? '')
      return parts.flatMap((part) => {
        const [, level = '', id = '', title = '', rest = ''] =
          /^<h([123]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h[123]>([\s\S]*)$/.exec(part) ?? []
        const section = { title: plain(title), page, url: level === '1' ? url : `${url}#${id}`, text: plain(rest).slice(0, textLimit) }
        // An option is looked for by its name, and its table is longer than what is known of a section.
        return url === '/reference/options/' ? [section, ...optionsIn(rest, page, url)] : [section]
      })
    })
    .map((entry, id) => ({ id, ...entry }))
}

/** The rows of a table of options. */
const optionsIn = (/** @type {string} */ html, /** @type {string} */ page, /** @type {string} */ url) =>
  html.split('<tr>').flatMap((row) => {
    const [, id, title = ''] = /<span id="(o-[^"]+)">([\s\S]*?)<\/span>/.exec(row) ?? []
    return id ? [{ title: plain(title).replace('?', ''), page, url: `${url}#${id}`, text: plain(row.slice(row.indexOf('</td>'))) }] : []
  })

const entities = /** @type {Record<string, string>} */ ({
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
  '&#x3C;': '<',
  '&#x26;': '&',
})

function plain(/** @type {string} */ html) {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp|#x3C|#x26);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
