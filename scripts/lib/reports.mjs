// Counts of the test reports. What did not run did not pass.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, note?: string }} Counts */

/** Reads a report; a missing or broken one counts as one failure. @returns {Counts} */
export function countReport(/** @type {string} */ file, /** @type {(report: any) => Counts} */ count, /** @type {number} */ exitCode) {
  let counts
  try {
    if (!existsSync(file)) return { passed: 0, failed: 1, note: 'no report' }
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { passed: 0, failed: 1, note: `unreadable report: ${error instanceof Error ? error.message : String(error)}` }
  }
  if (exitCode !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, note: `every test passed, but the runner ended with ${exitCode}` }
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, note: 'no tests' }
  return counts
}

/** vitest's JSON report. A file that fails before its tests is one failure; a skipped test is a failure, and is named. @returns {Counts} */
export function countVitest(
  /** @type {any} */ { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults = [] },
) {
  const broken = testResults.filter((/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const skipped = numPendingTests + numTodoTests
  const titles = testResults.flatMap((/** @type {any} */ { assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ { status }) => ['pending', 'skipped', 'todo'].includes(status))
      .map((/** @type {any} */ { fullName }) => fullName),
  )
  const unheard = testResults.flatMap((/** @type {any} */ { name, unhandled }) =>
    unhandled === undefined ? [] : [`nobody caught "${unhandled}" while ${name.split('/').at(-1)} ran`],
  )
  const notes = [
    ...(skipped ? [`${skipped} skipped`, ...titles.slice(0, 5).map((/** @type {string} */ title) => `"${title}"`)] : []),
    ...unheard.slice(0, 5),
  ]
  return { passed: numPassedTests, failed: numFailedTests + broken + skipped, ...(notes.length > 0 && { note: notes.join(', ') }) }
}

/**
 * Playwright's JSON report. Skipped tests are failures, and so is an error outside of the tests. A test that needed its second
 * try (CI has one) has passed, and is named in the summary: it is to be mended. So is what a test annotates as a `note`. @returns {Counts}
 */
export function countPlaywright(/** @type {any} */ report) {
  const { expected, unexpected, flaky = 0, skipped = 0 } = report.stats
  const outside = unexpected === 0 && (report.errors ?? []).length > 0 ? 1 : 0
  const titles = secondTries(report).map(({ file, title }) => `${file}, "${title}"`)
  const notes = [
    ...(skipped ? [`${skipped} did not run`] : []),
    ...(flaky ? [`${flaky} only on the second try: ${titles.join('; ')}`] : []),
    ...specsOf(report).flatMap(({ tests }) => tests.flatMap(notesOf)),
  ]
  return { passed: expected + flaky, failed: unexpected + skipped + outside, ...(notes.length > 0 && { note: notes.join(', ') }) }
}

/** What passed on the second try only. @returns {{ file: string, line: number, title: string }[]} */
export function secondTries(/** @type {any} */ report) {
  return specsOf(report).filter(({ tests }) => tests.some((/** @type {any} */ { status }) => status === 'flaky'))
}

/**
 * The files of vitest's report in which a test failed, with the titles of these. Where none did, it was what comes before or after
 * them: then those that it kept from running are meant. @returns {{ file: string, titles: string[] }[]}
 */
export function failedFiles(/** @type {any} */ { testResults = [] }) {
  return testResults
    .filter((/** @type {any} */ { status }) => status === 'failed')
    .map((/** @type {any} */ { name, assertionResults }) => {
      const titlesOf = (/** @type {(status: string) => boolean} */ isMeant) =>
        assertionResults.filter((/** @type {any} */ { status }) => isMeant(status)).map((/** @type {any} */ { fullName }) => fullName)
      const failed = titlesOf((status) => status === 'failed')
      return { file: name, titles: failed.length > 0 ? failed : titlesOf((status) => status !== 'passed') }
    })
}

/** What the counts are after what had failed, or needed a second try, was run once more with nothing beside it. @returns {Counts} */
export function recount(/** @type {Counts} */ counts, /** @type {any} */ report, /** @type {boolean} */ isWell) {
  const { passed, failed, note } = counts
  const failures = failedFiles(report)
  if (failures.length === 0) return isWell ? counts : { passed, failed: failed + 1, note: `${note}, and one of them again` }
  const named = failures.map(({ file, titles }) => `${file.split('/').at(-1)}, "${titles.join('", "')}"`).join('; ')
  if (!isWell) return { passed, failed, note: `failed with nothing beside, too: ${named}` }
  const saved = failures.reduce((sum, { titles }) => sum + Math.max(titles.length, 1), 0)
  const notes = [...(note ? [note] : []), `${saved} only with nothing beside, three times: ${named}`]
  return { passed: passed + saved, failed: failed - saved, note: notes.join(', ') }
}

/** What failed, also at its first try alone, with the first words of why: a log that is cut short still has it. @returns {string[]} */
export function failuresOf(/** @type {any} */ { testResults = [], ...report }) {
  const ofVitest = testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => {
    const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed')
    const file = name.split('/').at(-1)
    if (failed.length === 0) return message ? [`${file}: ${shortly(message)}`] : []
    return failed.map((/** @type {any} */ { fullName, failureMessages = [] }) => `${file}, "${fullName}": ${shortly(failureMessages[0])}`)
  })
  const ofPlaywright = specsOf(report).flatMap(({ file, title, tests }) => {
    const [error] = tests.flatMap((/** @type {any} */ { results = [] }) => results.flatMap((/** @type {any} */ { errors = [] }) => errors))
    return error ? [`${file}, "${title}": ${shortly(error.message)}`] : []
  })
  return [...ofVitest, ...ofPlaywright]
}

/** In one line, without colours. */
function shortly(text = 'no message') {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, 400)
}

/** How long the tests of each file took. @returns {{ file: string, seconds: number }[]} */
export function filesOfVitest(/** @type {any} */ { testResults = [] }) {
  return testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }))
}

/** The same of Playwright's report. @returns {{ file: string, seconds: number }[]} */
export function filesOfPlaywright(/** @type {any} */ report) {
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const { file, tests } of specsOf(report)) {
    const ms = tests.flatMap((/** @type {any} */ { results }) => results.map((/** @type {any} */ { duration }) => duration))
    files.set(
      file,
      ms.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one / 1000, files.get(file) ?? 0),
    )
  }
  return [...files].map(([file, seconds]) => ({ file, seconds }))
}

/** @returns {string[]} */
function notesOf(/** @type {any} */ { annotations = [] }) {
  return annotations.filter((/** @type {any} */ { type }) => type === 'note').map((/** @type {any} */ { description }) => description)
}

/** @returns {any[]} */
function specsOf(/** @type {any} */ { suites = [] }) {
  return suites.flatMap((/** @type {any} */ suite) => [...(suite.specs ?? []), ...specsOf(suite)])
}
