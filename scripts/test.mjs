// `pnpm test`: every check, one after another, with one summary. `pnpm test unit e2e` runs these two alone.
// In CI, where nobody reads along, `e2e` runs beside everything else: each of the two lanes has a core. `visual` goes to the one that is free first.
// A failure does not stop the steps after it. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { countPlaywright, countReport, countVitest } from './lib/reports.mjs'
import { at, environment, pnpm, root } from './lib/workspace.mjs'
import { writeReport } from './security-report.mjs'

/** @typedef {[string, ...string[]]} Command */
/**
 * @typedef {object} Step
 * @property {string} name what to write after `pnpm test`
 * @property {string} title
 * @property {Command[]} commands all of them run, whatever the ones before did
 * @property {{ file: string, count: (report: any) => import('./lib/reports.mjs').Counts }} [report] without one the step counts as one
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [browser] cannot run without one
 * @property {'end to end' | 'suites' | 'either'} [lane] in CI the two lanes run at once, after the steps without one
 */

const inCI = Boolean(process.env.CI)
const outputFolder = at('.ci/out')
const stepLimitMs = 25 * 60_000

const node = process.execPath
/** @returns {Command} */
const script = (/** @type {string[]} */ ...args) => [node, ...args]
const bin = (/** @type {string} */ name) => at('node_modules/.bin', name)
const turbo = ['exec', 'turbo', 'run', '--concurrency=2', '--continue', ...(inCI ? ['--output-logs=errors-only'] : [])]

/** Projects of vitest.config.ts. @returns {Omit<Step, 'title'> & { lane: 'suites' }} */
function vitest(/** @type {string} */ name, /** @type {string[]} */ projects, browser = true) {
  const file = `${outputFolder}/${name}.json`
  const reporters = [`--reporter=${inCI ? 'dot' : 'default'}`, '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    browser,
    lane: 'suites',
    commands: [[bin('vitest'), 'run', ...projects.flatMap((project) => ['--project', project]), ...reporters]],
    report: { file, count: countVitest },
  }
}

