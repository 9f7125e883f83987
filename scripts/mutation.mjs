// Mutation scores of the parts that docs/promises.md asks for, one group after the other.
//
//   node scripts/mutation.mjs [group …] [--only part-of-a-file's-name] [--minutes 9] [--anew]
//
// An hour or two for all of them, so a group is run some files at a time. What has become of a file is kept in scripts/mutation/ended.json
// until that file changes: a run that was ended goes on where it was. `--anew` runs all again, as is due after tests were changed.
// `--minutes`: no files are begun after so many. Each score is kept in docs/mutation-scores.json once every file of its group has run to the
// end, and noted like every figure of a promise where PORTICO_PROMISES names a folder.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { beginTest, recordPromise } from './lib/promises.mjs'
import { filesOf } from './mutation/files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'apps/secure-site/src/page'

const server = 'apps/secure-site/src/server'

/** What is mutated, by the promise that asks for it, the tests that have to notice, and the least score in per cent. */
const groups = {
  channel: {
    id: 'S3',
    least: 90,
    files: ['protocol', 'client', 'frame'].map((folder) => `packages/embedded/src/${folder}/**/*.ts`),
    tests: ['packages/embedded/src/**/*.test.ts'],
  },
  guard: { id: 'S10', least: 85, files: [`${page}/guard/**/*.ts`], tests: [`${page}/guard/*.test.ts`] },
  decoder: { id: 'S9', least: 90, files: [`${page}/requests/**/*.ts`], tests: [`${page}/requests/**/*.test.ts`] },
  siwe: {
    id: 'S25',
    least: 85,
    files: [`${page}/requests/siwe.ts`, 'packages/siwx/src/**/*.ts'],
    tests: [`${page}/requests/**/*.test.ts`, 'packages/siwx/src/**/*.test.ts'],
  },
  ways: {
    id: 'S46',
    least: 85,
    files: [`${page}/keys/**/*.ts`, 'packages/vault-wire/src/**/*.ts'],
    // Not those of server/wallet, with both real services: they take minutes, for each mutant that lives. What they alone find counts as alive.
    tests: [`${page}/keys/*.test.ts`, 'packages/vault-wire/src/**/*.test.ts'],
  },
  code: { id: 'S26', least: 85, files: [`${server}/email/**/*.ts`], tests: [`${server}/email/*.test.ts`] },
}

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, minutes: { type: 'string' }, anew: { type: 'boolean', default: false } },
})
/** Lines of the files that are run at a time: some minutes on two cores. */
const linesAtOnce = 1000
const until = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
const unknown = asked.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

/** The scores that are kept: of each group the last run that came to its end. */
const kept = new URL('../docs/mutation-scores.json', import.meta.url)

/** @typedef {{ digest: string, mutants: number, survived: number, seconds: number, commit: string }} Ended */
/** And of each file, so that a group may take several days. */
const ended = new URL('mutation/ended.json', import.meta.url)

const scores = Object.entries(groups)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .map(([name, group]) => {
    const measured = measure(name, group)
    if (measured) keep(name, group.least, measured)
    return { name, least: group.least, ...measured, score: measured?.score ?? 0 }
  })

console.table(scores)
process.exitCode = scores.every(({ score, least }) => score >= least) ? 0 : 1

