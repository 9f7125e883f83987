// Mutation scores of the parts that docs/promises.md asks for, one group after the other: `node scripts/mutation.mjs [group …]`.
// A score is noted like every figure of a promise, where PORTICO_PROMISES names a folder.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordPromise } from './lib/promises.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'apps/secure-site/src/page'

/** What is mutated, by the promise that asks for it, and the least score in per cent. */
const groups = {
  channel: { id: 'S3', least: 90, files: ['protocol', 'client', 'frame'].map((folder) => `packages/embedded/src/${folder}/**/*.ts`) },
  guard: { id: 'S10', least: 85, files: [`${page}/guard/**/*.ts`] },
  decoder: { id: 'S9', least: 90, files: [`${page}/requests/**/*.ts`] },
  ways: { id: 'S46', least: 85, files: [`${page}/keys/**/*.ts`, 'packages/vault-wire/src/**/*.ts'] },
  codes: { id: 'S26', least: 85, files: ['apps/secure-site/src/server/email/**/*.ts'] },
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = asked.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const scores = Object.entries(groups)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .map(([name, { id, least, files }]) => {
    const report = `.ci/out/mutation/${name}.json`
    const started = performance.now()
    const mutated = [
      ...files,
      ...files.map((pattern) => `!${pattern.replace(/\*\.ts$/, '*.test.ts')}`),
      ...files.map((pattern) => `!${pattern.replace(/\*\.ts$/, '*.test.helper.ts')}`),
    ]
    const options = [
      'run',
      'scripts/mutation/stryker.config.mjs',
      '--mutate',
      mutated.join(','),
      '--concurrency',
      process.env.PORTICO_MUTATION_WORKERS ?? '2',
    ]
    const { status } = spawnSync('node_modules/.bin/stryker', options, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORTICO_MUTATION_REPORT: report },
    })
    if (status !== 0 || !existsSync(new URL(`../${report}`, import.meta.url))) return { name, least, score: 0 }
    const score = scoreOf(JSON.parse(readFileSync(new URL(`../${report}`, import.meta.url), 'utf8')))
    recordPromise({
      id,
      name: `mutation score of ${name}`,
      runs: score.mutants,
      milliseconds: performance.now() - started,
      more: { score: score.percent },
    })
    return { name, least, score: score.percent, mutants: score.mutants, survived: score.survived }
  })

console.table(scores)
process.exitCode = scores.every(({ score, least }) => score >= least) ? 0 : 1

/** Killed or timed out, of all that could be noticed: those no test reaches count as survivors. */
function scoreOf(/** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */ { files }) {
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const count = (/** @type {string[]} */ ...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const detected = count('Killed', 'Timeout')
  const survived = count('Survived', 'NoCoverage')
  return { mutants: detected + survived, survived, percent: Math.round((1000 * detected) / Math.max(1, detected + survived)) / 10 }
}
