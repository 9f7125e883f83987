import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SignClient } from '@walletconnect/sign-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startRedis } from '../../../apps/relay/src/test/backends.js'
import { startEnds, type Storage } from './relays.js'
import { type Outcome, runMeeting } from './runMeeting.js'
import { type Official, type OfficialVersion, officialPhone, officialSite, ourPhone, ourSite } from './sides.js'
import { steps } from './steps.js'

// Forty steps of every official version with Portico's client, both ways round, on a relay with a file and on two over Redis. Here it is
// the last version alone; `node tests/interop/versions.mjs` does it with all of them, and with official ones at both ends.

const folder = process.env['PORTICO_INTEROP_VERSIONS']
const into = process.env['PORTICO_INTEROP_RESULTS']
const require = createRequire(folder ? `${folder}/package.json` : import.meta.url)
const load = (version: string): Official => {
  const found: { readonly default?: Official; readonly SignClient?: Official } = require(version)
  const official = found.SignClient ?? found.default
  if (!official) throw new Error(`${version} has no client.`)
  return official
}
const names = folder ? Object.keys(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).dependencies) : []
const versions: readonly (readonly [string, OfficialVersion])[] = folder
  ? names.map((name) => [name.slice(1), { client: load(name), hurries: false }])
  : [['2.21.8', { client: SignClient, hurries: true }]]
const updates = Number(process.env['PORTICO_INTEROP_UPDATES'] ?? (folder ? 100 : 20))
/** Meetings at a time: they wait far more than they work. */
const atOnce = Number(process.env['PORTICO_INTEROP_AT_ONCE'] ?? 4)

const redis = await startRedis()
if (!redis) process.stderr.write('NOT RUN: two relays over Redis. Install redis-server.\n')
const storages: readonly Storage[] = redis ? ['SQLite', 'Redis'] : ['SQLite']

const rows = versions.flatMap(([version, official]) =>
  storages.flatMap((storage) => [
    { version, storage, way: 'ours to official', site: ourSite, phone: officialPhone(official) },
    { version, storage, way: 'official to ours', site: officialSite(official), phone: ourPhone },
    ...(folder ? [{ version, storage, way: 'official to official', site: officialSite(official), phone: officialPhone(official) }] : []),
  ]),
)

/** By row, what became of the steps. */
const outcomes = rows.map(() => {
  let resolve: (found: readonly Outcome[]) => void = () => {}
  return {
    promise: new Promise<readonly Outcome[]>((settle) => (resolve = settle)),
    resolve: (found: readonly Outcome[]) => resolve(found),
  }
})

beforeAll(() => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true' // several official clients in one process
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no internet'))) // they would report to hosts of their vendor
  const waiting = rows.map((row, at) => ({ ...row, at }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { storage, site, phone, at } = next
      const ends = await startEnds(storage, redis)
      const found = await runMeeting(site, phone, ends, updates).catch((error: unknown) => steps.map(() => ({ failed: String(error) })))
      outcomes[at]?.resolve(found)
      tell(next, found)
      await ends.stop()
    }
  }
  for (let count = 0; count < atOnce; count++) void work()
})
afterAll(async () => {
  await Promise.all(outcomes.map(({ promise }) => promise))
  await redis?.stop()
  vi.unstubAllGlobals()
})

/** Adds a meeting to the results: a run that is cut short has those that were over. */
function tell({ version, storage, way }: Pick<(typeof rows)[number], 'version' | 'storage' | 'way'>, found: readonly Outcome[]) {
  if (!into) return
  const before: readonly object[] = existsSync(into) ? JSON.parse(readFileSync(into, 'utf8')) : []
  writeFileSync(into, JSON.stringify([...before, { version, storage, way, outcomes: found }]))
}

test('there are forty steps', () => expect(steps).toHaveLength(40))

describe.each(rows.map((row, at) => ({ ...row, at })))('$version on $storage, $way', ({ at, way, version, storage }) => {
  test(`R12: does all that two official ones do with each other`, { timeout: 3_600_000 }, async () => {
    const found = (await outcomes[at]?.promise) ?? []
    const among = rows.findIndex((row) => row.version === version && row.storage === storage && row.way === 'official to official')
    const theirs = way === 'official to official' ? found : await outcomes[among]?.promise
    // What the official ones fail at among themselves is theirs, and told in the table.
    const isOurs = (step: number): boolean => theirs === undefined || theirs[step] === 'ok'
    const failed = found.flatMap((outcome, step) =>
      typeof outcome === 'object' && isOurs(step) ? [`${steps[step]?.name}: ${outcome.failed}`] : [],
    )
    expect(failed).toEqual([])
  })
})
