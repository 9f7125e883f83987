// Code in pages is that of files which are compiled or built elsewhere: a fence with `file=<path of the repository>` shows that file.
// `node scripts/snippets.mjs --update` writes it into the pages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from './places.mjs'

const fence = /^(```\w+ file=(\S+)[^\n]*)\n([\s\S]*?)^```$/gm

/** @returns {string[]} what is shown and stands otherwise in its file */
export function checkSnippets({ update = false } = {}) {
  /** @type {string[]} */
  const stale = []
  for (const name of readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))) {
    const page = `${root}/docs/${name}`
    const text = readFileSync(page, 'utf8')
    const next = text.replace(fence, (_, /** @type {string} */ head, /** @type {string} */ file, /** @type {string} */ shown) => {
      const code = existsSync(`${root}/${file}`) ? `${readFileSync(`${root}/${file}`, 'utf8').trimEnd()}\n` : undefined
      if (code !== shown) stale.push(`docs/${name}: ${file}${code === undefined ? ' (no such file)' : ''}`)
      return `${head}\n${code ?? shown}\`\`\``
    })
    if (update && next !== text) writeFileSync(page, next)
  }
  return stale
}

if (process.argv.includes('--update')) {
  const stale = checkSnippets({ update: true })
  for (const line of stale) console.log(line)
}
