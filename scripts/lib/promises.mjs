// Figures of the security promises: each test that measures one adds a line, and scripts/security-report.mjs makes one table of them.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Promised
 * @property {string} id of docs/promises.md, such as 'S3'
 * @property {string} name what was tried
 * @property {number} runs
 * @property {number} accepted attacks that got through
 * @property {number} [crashes] where they were counted
 * @property {number} [pending] promises that never settled, where they were counted
 * @property {number} [since] `performance.now()` of when it began, for a figure of several tests
 * @property {Record<string, number | string>} [more] other figures, such as a mutation score
 */

/** The name of what each test that names a promise notes by itself: it is one run, accepted where it fails. */
export const testsOf = 'tests that show it'

/** Before any test stops the clock: what is noted is real time. */
const now = performance.now.bind(performance)
const began = Symbol.for('portico: when the test began')
/** @type {Record<symbol, number | undefined>} */
const here = Object.assign(globalThis)

/** Says that a test begins: its figures tell the time from here on. @param {number} [at] milliseconds of `performance.now` */
export function beginTest(at = now()) {
  here[began] = at
}

/**
 * Notes a figure, where PORTICO_PROMISES names a folder; elsewhere nothing happens. The time is that of the test, by a clock that no
 * test moves.
 * @param {Promised} promised
 * @throws {TypeError} for a figure that nothing was counted for: it would be a row that says more than is known
 */
export function recordPromise({ id, name, runs, accepted, crashes, pending, more, since = here[began] }) {
  const milliseconds = since === undefined ? Number.NaN : now() - since
  if (!(runs > 0) || !Number.isFinite(accepted) || !(milliseconds > 0)) {
    throw new TypeError(`${id}, ${name}: not every column was filled (runs ${runs}, accepted ${accepted}, ${milliseconds} ms).`)
  }
  const folder = process.env.PORTICO_PROMISES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const counted = { ...(crashes !== undefined && { crashes }), ...(pending !== undefined && { pending }) }
  const row = { id, name, runs, accepted, ...counted, milliseconds, ...(more && { more }) }
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(row)}\n`)
}

/**
 * Counts what becomes of attacks: every column of a figure.
 * @param {object} [options]
 * @param {(error: unknown) => boolean} [options.isRefusal] what an attacker may be told by throwing; none unless told. Else it is a crash
 * @param {number} [options.patience] milliseconds after which an attack counts as never settled
 */
export function tallyAttacks({ isRefusal = () => false, patience = 30_000 } = {}) {
  const tally = { runs: 0, accepted: 0, crashes: 0, pending: 0 }
  /** @param {Promise<boolean>} attack whether it got through */
  const attempt = async (attack) => {
    tally.runs += 1
    const late = Symbol('late')
    let timer
    try {
      const outcome = await Promise.race([attack, new Promise((resolve) => (timer = setTimeout(resolve, patience, late)))])
      if (outcome === late) tally.pending += 1
      else if (outcome) tally.accepted += 1
    } catch (error) {
      if (!isRefusal(error)) tally.crashes += 1
    } finally {
      clearTimeout(timer)
    }
  }
  return { tally, attempt }
}
