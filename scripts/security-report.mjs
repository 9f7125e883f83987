// Makes one table of the figures that the tests have noted (lib/promises.mjs): by promise and by what was tried.
// `node scripts/security-report.mjs [folder] [file]`; without arguments from the last `pnpm test` into docs/security-figures.json.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testsOf } from './lib/promises.mjs'
import { at } from './lib/workspace.mjs'

/** @typedef {import('./lib/promises.mjs').Promised & { milliseconds: number }} Row */

/**
 * Runs and times of the same attempt are added up, the worst of everything else is kept. Of a promise that attacks were counted on, those
 * stand there; of another one, how many tests show it and how many of them failed.
 * @param {readonly string[]} lines JSON, one figure each
 * @returns {Row[]} in the order of docs/promises.md
 */
export function tableOf(lines) {
  /** @type {Map<string, Row>} */
  const rows = new Map()
  for (const line of lines) {
    /** @type {Row} */
    const { id, name, runs, accepted, crashes, pending, milliseconds, more } = JSON.parse(line)
    const key = `${id} ${name}`
    const known = rows.get(key)
    // A column that a run has not counted is in no row.
    const counted = (/** @type {'crashes' | 'pending'} */ column, /** @type {number | undefined} */ value) => {
      if (value === undefined || (known && known[column] === undefined)) return {}
      return { [column]: value + (known?.[column] ?? 0) }
    }
    rows.set(key, {
      id,
      name,
      runs: runs + (known?.runs ?? 0),
      accepted: accepted + (known?.accepted ?? 0),
      ...counted('crashes', crashes),
      ...counted('pending', pending),
      milliseconds: Math.round(milliseconds + (known?.milliseconds ?? 0)),
      ...((more ?? known?.more) && { more: { ...known?.more, ...more } }),
    })
  }
  const order = (/** @type {string} */ id) => [id.charAt(0) === 'S' ? 0 : 1, Number(id.slice(1)) || 0]
  const counted = new Set([...rows.values()].flatMap(({ id, name }) => (name === testsOf ? [] : [id])))
  const told = [...rows.values()].filter(({ id, name }) => name !== testsOf || !counted.has(id))
  return told.sort((a, b) => {
    const [kindA = 0, numberA = 0] = order(a.id)
    const [kindB = 0, numberB = 0] = order(b.id)
    return kindA - kindB || numberA - numberB || a.name.localeCompare(b.name)
  })
}

/** Reads a folder of notes and writes the table. @returns {Row[]} */
export function writeReport(/** @type {string} */ folder, /** @type {string} */ file) {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  const table = tableOf(lines)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `[\n${table.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)
  return table
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = at('.ci/out/promises'), file = at('docs/security-figures.json')] = process.argv.slice(2)
  const table = writeReport(folder, file)
  console.log(`${table.length} figures of ${new Set(table.map(({ id }) => id)).size} promises in ${file}`)
}
