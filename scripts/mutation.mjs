// Mutation scores of the parts that docs/promises.md asks for, one group after the other: `node scripts/mutation.mjs [group …]`.
// Hours for all of them, so each score is kept in docs/mutation-scores.json as soon as its group has run to the end. A score is noted
// like every figure of a promise, too, where PORTICO_PROMISES names a folder.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beginTest, recordPromise } from './lib/promises.mjs'

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
    tests: [`${page}/keys/*.test.ts`, 'packages/vault-wire/src/**/*.test.ts', `${server}/wallet/{services,shares,wallet,ways}.test.ts`],
  },
  code: { id: 'S26', least: 85, files: [`${server}/email/**/*.ts`], tests: [`${server}/email/*.test.ts`] },
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = asked.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

/** The scores that are kept: of each group the last run that came to its end. */
const kept = new URL('../docs/mutation-scores.json', import.meta.url)

const scores = Object.entries(groups)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .map(([name, group]) => {
    const measured = measure(name, group)
    if (measured) keep(name, group.least, measured)
    return { name, least: group.least, ...measured, score: measured?.score ?? 0 }
  })

console.table(scores)
process.exitCode = scores.every(({ score, least }) => score >= least) ? 0 : 1

/** Runs a group to its end. Nothing where it did not come to it. */
function measure(
  /** @type {string} */ name,
  /** @type {{ id: string, files: string[], tests: string[] }} */ { id, files, tests: include },
) {
  const report = `.ci/out/mutation/${name}.json`
  rmSync(new URL(`../${report}`, import.meta.url), { force: true })
  const started = performance.now()
  beginTest(started)
  const tests = files
    .filter((file) => file.endsWith('*.ts'))
    .flatMap((file) => ['test', 'test.helper'].map((kind) => `!${file.replace(/\*\.ts$/, `*.${kind}.ts`)}`))
  const workers = process.env.PORTICO_MUTATION_WORKERS ?? '2'
  const options = ['run', 'scripts/mutation/stryker.config.mjs', '--mutate', [...files, ...tests].join(','), '--concurrency', workers]
  const { status } = spawnSync('node_modules/.bin/stryker', options, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORTICO_MUTATION_REPORT: report, PORTICO_MUTATION_TESTS: include.join(' ') },
  })
  if (status !== 0 || !existsSync(new URL(`../${report}`, import.meta.url))) return undefined
  const { percent: score, ...counts } = scoreOf(JSON.parse(readFileSync(new URL(`../${report}`, import.meta.url), 'utf8')))
  const milliseconds = performance.now() - started
  recordPromise({ id, name: `mutation score of ${name}`, runs: counts.mutants, accepted: counts.survived, more: { score } })
  return { score, ...counts, minutes: Math.ceil(milliseconds / 60_000) }
}

function keep(/** @type {string} */ name, /** @type {number} */ least, /** @type {Record<string, number>} */ measured) {
  const known = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const all = { ...known, [name]: { ...measured, least, day: new Date().toISOString().slice(0, 10), commit } }
  const lines = Object.entries(all).map(([group, row]) => `  ${JSON.stringify(group)}: ${JSON.stringify(row)}`)
  writeFileSync(kept, `{\n${lines.sort().join(',\n')}\n}\n`)
}

/** Killed or timed out, of all that could be noticed: those no test reaches count as survivors. */
function scoreOf(/** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */ { files }) {
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const count = (/** @type {string[]} */ ...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const detected = count('Killed', 'Timeout')
  const survived = count('Survived', 'NoCoverage')
  return { mutants: detected + survived, survived, percent: Math.round((1000 * detected) / Math.max(1, detected + survived)) / 10 }
}
