// The install policy, twice: the settings are in our files, and pnpm acts on them. And no file points at a document that is not here.
// For the second, made-up packages that break one rule each are installed from a registry on loopback, under our pnpm-workspace.yaml.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, pnpm, readJson, root, workspacePackages } from './lib/workspace.mjs'
import { parseYaml } from './lib/yaml.mjs'
import { checkManifest, checkPackageManager, checkSettings, checkWords, checkWorkflow } from './policy/checks.mjs'
import { startRegistry } from './policy/registry.mjs'

const processes = createProcesses()
const scratch = mkdtempSync(join(tmpdir(), 'portico-policy-'))
onInterrupt(async () => {
  await processes.stopAll()
  rmSync(scratch, { recursive: true, force: true })
})

const problems = [...fileProblems(), ...wordProblems(), ...(await installProblems())]
rmSync(scratch, { recursive: true, force: true })
for (const problem of problems) console.error(`Policy: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function fileProblems() {
  const inWorkspace = ['.', ...workspacePackages().map(({ folder }) => folder)]
  const manifests = packageFiles(root).map((file) => {
    const folder = dirname(file.slice(root.length + 1))
    return checkManifest(folder, readJson(file), { workspace: inWorkspace.includes(folder) })
  })
  const workflows = readdirSync(at('.github/workflows'))
  console.log(`${manifests.length} package.json files and ${workflows.length} workflows read.`)
  return [
    ...checkSettings(parseYaml(readFileSync(at('pnpm-workspace.yaml'), 'utf8'))),
    ...checkPackageManager(readJson(at('package.json')).packageManager),
    ...manifests.flat(),
    ...workflows.flatMap((name) => checkWorkflow(name, readFileSync(at('.github/workflows', name), 'utf8'))),
  ]
}

/** References to documents that are not in the repository. */
function wordProblems() {
  const { stdout } = spawnSync('git', ['grep', '-lI', '-i', '-e', 'spec', '-e', 'security', '--', ':!pnpm-lock.yaml', ':!scripts/policy'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.split('\n').flatMap((file) => (file && existsSync(at(file)) ? checkWords(file, readFileSync(at(file), 'utf8')) : []))
}

/** Every package.json of the repository itself. @returns {string[]} */
function packageFiles(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(node_modules|dist|\.(?!ci).*|test-results|results)$/.test(entry.name) ? [] : packageFiles(path)
    return entry.name === 'package.json' ? [path] : []
  })
}

/** @returns {Promise<string[]>} */
async function installProblems() {
  const script = { scripts: { install: 'node -e 0' } }
  const registry = await startRegistry((url) => ({
    plain: { '1.0.0': { ageDays: 30 } },
    fresh: { '1.0.0': { ageDays: 6 } },
    builder: { '1.0.0': { ageDays: 30, manifest: script } },
    'brings-builder': { '1.0.0': { ageDays: 30, manifest: { dependencies: { builder: '1.0.0' } } } },
    exotic: { '1.0.0': { ageDays: 30, manifest: { dependencies: { plain: `${url}/plain/-/1.0.0.tgz` } } } },
    downgraded: { '1.0.0': { ageDays: 30, provenance: true }, '1.0.1': { ageDays: 20 } },
    modern: { '1.0.0': { ageDays: 30, manifest: { engines: { node: '>=99' } } } },
  }))
  /** @type {[what: string, dependency: string, expected: RegExp | 'installs'][]} */
  const cases = [
    ['a package that breaks no rule', 'plain@1.0.0', 'installs'],
    ['minimumReleaseAge: a release of six days', 'fresh@1.0.0', /MINIMUM_?RELEASE_?AGE|NO_MATURE_MATCHING_VERSION/i],
    ['strictDepBuilds: an install script that is not listed', 'builder@1.0.0', /IGNORED_BUILDS/],
    ['strictDepBuilds: the same, below the first level', 'brings-builder@1.0.0', /IGNORED_BUILDS/],
    ['blockExoticSubdeps: a dependency by URL below the first level', 'exotic@1.0.0', /EXOTIC_SUBDEP/],
    ['trustPolicy: a release that lost its provenance', 'downgraded@1.0.1', /trust downgrade/i],
    ['engineStrict: a package for another Node', 'modern@1.0.0', /UNSUPPORTED_ENGINE/],
  ]
  const problems = []
  for (const [what, dependency, expected] of cases) {
    const { code, output } = await install(registry.url, dependency)
    const bites = expected === 'installs' ? code === 0 : code !== 0 && expected.test(output)
    console.log(`${bites ? 'ok  ' : 'FAIL'} ${expected === 'installs' ? 'installs' : 'refuses '} ${what}`)
    if (!bites) problems.push(`pnpm ${expected === 'installs' ? 'refused' : 'did not refuse'} ${what} (exit code ${code}):\n${output}`)
  }
  await registry.close()
  return problems
}

/** Installs one package under our settings, with a store and a cache of its own. */
function install(/** @type {string} */ registry, /** @type {string} */ dependency) {
  const [name = '', version = ''] = dependency.split('@')
  const folder = join(scratch, name)
  mkdirSync(folder)
  cpSync(at('pnpm-workspace.yaml'), join(folder, 'pnpm-workspace.yaml'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'policy-check', private: true, dependencies: { [name]: version } }))
  writeFileSync(join(folder, '.npmrc'), `registry=${registry}/\n`)
  const [command, ...args] = pnpm()
  // Nothing of the caller's pnpm settings gets in, and no proxy stands between pnpm and loopback.
  const env = { PATH: process.env.PATH, HOME: join(scratch, 'home'), CI: 'true', NO_PROXY: '127.0.0.1' }
  const flags = ['--no-frozen-lockfile', '--store-dir', join(scratch, 'store'), '--cache-dir', join(scratch, 'cache')]
  return processes.run(command, [...args, 'install', ...flags], { cwd: folder, env, quiet: true })
}
