import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { idsOfTitle } from './lib/promise-list.mjs'
import { recordPromise, tallyAttacks, testsOf } from './lib/promises.mjs'
import { tableOf, writeReport } from './security-report.mjs'

afterEach(() => vi.unstubAllEnvs())

test('figures of the same attempt are added up, promises come in their order, and what a run has not counted is in no row', () => {
  const lines = [
    { id: 'R5', name: 'mute', runs: 1, accepted: 0, pending: 0, milliseconds: 3 },
    { id: 'S26', name: 'guesses', runs: 200, accepted: 5, crashes: 1, milliseconds: 10.4 },
    { id: 'S3', name: 'malformed', runs: 10, accepted: 0, crashes: 1, pending: 0, milliseconds: 2 },
    { id: 'S3', name: 'malformed', runs: 10, accepted: 0, crashes: 1, pending: 2, milliseconds: 2 },
    { id: 'S26', name: 'guesses', runs: 200, accepted: 4, milliseconds: 5, more: { database: 'postgres' } },
  ].map((line) => JSON.stringify(line))
  expect(tableOf(lines)).toEqual([
    { id: 'S3', name: 'malformed', runs: 20, accepted: 0, crashes: 2, pending: 2, milliseconds: 4 },
    { id: 'S26', name: 'guesses', runs: 400, accepted: 9, milliseconds: 15, more: { database: 'postgres' } },
    { id: 'R5', name: 'mute', runs: 1, accepted: 0, pending: 0, milliseconds: 3 },
  ])
})

test('the tests of a promise are its figure where no attack is counted, and no row beside those that are', () => {
  const lines = [
    { id: 'S26', name: testsOf, runs: 1, accepted: 0, milliseconds: 3 },
    { id: 'S26', name: testsOf, runs: 1, accepted: 1, milliseconds: 4 },
    { id: 'S3', name: testsOf, runs: 1, accepted: 0, milliseconds: 5 },
    { id: 'S3', name: 'malformed', runs: 10, accepted: 0, milliseconds: 2 },
  ].map((line) => JSON.stringify(line))
  expect(tableOf(lines)).toEqual([
    { id: 'S3', name: 'malformed', runs: 10, accepted: 0, milliseconds: 2 },
    { id: 'S26', name: 'tests that show it', runs: 2, accepted: 1, milliseconds: 7 },
  ])
})

test.each([
  ['S14, R2: a chain that differs is refused', ['S14', 'R2']],
  ['is turned away from at once (R5)', ['R5']],
  ['an ERC-20 token is sent (and S3 is not meant) at once', []],
])('a title names its promises: %s', (title, ids) => {
  expect(idsOfTitle(title)).toEqual(ids)
})

test('what tests note is in the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'))
  try {
    vi.stubEnv('PORTICO_PROMISES', folder)
    recordPromise({ id: 'S1', name: 'forged', runs: 10_000, accepted: 0 })
    writeReport(folder, join(folder, 'report.json'))
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject([
      { id: 'S1', runs: 10_000, accepted: 0, milliseconds: expect.any(Number) },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the time is real where a test has stopped the clock, and a figure that nothing was counted for is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'))
  vi.useFakeTimers({ now: 0 })
  try {
    vi.stubEnv('PORTICO_PROMISES', folder)
    vi.setSystemTime(-1e12)
    vi.advanceTimersByTime(1e9)
    recordPromise({ id: 'R2', name: 'traces', runs: 1, accepted: 0 })
    writeReport(folder, join(folder, 'report.json'))
    const [row] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(row.milliseconds).toBeGreaterThanOrEqual(0)
    expect(row.milliseconds).toBeLessThan(60_000)
    expect(row).not.toHaveProperty('crashes')
    expect(() => recordPromise({ id: 'S1', name: 'forged', runs: 0, accepted: 0 })).toThrow('not every column was filled')
    expect(() => recordPromise({ id: 'S1', name: 'forged', runs: 1, accepted: Number.NaN })).toThrow(TypeError)
  } finally {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  }
})

test('attacks are told apart: got through, refused, crashed, and never settled', async () => {
  const { tally, attempt } = tallyAttacks({ isRefusal: (error) => error instanceof RangeError, patience: 10 })
  await attempt(Promise.resolve(true))
  await attempt(Promise.resolve(false))
  await attempt(Promise.reject(new RangeError('refused')))
  await attempt(Promise.reject(new TypeError('crashed')))
  await attempt(new Promise(() => {}))
  expect(tally).toEqual({ runs: 5, accepted: 1, crashes: 1, pending: 1 })
})

test('without a folder nothing is noted', () => {
  vi.stubEnv('PORTICO_PROMISES', '')
  expect(() => recordPromise({ id: 'S1', name: 'forged', runs: 1, accepted: 0 })).not.toThrow()
})
