// Every link of the site leads somewhere, and no page asks another host for anything.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { out, repository, root } from './places.mjs'

/** Pages of the built site, by path. @returns {Map<string, string>} */
export function builtPages() {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return new Map(files.map((file) => [join(out, file), readFileSync(join(out, file), 'utf8')]))
}

/** @returns {{ pages: number, links: number, problems: string[] }} */
export function checkLinks() {
  const pages = builtPages()
  const ids = new Map([...pages].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]))
  /** @type {string[]} */
  const problems = []
  let links = 0
  for (const [file, html] of pages) {
    const short = file.slice(out.length)
    for (const [, tag = '', href = ''] of html.matchAll(/<(a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"/g)) {
      links += 1
      const [path = '', hash] = href.replaceAll('&amp;', '&').split('#')
      if (path.startsWith(`${repository}/blob/main/`)) {
        const target = path.slice(`${repository}/blob/main/`.length)
        if (!existsSync(join(root, decodeURIComponent(target)))) problems.push(`${short}: ${href} is not in the repository`)
      } else if (/^(https?:|mailto:)/.test(path)) {
        if (tag !== 'a') problems.push(`${short}: ${href} is another host's`)
      } else {
        const found = path === '' ? file : asFile(resolve(dirname(file), path))
        if (!found) problems.push(`${short}: ${href} leads nowhere`)
        else if (hash && ids.has(found) && !ids.get(found)?.has(decodeURIComponent(hash)))
          problems.push(`${short}: ${href} is no place of that page`)
      }
    }
  }
  return { pages: pages.size, links, problems }
}

function asFile(/** @type {string} */ path) {
  const page = join(path, 'index.html')
  if (existsSync(page)) return page
  return existsSync(path) ? path : undefined
}
