import { readdirSync } from 'node:fs'
import { matchesGlob } from 'node:path'

const root = new URL('../../', import.meta.url)

/** Tests with processes or browsers of their own. */
const left = ['**/*.browser.test.tsx', '**/*.chromium.test.ts', '**/chain.test.ts']

/** Files below the root that one of the patterns names. @returns {string[]} */
export function filesOf(/** @type {string[]} */ patterns) {
  if (patterns.some((pattern) => !pattern.includes('/'))) throw new Error(`No patterns of files: ${patterns.join(' ')}`)
  const folders = new Set(patterns.map((pattern) => pattern.replace(/\/[^/]*[*{].*$/, '').replace(/\/[^/]+\.ts$/, '')))
  const all = [...folders].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const isOneOf = (/** @type {string} */ file, /** @type {string[]} */ globs) => globs.some((glob) => matchesGlob(file, glob))
  return [...new Set(all)].filter((file) => isOneOf(file, patterns) && !isOneOf(file, left)).toSorted()
}
