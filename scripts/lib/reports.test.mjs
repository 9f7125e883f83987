import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { entryOf } from './json-reporter.mjs'
import {
  countPlaywright,
  countReport,
  countVitest,
  failedFiles,
  failuresOf,
  filesOfPlaywright,
  filesOfVitest,
  recount,
  secondTries,
} from './reports.mjs'

function reportFile(text) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (text !== undefined) writeFileSync(join(folder, 'report.json'), text)
  return join(folder, 'report.json')
}
const vitestReport = (rest) => ({ numPassedTests: 3, numFailedTests: 0, testResults: [], ...rest })

test('a missing report is one failure', () => {
  expect(countReport(reportFile(), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a report cut short is one failure', () => {
  expect(countReport(reportFile('{"numPassed'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a report without tests is one failure', () => {
  expect(countReport(reportFile(JSON.stringify(vitestReport({ numPassedTests: 0 }))), countVitest, 0)).toMatchObject({
    failed: 1,
  })
})

test('what nobody caught is one failure, named by what it was and the file that ran; and is run again as that file', () => {
  const cause = Object.assign(new Error('other side closed'), { name: 'SocketError' })
  const error = Object.assign(new TypeError('fetch failed', { cause }), { VITEST_TEST_PATH: '/tree/rules.test.ts' })
  const report = vitestReport({ testResults: [entryOf(error)] })
  const note = 'nobody caught "TypeError: fetch failed, by SocketError: other side closed" while rules.test.ts ran'
  const counts = countReport(reportFile(JSON.stringify(report)), countVitest, 1)
  expect(counts).toEqual({ passed: 3, failed: 1, note })
  expect(failedFiles(report)).toEqual([{ file: '/tree/rules.test.ts', titles: [] }])
  expect(recount(counts, report, true)).toMatchObject({ passed: 4, failed: 0 })
  expect(countVitest(vitestReport({ testResults: [entryOf(new Error('gone'))] })).note).toContain('while no file ran')
})

test('a runner that ends badly after passing tests is one failure', () => {
  expect(countReport(reportFile(JSON.stringify(vitestReport())), countVitest, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a test file that breaks before its tests is one failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest(vitestReport({ testResults }))).toEqual({ passed: 3, failed: 1 })
})

test('skipped and planned tests are failures, and are named', () => {
  const testResults = [
    {
      assertionResults: [
        { status: 'passed', fullName: 'runs' },
        { status: 'skipped', fullName: 'the proxy leads' },
      ],
    },
  ]
  expect(countVitest(vitestReport({ numPendingTests: 1, numTodoTests: 1, testResults }))).toEqual({
    passed: 3,
    failed: 2,
    note: '2 skipped, "the proxy leads"',
  })
})

test('skipped end-to-end tests are failures; one that needed a second try is named', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  const spec = { file: 'send.spec.ts', title: 'sends', tests: [{ status: 'flaky' }] }
  const sound = { file: 'sign.spec.ts', title: 'signs', tests: [{ status: 'expected' }] }
  const suites = [{ specs: [sound], suites: [{ specs: [spec] }] }]
  expect(countPlaywright({ stats, suites, errors: [] })).toEqual({
    passed: 6,
    failed: 3,
    note: '2 did not run, 1 only on the second try: send.spec.ts, "sends"',
  })
})

test('a web server that does not start is a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  expect(countPlaywright({ stats, errors: [{ message: 'Timed out waiting for config.webServer' }] })).toMatchObject({ failed: 1 })
})

test('what only passed on its second try can be tried again, by file and line', () => {
  const flaky = { file: 'send.spec.ts', line: 7, title: 'sends', tests: [{ status: 'flaky' }] }
  const sound = { file: 'sign.spec.ts', line: 3, title: 'signs', tests: [{ status: 'expected' }] }
  expect(secondTries({ suites: [{ specs: [sound, flaky] }] }).map(({ file, line }) => `${file}:${line}`)).toEqual(['send.spec.ts:7'])
})

test('what failed says why in one line, and so does what needed a second try', () => {
  const message = '\u001b[31mError: expected 1\u001b[39m\n\n  to be 2'
  const assertionResults = [
    { status: 'passed', fullName: 'runs' },
    { status: 'failed', fullName: 'adds', failureMessages: [message] },
  ]
  const broken = { name: '/work/broken.test.ts', message: 'SyntaxError: no', assertionResults: [] }
  expect(failuresOf({ testResults: [{ name: '/work/sum.test.ts', assertionResults }, broken] })).toEqual([
    'sum.test.ts, "adds": Error: expected 1 to be 2',
    'broken.test.ts: SyntaxError: no',
  ])
  const flaky = { file: 'send.spec.ts', title: 'sends', tests: [{ results: [{ errors: [{ message }] }, { errors: [] }] }] }
  const sound = { file: 'sign.spec.ts', title: 'signs', tests: [{ results: [{ errors: [] }] }] }
  expect(failuresOf({ suites: [{ specs: [sound], suites: [{ specs: [flaky] }] }] })).toEqual([
    'send.spec.ts, "sends": Error: expected 1 to be 2',
  ])
})

test('a unit test that failed beside other work passes when it does with nothing beside it, and is named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds' },
    { status: 'failed', fullName: 'waits' },
  ]
  const report = vitestReport({ testResults: [{ name: '/a/b.test.ts', status: 'failed', assertionResults }] })
  expect(failedFiles(report)).toEqual([{ file: '/a/b.test.ts', titles: ['waits'] }])
  expect(recount({ passed: 3, failed: 1 }, report, true)).toEqual({
    passed: 4,
    failed: 0,
    note: '1 only with nothing beside, three times: b.test.ts, "waits"',
  })
  expect(recount({ passed: 3, failed: 2, note: '1 skipped' }, report, true)).toMatchObject({ passed: 4, failed: 1 })
  expect(recount({ passed: 3, failed: 1 }, report, false)).toMatchObject({ passed: 3, failed: 1 })
})

test('what a failed hook kept from running counts as run once it passes with nothing beside it', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds' },
    { status: 'skipped', fullName: 'on a chain: sends' },
    { status: 'skipped', fullName: 'on a chain: waits' },
  ]
  const report = vitestReport({ numPendingTests: 2, testResults: [{ name: '/a/b.test.ts', status: 'failed', assertionResults }] })
  expect(recount(countVitest(report), report, true)).toMatchObject({ passed: 5, failed: 0 })
  expect(recount(countVitest(report), report, false)).toMatchObject({ passed: 3, failed: 2 })
})

