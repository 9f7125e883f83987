// `pnpm test`: every check, one after another, with one summary. `pnpm test unit e2e` runs these two alone.
// In CI, where nobody reads along, two lanes run at once, each on a core of its own: whichever is free takes what takes longest.
// A failure does not stop the steps after it. The last line is `N passed, N failed`.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
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
} from './lib/reports.mjs'
import { typeArguments, typePrograms } from './lib/types.mjs'
import { at, environment, root } from './lib/workspace.mjs'
import { writeReport } from './security-report.mjs'

/** @typedef {[string, ...string[]]} Command */
/**
 * @typedef {object} Step
 * @property {string} name what to write after `pnpm test`
 * @property {string} title
 * @property {Command[]} commands all of them run, whatever the ones before did
 * @property {{ file: string, count: (report: any) => import('./lib/reports.mjs').Counts, files: typeof filesOfVitest }} [report] without one the step counts as one
 * @property {(report: any) => Command[]} [again] what has to pass once more, at the end of everything, with nothing beside it
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [browser] cannot run without one
 * @property {number} [seconds] about how long it takes beside another one on two cores: the longest come first in CI's lanes
 * @property {'packages'} [uses] steps that use the same thing follow each other
 */

const inCI = Boolean(process.env.CI)
const outputFolder = at('.ci/out')
const stepLimitMs = 50 * 60_000

const node = process.execPath
/** @returns {Command} */
const script = (/** @type {string[]} */ ...args) => [node, ...args]
const bin = (/** @type {string} */ name) => at('node_modules/.bin', name)

/** Much of a test is waiting: one worker, vitest's own choice on two cores, leaves half of one to nobody. In a browser, pages take turns. */
const workers = Math.max(2, availableParallelism() - 1)

/** Projects of vitest.config.ts. @returns {Omit<Step, 'title'>} */
function vitest(/** @type {string} */ name, /** @type {string[]} */ projects, browser = true) {
  const file = `${outputFolder}/${name}.json`
  const beside = browser ? [] : [`--maxWorkers=${workers}`]
  const reporters = [
    `--reporter=${inCI ? 'dot' : 'default'}`,
    `--reporter=${at('scripts/lib/json-reporter.mjs')}`,
    `--outputFile.json=${file}`,
  ]
  return {
    name,
    browser,
    commands: [[bin('vitest'), 'run', ...projects.flatMap((project) => ['--project', project]), ...beside, ...reporters]],
    report: { file, count: countVitest, files: filesOfVitest },
    again: (/** @type {any} */ found) => alone(found, projects),
  }
}

/** What failed in few files beside other work has to pass three times with nothing beside it. @returns {Command[]} */
function alone(/** @type {any} */ found, /** @type {string[]} */ projects) {
  const files = failedFiles(found)
  if (files.length === 0 || files.length > 3) return []
  const chosen = projects.flatMap((project) => ['--project', project])
  return [1, 2, 3].map(() => [bin('vitest'), 'run', ...chosen, ...files.map(({ file }) => file), '--reporter=dot'])
}