/** One config of Playwright. @returns {Omit<Step, 'title' | 'lane'>} */
function playwright(/** @type {string} */ name, /** @type {string} */ config) {
  const file = `${outputFolder}/${name}.json`
  return {
    name,
    browser: true,
    commands: [[bin('playwright'), 'test', '-c', config]],
    report: { file, count: countPlaywright },
    // Specs import the workspace's packages from source, as everything else does.
    env: { PORTICO_E2E_REPORT: file, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=@portico/source`.trim() },
  }
}

/** @type {Step[]} */
const steps = [
  { name: 'chromium', title: 'A browser is there', commands: [script('scripts/ensure-browser.mjs')] },
  {
    name: 'typecheck',
    title: 'Types',
    lane: 'suites',
    commands: [
      [...pnpm(), ...turbo, 'typecheck'],
      [bin('tsc'), '--noEmit', '-p', 'scripts'],
      [bin('tsc'), '--noEmit', '-p', 'tests/tsconfig.types.json'],
      [bin('tsc'), '--noEmit', '-p', 'tests/tsconfig.json'],
    ],
  },
  { name: 'lint', lane: 'suites', title: 'Lint', commands: [[bin('oxlint'), '--type-aware', '--deny-warnings']] },
  { name: 'policy', lane: 'suites', title: 'Install policy (S42, S43)', commands: [script('scripts/policy.mjs')] },
  { name: 'licences', lane: 'suites', title: 'Licences of the lockfile', commands: [script('scripts/licences.mjs')] },
  { name: 'packaging', lane: 'suites', title: 'Packages: build, publint, attw', commands: [script('scripts/packaging.mjs')] },
  { name: 'consumer', lane: 'suites', title: 'A consumer of the packed packages', commands: [script('tests/consumer/run.mjs')] },
  { name: 'size', lane: 'suites', title: 'Size budgets', commands: [script('scripts/size.mjs')] },
  { title: 'Unit and type tests', ...vitest('unit', ['unit', 'unit-registry', 'unit-wagmi-2'], false) },
  { title: 'Components in a browser', ...vitest('browser', ['browser']) },
  { title: 'Stories, with axe', ...vitest('stories', ['storybook']) },
  { title: 'Pictures of the stories', lane: 'either', ...playwright('visual', 'e2e/visual') },
  { title: 'End to end', lane: 'end to end', ...playwright('e2e', 'e2e') },
]

const wanted = process.argv.slice(2).filter((name) => name !== '--')
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(outputFolder, { recursive: true })
const promises = `${outputFolder}/promises`
rmSync(promises, { recursive: true, force: true })

const processes = createProcesses({ graceMs: 5000 })
onInterrupt(() => processes.stopAll())
const env = { ...environment(), PORTICO_PROMISES: promises }

/** @type {{ step: Step, passed: number, failed: number, note?: string, seconds: number }[]} */
const results = []
const began = performance.now()
await runAll(chosen.filter(({ lane }) => !lane))
const waiting = chosen.filter(({ lane }) => lane)
if (inCI) await Promise.all([runLane('end to end'), runLane('suites')])
else await runAll(waiting)
results.sort((one, other) => chosen.indexOf(one.step) - chosen.indexOf(other.step))
report()

/** One after another. */
async function runAll(/** @type {Step[]} */ some) {
  for (const step of some) results.push(await runStep(step))
}

/** The steps of a lane, then those that no lane has begun. */
async function runLane(/** @type {Step['lane']} */ lane) {
  for (const wanted of /** @type {const} */ ([lane, 'either'])) {
    for (let next = find(wanted); next >= 0; next = find(wanted)) await runAll(waiting.splice(next, 1))
  }
}

function find(/** @type {Step['lane']} */ wanted) {
  return waiting.findIndex(({ lane }) => lane === wanted)
}

async function runStep(/** @type {Step} */ step) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  if (step.browser && results.some((result) => result.step.name === 'chromium' && result.failed > 0)) {
    return { step, passed: 0, failed: 1, note: 'not run: no browser', seconds: 0 }
  }
  console.log(inCI ? `> ${step.title} (${step.name})` : `\n\x1b[1m> ${step.title}\x1b[0m (${step.name})`)
  if (step.report) rmSync(step.report.file, { force: true })

  let worst = 0
  for (const [command, ...args] of step.commands) worst = Math.max(worst, await runCommand(step, command, args))
  const counts = step.report
    ? countReport(step.report.file, step.report.count, worst)
    : { passed: worst === 0 ? 1 : 0, failed: worst === 0 ? 0 : 1 }
  const result = { step, ...counts, seconds: seconds() }
  console.log(`  ${line(result)}`)
  return result
}

/** Runs one command of a step: streamed for a person, quiet in CI until it fails. @returns {Promise<number>} its exit code */
async function runCommand(/** @type {Step} */ step, /** @type {string} */ command, /** @type {string[]} */ args) {
  const child = processes.start(command, args, { cwd: root, env: { ...env, ...step.env }, quiet: inCI })
  const limit = setTimeout(() => {
    console.error(`${step.name} took longer than ${stepLimitMs / 60_000} minutes and was stopped.`)
    void child.stop()
  }, stepLimitMs)
  const { code, output } = await child.ended
  clearTimeout(limit)
  if (inCI || code === 127) {
    writeFileSync(`${outputFolder}/${step.name}.log`, output)
    if (code !== 0) console.log(output)
  }
  return code
}

function line(/** @type {(typeof results)[number]} */ { step, passed, failed, note, seconds }) {
  const mark = failed > 0 ? 'FAIL' : 'ok  '
  return `${mark} ${step.name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s${note ? `  ${note}` : ''}`
}

function report() {
  console.log('\nSummary')
  for (const result of results) console.log(`  ${line(result)}`)
  const total = (/** @type {'passed' | 'failed'} */ key) => results.reduce((sum, result) => sum + result[key], 0)
  const summary = `${total('passed')} passed, ${total('failed')} failed`
  console.log(`  in ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`)
  if (existsSync(promises)) writeReport(promises, `${outputFolder}/security.json`)
  writeFileSync(`${outputFolder}/summary.txt`, `${summary}\n`)
  console.log(summary)
  process.exitCode = total('failed') > 0 ? 1 : 0
}
