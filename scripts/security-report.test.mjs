import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { recordPromise } from './lib/promises.mjs'
import { tableOf, writeReport } from './security-report.mjs'

afterEach(() => vi.unstubAllEnvs())

test('figures of the same attempt are added up, and promises come in their order', () => {
  const lines = [
    { id: 'R5', name: 'mute', runs: 1, pending: 0 },
    { id: 'S26', name: 'guesses', runs: 200, accepted: 5, milliseconds: 10.4 },
    { id: 'S3', name: 'malformed', runs: 10, crashes: 1 },
    { id: 'S26', name: 'guesses', runs: 200, accepted: 4, milliseconds: 5, more: { database: 'postgres' } },
  ].map((line) => JSON.stringify(line))
  expect(tableOf(lines)).toEqual([
    { id: 'S3', name: 'malformed', runs: 10, accepted: 0, crashes: 1, pending: 0, milliseconds: 0 },
    { id: 'S26', name: 'guesses', runs: 400, accepted: 9, crashes: 0, pending: 0, milliseconds: 15, more: { database: 'postgres' } },
    { id: 'R5', name: 'mute', runs: 1, accepted: 0, crashes: 0, pending: 0, milliseconds: 0 },
  ])
})

test('what tests note is in the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'))
  try {
    vi.stubEnv('PORTICO_PROMISES', folder)
    recordPromise({ id: 'S1', name: 'forged', runs: 10_000 })
    writeReport(folder, join(folder, 'report.json'))
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject([{ id: 'S1', runs: 10_000, accepted: 0 }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a folder nothing is noted', () => {
  vi.stubEnv('PORTICO_PROMISES', '')
  expect(() => recordPromise({ id: 'S1', name: 'forged', runs: 1 })).not.toThrow()
})