/** Runs what is left of a group. Nothing where it did not come to its end. */
function measure(
  /** @type {string} */ name,
  /** @type {{ id: string, files: string[], tests: string[] }} */ { id, files, tests: include },
) {
  const report = `.ci/out/mutation/${name}.json`
  mkdirSync(new URL('../.ci/out/mutation/', import.meta.url), { recursive: true })
  beginTest(performance.now())
  const mutated = filesOf(files).filter((file) => !/\.test(\.helper)?\.ts$/.test(file))
  const anew = new Set(options.anew ? mutated : [])
  const isEnded = (/** @type {string} */ file) => !anew.has(file) && endedOf(name)[file]?.digest === digestOf([file])
  for (const batch of batchesOf(mutated.filter((each) => !isEnded(each) && each.includes(options.only)))) {
    if (performance.now() > until) break
    const digests = batch.map((file) => digestOf([file]))
    const started = performance.now()
    if (!run(batch, { report, include })) break
    const found = JSON.parse(readFileSync(new URL(`../${report}`, import.meta.url), 'utf8'))
    const rows = batch.map((file) => countsOf(found, file))
    const all = rows.reduce((sum, { mutants }) => sum + mutants, 0)
    const seconds = (performance.now() - started) / 1000
    for (const [index, file] of batch.entries()) {
      const row = rows[index] ?? { mutants: 0, survived: 0 }
      const share = Math.round((seconds * row.mutants) / Math.max(1, all))
      end(name, file, { digest: digests[index] ?? '', ...row, seconds: share, commit: commitNow() })
      anew.delete(file)
    }
  }
  const left = mutated.filter((file) => !isEnded(file))
  if (left.length > 0) {
    console.error(`${name}: ${left.length} of ${mutated.length} files have not run to the end: ${left.join(', ')}.`)
    return undefined
  }
  const rows = mutated.flatMap((file) => endedOf(name)[file] ?? [])
  const sum = (/** @type {'mutants' | 'survived' | 'seconds'} */ key) => rows.reduce((total, row) => total + row[key], 0)
  const [mutants, survived] = [sum('mutants'), sum('survived')]
  const score = Math.round((1000 * (mutants - survived)) / Math.max(1, mutants)) / 10
  recordPromise({ id, name: `mutation score of ${name}`, runs: mutants, accepted: survived, more: { score } })
  return { score, mutants, survived, minutes: Math.ceil(sum('seconds') / 60) }
}

/** @returns {Record<string, Ended>} what of a group has run to its end, by file: of a file that was changed since it counts no more */
function endedOf(/** @type {string} */ name) {
  return readAll(ended)[name] ?? {}
}

function end(/** @type {string} */ name, /** @type {string} */ file, /** @type {Ended} */ row) {
  const all = readAll(ended)
  const sorted = (/** @type {Record<string, unknown>} */ of) => Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(ended, `${JSON.stringify(sorted({ ...all, [name]: sorted({ ...all[name], [file]: row }) }), undefined, 2)}\n`)
}

function readAll(/** @type {URL} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function commitNow() {
  return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}

/** @returns {string[][]} */
function batchesOf(/** @type {string[]} */ files) {
  /** @type {string[][]} */
  const batches = []
  let lines = linesAtOnce
  for (const file of files) {
    const own = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n').length
    if (lines + own > linesAtOnce) {
      batches.push([])
      lines = 0
    }
    batches.at(-1)?.push(file)
    lines += own
  }
  return batches
}

/** @returns {boolean} whether all came to their end */
function run(/** @type {string[]} */ files, /** @type {{ report: string, include: string[] }} */ { report, include }) {
  const workers = process.env.PORTICO_MUTATION_WORKERS ?? '2'
  const args = ['run', 'scripts/mutation/stryker.config.mjs', '--mutate', files.join(','), '--concurrency', workers]
  const { status } = spawnSync('node_modules/.bin/stryker', args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORTICO_MUTATION_REPORT: report, PORTICO_MUTATION_TESTS: include.join(' ') },
  })
  return status === 0
}

function digestOf(/** @type {string[]} */ files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(new URL(`../${file}`, import.meta.url)))
  return hash.digest('hex')
}

function keep(/** @type {string} */ name, /** @type {number} */ least, /** @type {Record<string, number>} */ measured) {
  const all = { ...readAll(kept), [name]: { ...measured, least, day: new Date().toISOString().slice(0, 10), commit: commitNow() } }
  const lines = Object.entries(all).map(([group, row]) => `  ${JSON.stringify(group)}: ${JSON.stringify(row)}`)
  writeFileSync(kept, `{\n${lines.sort().join(',\n')}\n}\n`)
}

/** Killed or timed out, of all that could be noticed: those no test reaches count as survivors. */
function countsOf(/** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */ { files }, /** @type {string} */ file) {
  const mutants = files[file]?.mutants ?? []
  const count = (/** @type {string[]} */ ...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const survived = count('Survived', 'NoCoverage')
  return { mutants: count('Killed', 'Timeout') + survived, survived }
}