/** One config of Playwright. @returns {Omit<Step, 'title'>} */
function playwright(/** @type {string} */ name, /** @type {Command} */ command) {
  const file = `${outputFolder}/${name}.json`
  return {
    name,
    browser: true,
    commands: [command],
    report: { file, count: countPlaywright, files: filesOfPlaywright },
    // Specs import the workspace's packages from source, as everything else does.
    env: { PORTICO_E2E_REPORT: file, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=@portico/source`.trim() },
  }
}

/** What needed its second try is tried once more at the end, alone: it fails the run if it needs a second one again. @returns {Command[]} */
function againOf(/** @type {any} */ report) {
  const places = secondTries(report).map(({ file, line }) => `${file}:${line}`)
  return places.length > 0 ? [[bin('playwright'), 'test', '-c', 'e2e', '--retries=0', ...places]] : []
}

/** @type {Step[]} */
const steps = [
  { name: 'chromium', title: 'A browser is there', commands: [script('scripts/ensure-browser.mjs')] },
  { name: 'format', seconds: 5, title: 'Format', commands: [[bin('biome'), 'format', '.']] },
  {
    name: 'typecheck',
    seconds: 55,
    title: 'Types',
    commands: typePrograms.map((project) => [bin('tsc'), ...typeArguments(project)]),
  },
  { name: 'lint', seconds: 30, title: 'Lint', commands: [[bin('oxlint'), '--type-aware', '--deny-warnings']] },
  { name: 'cycles', seconds: 5, title: 'Import cycles', commands: [script('scripts/cycles.mjs')] },
  { name: 'knip', seconds: 15, title: 'Nothing that nobody uses', commands: [[bin('knip')]] },
  { name: 'policy', seconds: 30, title: 'Install policy (S42, S43)', commands: [script('scripts/policy.mjs')] },
  { name: 'licences', seconds: 5, title: 'Licences of the lockfile', commands: [script('scripts/licences.mjs')] },
  {
    name: 'packaging',
    seconds: 50,
    uses: 'packages',
    title: 'Packages: build, publint, attw',
    commands: [script('scripts/packaging.mjs')],
  },
  {
    name: 'consumer',
    seconds: 60,
    uses: 'packages',
    title: 'A consumer of the packed packages',
    commands: [script('tests/consumer/run.mjs')],
  },
  {
    name: 'hosts',
    seconds: 140,
    uses: 'packages',
    title: 'Sites that install the packed packages: React 18.3 with StrictMode, wagmi 2',
    browser: true,
    commands: [script('tests/hosts/run.mjs', '--test')],
  },
  {
    name: 'docs',
    seconds: 75,
    title: 'Documentation: build, links, axe, without a script, search offline',
    browser: true,
    commands: [script('apps/docs/scripts/build.mjs'), script('apps/docs/scripts/test.mjs')],
  },
  { name: 'size', seconds: 45, uses: 'packages', title: 'Size budgets', commands: [script('scripts/size.mjs')] },
  { title: 'Unit and type tests', seconds: 650, ...vitest('unit', ['unit', 'unit-wagmi-2'], false) },
  { title: 'Unit tests with a page of their own', seconds: 450, ...vitest('unit-alone', ['unit-core', 'unit-registry'], false) },
  { title: 'Components in a browser', seconds: 235, ...vitest('browser', ['browser', 'browser-isolated']) },
  { title: 'Stories: play, axe, pictures', seconds: 315, ...playwright('stories', script('scripts/pictures.mjs')) },
  { title: 'End to end', seconds: 2050, ...playwright('e2e', [bin('playwright'), 'test', '-c', 'e2e']), again: againOf },
]

const wanted = process.argv.slice(2).filter((name) => name !== '--')
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(outputFolder, { recursive: true })
for (const { name } of chosen) rmSync(`${outputFolder}/${name}.log`, { force: true })
const promises = `${outputFolder}/promises`
rmSync(promises, { recursive: true, force: true })

const processes = createProcesses({ graceMs: 5000 })
onInterrupt(() => processes.stopAll())
const env = { ...environment(), PORTICO_PROMISES: promises }

/** @type {{ step: Step, passed: number, failed: number, note?: string, seconds: number }[]} */
const results = []
const began = performance.now()
await runAll(chosen.filter(({ seconds }) => !seconds))
const waiting = chains(chosen.filter(({ seconds }) => seconds))
if (inCI) await Promise.all([runLane(), runLane()])
else for (const chain of waiting) await runAll(chain)
if (inCI) for (const result of results) await runAgain(result)
results.sort((one, other) => chosen.indexOf(one.step) - chosen.indexOf(other.step))
report()

/** One after another. */
async function runAll(/** @type {Step[]} */ some) {
  for (const step of some) results.push(await runStep(step))
}

/** What no lane has begun, the longest first. */
async function runLane() {
  for (let next = longest(); next; next = longest()) await runAll(next)
}

/** @returns {Step[] | undefined} */
function longest() {
  const secondsOf = (/** @type {Step[]} */ chain) => chain.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  const [next] = waiting.toSorted((one, other) => secondsOf(other) - secondsOf(one))
  if (next) waiting.splice(waiting.indexOf(next), 1)
  return next
}

/** Steps that use the same thing, in one list. @returns {Step[][]} */
function chains(/** @type {Step[]} */ some) {
  /** @type {Map<string, Step[]>} */
  const found = new Map()
  for (const step of some) found.set(step.uses ?? step.name, [...(found.get(step.uses ?? step.name) ?? []), step])
  return [...found.values()]
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

/** Nobody else works now: what passes here was in the way of others' load, and is named; what does not has failed. */
async function runAgain(/** @type {(typeof results)[number]} */ result) {
  const { step } = result
  const commands = step.again && step.report && existsSync(step.report.file) ? step.again(readReport(step.report.file)) : []
  if (commands.length === 0) return
  const began = performance.now()
  let worst = 0
  for (const [command, ...args] of commands) {
    worst ||= await runCommand({ ...step, name: `${step.name}-again`, env: { ...step.env, PORTICO_E2E_REPORT: '' } }, command, args)
  }
  Object.assign(result, recount(result, step.report && readReport(step.report.file), worst === 0))
  result.seconds += (performance.now() - began) / 1000
  console.log(`  ${line(result)}`)
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
    appendFileSync(`${outputFolder}/${step.name}.log`, output)
    if (code !== 0) console.log(output)
  }
  return code
}

function line(/** @type {(typeof results)[number]} */ { step, passed, failed, note, seconds }) {
  const mark = failed > 0 ? 'FAIL' : 'ok  '
  return `${mark} ${step.name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s${note ? `  ${note}` : ''}`
}

/** The files whose tests took longest. @returns {string[]} */
function slowest() {
  const files = chosen.flatMap(({ report }) => (report && existsSync(report.file) ? report.files(readReport(report.file)) : []))
  const [...first] = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  return first.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file.replace(`${root}/`, '')}`)
}

function report() {
  const files = slowest()
  if (files.length > 0) console.log('\nThe slowest files')
  for (const file of files) console.log(`  ${file}`)
  console.log('\nSummary')
  for (const result of results) console.log(`  ${line(result)}`)
  const failures = chosen.flatMap(({ report: of }) => (of && existsSync(of.file) ? failuresOf(readReport(of.file)) : []))
  for (const failure of failures.slice(0, 12)) console.log(`  - ${failure}`)
  const total = (/** @type {'passed' | 'failed'} */ key) => results.reduce((sum, result) => sum + result[key], 0)
  const summary = `${total('passed')} passed, ${total('failed')} failed`
  console.log(`  in ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`)
  if (existsSync(promises)) writeReport(promises, `${outputFolder}/security.json`)
  writeFileSync(`${outputFolder}/summary.txt`, `${summary}\n`)
  console.log(summary)
  process.exitCode = total('failed') > 0 ? 1 : 0
}

/** @returns {any} */
function readReport(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
