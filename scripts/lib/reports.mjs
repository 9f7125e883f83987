// Counts of the test reports. What did not run did not pass.
import { existsSync, readFileSync } from 'node:fs'

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

/** vitest's JSON report. A file that fails before its tests is one failure; a skipped test is a failure. @returns {Counts} */
export function countVitest(
  /** @type {any} */ { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults = [] },
) {
  const broken = testResults.filter((/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const skipped = numPendingTests + numTodoTests
  return { passed: numPassedTests, failed: numFailedTests + broken + skipped, ...(skipped && { note: `${skipped} skipped` }) }
}

/**
 * Playwright's JSON report. Skipped tests are failures, and so is an error outside of the tests. A test that needed its second
 * try (CI has one) has passed, and is named in the summary: it is to be mended. @returns {Counts}
 */
export function countPlaywright(/** @type {any} */ { stats, errors = [], suites = [] }) {
  const { expected, unexpected, flaky = 0, skipped = 0 } = stats
  const outside = unexpected === 0 && errors.length > 0 ? 1 : 0
  const notes = [
    ...(skipped ? [`${skipped} did not run`] : []),
    ...(flaky ? [`${flaky} only on the second try: ${flakyTitles(suites).join('; ')}`] : []),
  ]
  return { passed: expected + flaky, failed: unexpected + skipped + outside, ...(notes.length > 0 && { note: notes.join(', ') }) }
}

/** @returns {string[]} */
function flakyTitles(/** @type {any[]} */ suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter((/** @type {any} */ { tests }) => tests.some((/** @type {any} */ { status }) => status === 'flaky'))
      .map((/** @type {any} */ { file, title }) => `${file}, "${title}"`),
    ...flakyTitles(inner),
  ])
}
