// Figures of the security promises: each test that measures one adds a line, and scripts/security-report.mjs makes one table of them.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Promised
 * @property {string} id of docs/promises.md, such as 'S3'
 * @property {string} name what was tried
 * @property {number} runs
 * @property {number} [accepted] attacks that got through
 * @property {number} [crashes]
 * @property {number} [pending] promises that never settled
 * @property {number} [milliseconds]
 * @property {Record<string, number | string>} [more] other figures, such as a mutation score
 */

/** Notes a figure, where PORTICO_PROMISES names a folder; elsewhere nothing happens. */
export function recordPromise(/** @type {Promised} */ promised) {
  const folder = process.env.PORTICO_PROMISES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(promised)}\n`)
}
