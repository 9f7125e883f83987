// The list of promises in docs/promises.md, and the tests whose titles name them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeFiles } from './imports.mjs'
import { at, workspacePackages } from './workspace.mjs'

const notYet = 'not yet'
const row = /^- \*\*([SR]\d+)\*\* (.*) \(([^()]*)\)$/

const named = '((?:[SR]\\d{1,2}(?:, )?)+)'

/** The ids that a title names. @returns {string[]} */
export function idsOfTitle(/** @type {string} */ title) {
  const [, found = ''] = new RegExp(`^${named}: `).exec(title) ?? new RegExp(`\\(${named}\\)$`).exec(title) ?? []
  return found.split(', ').filter(Boolean)
}

/** The ids that a test's titles name, at their beginning (`S14, R2: …`) or at their end (`… (R12)`), or that it notes a figure for. @returns {string[]} */
export function idsInTitles(/** @type {string} */ source) {
  const places = [`['"\`]${named}: `, `\\(${named}\\)['"\`]`, `\\bid: ['"]${named}['"]`]
  return places.flatMap((place) => [...source.matchAll(new RegExp(place, 'g'))].flatMap(([, found = '']) => found.split(', ')))
}

/** Where each id is shown: the last folder of a package, `e2e`, `scripts` or `tests`. @returns {Map<string, string[]>} */
export function shownIn() {
  const folders = [...workspacePackages().map(({ folder }) => folder), 'scripts', 'tests']
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const folder of folders) {
    const tests = codeFiles(at(folder)).filter((file) => /\.(test|spec)\.[a-z]+$/.test(file))
    for (const id of tests.flatMap((file) => idsInTitles(readFileSync(file, 'utf8'))))
      found.set(id, (found.get(id) ?? new Set()).add(folder.replace(/^.*\//, '')))
  }
  return new Map([...found].map(([id, places]) => [id, [...places].sort()]))
}

/** The list with the packages anew. @param {string} text @param {Map<string, string[]>} shown */
export function withShown(text, shown) {
  const written = text.split('\n').map((line) => {
    const [, id = '', promise] = row.exec(line) ?? []
    return id ? `- **${id}** ${promise} (${shown.get(id)?.join(', ') ?? notYet})` : line
  })
  return written.join('\n')
}

/** What is wrong with the list: an id that is not listed, or is listed twice, or packages that are not true. @returns {string[]} */
export function listProblems(/** @type {string} */ text, /** @type {Map<string, string[]>} */ shown) {
  const rows = text.split('\n').flatMap((line) => {
    const [, id, , places] = row.exec(line) ?? []
    return id ? [{ id, places }] : []
  })
  const listed = rows.map(({ id }) => id)
  const missing = [...shown.keys()].filter((id) => !listed.includes(id)).map((id) => `${id} stands in a test's title and is not listed`)
  const doubles = listed.filter((id, index) => listed.indexOf(id) !== index).map((id) => `${id} is listed twice`)
  const untrue = rows.flatMap(({ id, places }) => {
    const now = shown.get(id)?.join(', ') ?? notYet
    return places === now ? [] : [`${id} is listed as shown in "${places}", and is shown in "${now}"`]
  })
  return [...missing, ...doubles, ...untrue]
}

/** The file that holds the list. */
export const promisesFile = join(at('docs'), 'promises.md')

/** @returns {string} */
export const readPromises = () => (existsSync(promisesFile) ? readFileSync(promisesFile, 'utf8') : '')

/** The file that says of each promise whether it is counted, shown or neither. */
export const securityFile = at('SECURITY.md')

/** @returns {Set<string>} the promises that a full run has a figure of */
export function counted() {
  const file = join(at('docs'), 'security-figures.json')
  /** @type {{ id: string }[]} */
  const rows = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return new Set(rows.map(({ id }) => id))
}

/**
 * The two lists of SECURITY.md, written anew: promises that nothing shows yet, and those that tests show without counting anything.
 * Every other one has a row in docs/security-figures.json.
 * @param {string} security @param {string} promises @param {ReadonlySet<string>} figures
 */
export function withCoverage(security, promises, figures) {
  const rows = promises.split('\n').flatMap((line) => {
    const [, id, , places] = row.exec(line) ?? []
    return id ? [{ id, places }] : []
  })
  const missing = rows.filter(({ places }) => places === notYet).map(({ id }) => id)
  const uncounted = rows.filter(({ id, places }) => places !== notYet && !figures.has(id)).map(({ id }) => id)
  return security
    .replace(/^- \*\*Not yet\*\*: .*$/m, `- **Not yet**: ${missing.join(', ') || 'none'}.`)
    .replace(/^- \*\*Shown, without a figure\*\*: .*$/m, `- **Shown, without a figure**: ${uncounted.join(', ') || 'none'}.`)
}