test('an end-to-end test that needs a second try alone, too, has failed', () => {
  expect(recount({ passed: 3, failed: 0, note: 'one' }, { suites: [] }, true)).toEqual({ passed: 3, failed: 0, note: 'one' })
  expect(recount({ passed: 3, failed: 0, note: 'one' }, { suites: [] }, false)).toMatchObject({ passed: 3, failed: 1 })
})

test('a note of a test stands in the summary', () => {
  const stats = { expected: 1, unexpected: 0 }
  const tests = [{ status: 'expected', annotations: [{ type: 'note', description: 'layout compared, not pixels' }] }]
  expect(countPlaywright({ stats, suites: [{ specs: [{ file: 'stories.spec.ts', title: 'one', tests }] }] })).toEqual({
    passed: 1,
    failed: 0,
    note: 'layout compared, not pixels',
  })
})

test('each file has the time of its tests', () => {
  const tests = [{ status: 'flaky', results: [{ duration: 1500 }, { duration: 500 }] }]
  const specs = [1, 2].map((line) => ({ file: 'send.spec.ts', line, title: 'sends', tests }))
  expect(filesOfPlaywright({ suites: [{ specs }] })).toEqual([{ file: 'send.spec.ts', seconds: 4 }])
  expect(filesOfVitest({ testResults: [{ name: '/a/b.test.ts', startTime: 1000, endTime: 3500 }] })).toEqual([
    { file: '/a/b.test.ts', seconds: 2.5 },
  ])
})
