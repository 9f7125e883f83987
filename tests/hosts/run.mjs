// The packages in the projects that people have: each host is installed with npm as docs/start/install.md says, by name, from a registry on
// loopback into which the packages were released; outside of the workspace; built, served, and driven in a browser. `pnpm hosts` drives all of them, `pnpm hosts vite-react18 wagmi2` those two.
// With PORTICO_HOSTS_FOLDER, the projects stay there and are not installed anew as long as their lockfile is the same.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { launchOptions } from '../../scripts/browser.mjs'
import { createProcesses, onInterrupt } from '../../scripts/lib/processes.mjs'
import { at, environment } from '../../scripts/lib/workspace.mjs'
import { startChain } from './chain.mjs'
import { hosts } from './list.mjs'
import { releaseLocally } from './release.mjs'
import { serve } from './serve.mjs'
import { startServices } from './services.mjs'

/** @typedef {import('./list.mjs').Host} Host @typedef {import('./list.mjs').Run} Run */
/** @typedef {{ host: string, run: string, files?: number | undefined, seconds: number, error?: string }} Row */

/** As the workspace's own install policy: what is younger is not installed. */
const releaseAgeMs = 7 * 24 * 3_600_000
const serverLimitMs = 60_000

const here = fileURLToPath(new URL('.', import.meta.url))
const installPage = readFileSync(at('docs/start/install.md'), 'utf8')
const wanted = process.argv.slice(2).filter((name) => name !== '--')
const unknown = wanted.filter((name) => name !== '--test' && !hosts.some((host) => host.name === name))
if (unknown.length > 0) {
  console.error(`No such host: ${unknown.join(', ')}. Hosts: ${hosts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = hosts.filter(({ name, inTest }) => wanted.length === 0 || wanted.includes(name) || (wanted.includes('--test') && inTest))

const processes = createProcesses()
const kept = process.env.PORTICO_HOSTS_FOLDER
const folder = kept ?? realpathSync(mkdtempSync(join(tmpdir(), 'portico-hosts-')))
const pictures = at('.ci/out/hosts')
const clean = () => {
  if (!kept) rmSync(folder, { recursive: true, force: true })
}
onInterrupt(async () => {
  await processes.stopAll()
  clean()
})
/** @type {NodeJS.ProcessEnv} */
const env = { ...environment(), NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' }

/** @type {Row[]} */
const rows = []
mkdirSync(pictures, { recursive: true })
const released = await release()
if (released) {
  // Built by now: these are the packages' own, not their source.
  const { visit } = await import('./visit.mjs')
  const chain = await freePort()
  const ask = await startChain(processes, chain)
  Object.assign(env, { RPC_URL: `http://127.0.0.1:${chain}` }) // for a site's own server
  const browser = await chromium.launch(launchOptions())
  for (const host of chosen) await tryHost(host, (parameters) => visit({ browser, ask, ...parameters }))
  await browser.close()
  await released.registry.close()
}
await processes.stopAll()
clean()
report()

/** Everything in a registry, as a release leaves it. */
async function release() {
  const place = join(folder, 'release')
  rmSync(place, { recursive: true, force: true })
  /** @type {Awaited<ReturnType<typeof releaseLocally>> | undefined} */
  let found
  await timed('packages', 'release into a registry', async () => {
    found = await releaseLocally(processes, place, env)
  })
  return found
}

/**
 * @param {Host} host
 * @param {(parameters: { origin: string, walk: boolean, picture: string, visitor?: Run['visit'], services?: import('./services.mjs').Services | undefined }) => Promise<{ files: number }>} visit
 */
async function tryHost(host, visit) {
  const project = join(folder, host.name)
  const installed = await timed(host.title, 'install', () => install(host, project))
  if (!installed) return
  Object.assign(env, host.env)
  for (const command of host.commands ?? []) await timed(host.title, command.join(' '), () => runIn(project, command))
  for (const run of host.runs ?? []) {
    await timed(host.title, run.name, async () => {
      if (!host.template) cpSync(join(here, 'layers', run.all ? 'all' : 'site', 'src/portico.js'), join(project, 'src/portico.js'))
      for (const command of run.build ?? []) await runIn(project, command)
      const port = await freePort()
      const services = run.services ? await startServices({ processes, project, port, env, runIn }) : undefined
      const stop = await start(project, run, port, services?.env)
      try {
        const picture = join(pictures, `${host.name} ${run.name}.png`.replace(/[ ,]+/g, '-'))
        return (await visit({ origin: `http://127.0.0.1:${port}`, walk: !run.all, picture, visitor: run.visit, services })).files
      } finally {
        await stop()
        await services?.stop()
      }
    })
  }
}

/** Notes how a piece of work ends. @returns {Promise<boolean>} whether it went well */
async function timed(/** @type {string} */ host, /** @type {string} */ run, /** @type {() => Promise<number | void>} */ work) {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  try {
    const files = await work()
    rows.push({ host, run, seconds: seconds(), ...(typeof files === 'number' && { files }) })
    console.log(`ok   ${host}: ${run}, ${seconds().toFixed(1)} s`)
    return true
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    rows.push({ host, run, seconds: seconds(), error: text })
    console.log(`FAIL ${host}: ${run}\n${text}`)
    return false
  }
}

/** The host's own dependencies as its lockfile has them, then ours as the page says. */
async function install(/** @type {Host} */ host, /** @type {string} */ project) {
  if (!released) return
  const before = new Date(Date.now() - releaseAgeMs).toISOString()
  const quietly = {
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
  }
  const named = { ...quietly, npm_config_before: before, npm_config_update_notifier: 'false', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
  if (host.template) {
    // As somebody does who has nothing yet: the page's command, with this template and this folder.
    rmSync(project, { recursive: true, force: true })
    const line = commandsOf('A new site').map((word) => (word === 'my-dapp' ? host.name : word === 'vite' ? String(host.template) : word))
    await runIn(folder, [line[0] ?? '', '--yes', ...line.slice(1)], { ...named, npm_config_registry: released.registry.url })
    await runIn(project, ['npm', 'install'], { ...named, 'npm_config_@portico:registry': released.registry.url })
    return
  }
  const source = join(here, 'hosts', host.name)
  const lock = (/** @type {string} */ place) =>
    existsSync(join(place, 'package-lock.json')) ? readFileSync(join(place, 'package-lock.json'), 'utf8') : ''
  const isThere = lock(project) === lock(source) && existsSync(join(project, 'node_modules'))
  if (!isThere) rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  for (const layer of [...host.layers.map((name) => join(here, 'layers', name)), source]) cpSync(layer, project, { recursive: true })
  if (!isThere) await runIn(project, ['npm', 'ci'], quietly)
  // The version is the same for each build: what is there would be taken for the same package.
  rmSync(join(project, 'node_modules/@portico'), { recursive: true, force: true })
  // The lockfile is read, as in a site that has one, and left as it is.
  const ours = { ...named, npm_config_save: 'false', 'npm_config_@portico:registry': released.registry.url }
  // All at once: npm takes out again what the last command brought and did not save.
  const commands = (host.install ?? []).map(commandsOf)
  const words = [...new Set(commands.flatMap((command) => command.slice(2)))].filter((word) => !word.startsWith('--'))
  await runIn(project, ['npm', 'install', ...words], ours)
  onlyOne(project, ['viem', '@tanstack/query-core'])
}

/** The command under a heading of the page on installing, as words. @returns {string[]} */
function commandsOf(/** @type {string} */ heading) {
  const [, section = ''] = installPage.split(`\n## ${heading}\n`)
  const [, command = ''] = /^[^#]*?```sh\n(npm [^\n]+)\n```/.exec(section) ?? []
  if (!command) throw new Error(`docs/start/install.md has no command under "${heading}".`)
  return command.split(' ')
}

/** Two copies of what holds state, or is heavy, would be two of it in the page. @throws Error that names the places */
function onlyOne(/** @type {string} */ project, /** @type {readonly string[]} */ names) {
  for (const name of names) {
    const found = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith(`${name}/package.json`) && new RegExp(`(^|node_modules/)${name}/package\\.json$`).test(path),
    )
    if (found.length > 1) throw new Error(`${name} is there ${found.length} times: ${found.join(', ')}`)
  }
}

/** Runs a program of the project, or of the system. @throws Error with its output */
async function runIn(
  /** @type {string} */ project,
  /** @type {readonly string[]} */ [program = '', ...args],
  /** @type {NodeJS.ProcessEnv} */ more = {},
) {
  const own = join(project, 'node_modules/.bin', program)
  const { code, output } = await processes.run(existsSync(own) ? own : program, args, {
    cwd: project,
    env: { ...env, ...more },
    quiet: true,
  })
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
}

/** Serves what was built, or starts the host's own server. @returns {Promise<() => Promise<void> | void>} the way to end it */
async function start(
  /** @type {string} */ project,
  /** @type {Run} */ run,
  /** @type {number} */ port,
  /** @type {NodeJS.ProcessEnv} */ given = env,
) {
  if (!run.serve) return serve([join(project, 'dist'), join(project, 'public')], port)
  const [program = '', ...args] = run.serve.map((word) => (word === 'PORT' ? String(port) : word))
  const own = join(project, 'node_modules/.bin', program)
  const server = processes.start(existsSync(own) ? own : program, args, {
    cwd: project,
    env: { ...given, PORT: String(port) },
    quiet: true,
  })
  const end = Date.now() + serverLimitMs
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer?.ok) return server.stop
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const output = server.tail()
  await server.stop()
  throw new Error(`${program} does not answer:\n${output.slice(-3000)}`)
}

/** @returns {Promise<number>} */
function freePort() {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function report() {
  const width = (/** @type {(row: Row) => string} */ of) => Math.max(0, ...rows.map((row) => of(row).length))
  const [hostWidth, runWidth] = [width(({ host }) => host), width(({ run }) => run)]
  console.log(`\n     ${'host'.padEnd(hostWidth)}  ${'run'.padEnd(runWidth)}  files to open Connect  seconds`)
  for (const { host, run, files, seconds, error } of rows)
    console.log(
      `${error ? 'FAIL' : 'ok  '} ${host.padEnd(hostWidth)}  ${run.padEnd(runWidth)}  ${String(files ?? '').padStart(21)}  ${seconds.toFixed(1).padStart(7)}`,
    )
  process.exitCode = rows.some(({ error }) => error) ? 1 : 0
}
