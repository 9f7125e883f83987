// vitest's JSON report, and in it what failed where nobody waited for it: such an error ends the run with 1, and vitest's own report
// says nothing of it. It stands as a failed file without tests.
import { JsonReporter } from 'vitest/node'

export default class extends JsonReporter {
  /** @type {readonly any[]} */
  #unhandled = []

  /** @override */
  onTestRunEnd(/** @type {any} */ modules, /** @type {readonly any[]} */ unhandled = []) {
    this.#unhandled = unhandled
    return super.onTestRunEnd(modules)
  }

  /** @override */
  async writeReport(/** @type {string} */ text) {
    const report = JSON.parse(text)
    await super.writeReport(JSON.stringify({ ...report, testResults: [...report.testResults, ...this.#unhandled.map(entryOf)] }))
  }
}

/** The file is the one that ran then: it need not be the one that began what failed. */
export function entryOf(/** @type {any} */ error) {
  const causes = [error]
  while (causes.length < 5 && causes.at(-1)?.cause) causes.push(causes.at(-1).cause)
  const message = causes.map(({ name = 'Error', message = '' }) => `${name.replace('Caused by: ', '')}: ${message}`).join(', by ')
  return { name: error.VITEST_TEST_PATH ?? 'no file', status: 'failed', startTime: 0, endTime: 0, assertionResults: [], unhandled: message }
}
