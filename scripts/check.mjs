// `pnpm check`: what a change has to pass before it is shown to anybody, in two minutes. Format, types, lint, import cycles and
// unused code of the whole tree, and the unit, component and story tests of the packages that differ from `main` (or from the branch that is named).
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { typeArguments, typePrograms } from './lib/types.mjs'
import { at, environment, root } from './lib/workspace.mjs'

const [base = 'main'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const bin = (/** @type {string} */ name) => at('node_modules/.bin', name)
const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

const fork = git('merge-base', base, 'HEAD')
if (fork.status !== 0) {
  console.error(`There is no branch ${base} to compare with. Fetch it, or name another: pnpm check origin/main`)
  process.exit(2)
}
const since = fork.stdout.trim()
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since).stdout.split('\n'),
  ...git('ls-files', '-o', '--exclude-standard').stdout.split('\n'),
]
const code = changed.filter((file) => /\.(?:[cm]?[jt]sx?|css|json|po)$/.test(file))
/** Where the change is: tests elsewhere wait for `pnpm test`. */
const packages = packagesOf(code)
/** What no module imports, and tests read: which of them, nobody can tell from the imports. */
const read = packagesOf(code.filter((file) => /^packages\/.*\.(?:css|po)$/.test(file)))
const imported = packages.filter((one) => !read.includes(one))
const folders = unique(code.filter((file) => /^packages\/(react-)?ui\/|^apps\/secure-site\/src\/page\//.test(file)).flatMap(besides))

const unit = ['unit', 'unit-core', 'unit-registry', 'unit-wagmi-2']
/** @type {[title: string, command: string, args: string[]][]} what runs two at a time, in this order: what takes long does not come last */
const steps = [
  ...(imported.length > 0 ? [tests('Unit tests', unit, imported)] : []),
  ['Format', bin('biome'), ['format', '.']],
  ['Import cycles', process.execPath, ['scripts/cycles.mjs']],
  ['Lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ...(read.length > 0 ? [tests('Unit tests beside styles and sentences', unit, read, [])] : []),
  ...(folders.length > 0 ? [tests('Components and stories', ['browser', 'browser-isolated', 'storybook'], folders)] : []),
  ['Nothing that nobody uses', bin('knip'), []],
  ...typePrograms.map(typesOf),
]

const processes = createProcesses({ graceMs: 2000 })
onInterrupt(() => processes.stopAll())
const began = performance.now()
console.log(`${code.length} files differ from ${base}.`)
const failures = (await Promise.all([run(), run()])).flat()
for (const { title, output } of failures) console.log(`\n\x1b[1m${title}\x1b[0m\n${output.trim()}`)
console.log(
  `\n${failures.length === 0 ? 'All is well' : `${failures.length} to mend: ${failures.map(({ title }) => title).join(', ')}`}, in ${seconds(began)} s.`,
)
process.exitCode = failures.length > 0 ? 1 : 0

/** @returns {Promise<{ title: string, output: string }[]>} what failed */
async function run() {
  const failed = []
  for (let step = steps.shift(); step; step = steps.shift()) {
    const [title, command, args] = step
    const started = performance.now()
    const { code, output } = await processes.run(command, args, { cwd: root, env: environment(), quiet: true })
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title.padEnd(40)} ${seconds(started).padStart(6)} s`)
    if (code !== 0) failed.push({ title, output })
  }
  return failed
}

/** @returns {[title: string, command: string, args: string[]]} */
function typesOf(/** @type {string} */ project) {
  return [`Types: ${project}`, bin('tsc'), typeArguments(project)]
}

/**
 * The tests that reach the change, of those below some folders. Tests of thousands of runs say so in their titles, and wait for `pnpm test`.
 * @returns {[title: string, command: string, args: string[]]}
 */
function tests(
  /** @type {string} */ title,
  /** @type {string[]} */ projects,
  /** @type {string[]} */ below,
  reaching = ['--changed', since, '--passWithNoTests'],
) {
  const flags = [...reaching, '--reporter=dot', '--testNamePattern=^(?!.*\\d[, ]000)']
  return [title, bin('vitest'), ['run', ...flags, ...projects.flatMap((project) => ['--project', project]), ...below]]
}

/** Where the tests beside a file are: its folder. On top of a package that would be all of it, so there it is the tests of that level. */
function besides(/** @type {string} */ file) {
  const folder = file.replace(/[^/]*$/, '')
  if (!/^packages\/[^/]+\/src\/$/.test(folder)) return [folder]
  return readdirSync(at(folder))
    .filter((name) => /\.(?:browser\.test|stories)\.tsx?$/.test(name))
    .map((name) => folder + name)
}

/** @returns {string[]} */
function packagesOf(/** @type {string[]} */ files) {
  return unique(files.map((file) => /^(?:(?:packages|apps)\/[^/]+|scripts|tests)\//.exec(file)?.[0] ?? ''))
}

/** @returns {string[]} */
function unique(/** @type {string[]} */ values) {
  return [...new Set(values)].filter((value) => value !== '')
}

function seconds(/** @type {number} */ from) {
  return ((performance.now() - from) / 1000).toFixed(1)
}
