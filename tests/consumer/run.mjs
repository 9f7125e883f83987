// A dapp's view of the packages: installs the packed tarballs in an empty project, compiles a consumer against the published
// types (as Node resolves and as bundlers do), imports and requires each door in Node, loads packages in Jest, and renders the
// quick start on a "server".
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackages, packPackages } from '../../scripts/lib/build.mjs'
import { createProcesses, onInterrupt } from '../../scripts/lib/processes.mjs'
import { at, pnpm } from '../../scripts/lib/workspace.mjs'
import { parseYaml } from '../../scripts/lib/yaml.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const processes = createProcesses()
const project = realpathSync(mkdtempSync(join(tmpdir(), 'portico-consumer-')))
const clean = () => rmSync(project, { recursive: true, force: true })
onInterrupt(async () => {
  await processes.stopAll()
  clean()
})

/** @type {string[]} */
const failures = []
try {
  if (!(await buildPackages(processes))) throw new Error('The packages do not build.')
  const packed = await packPackages(processes, join(project, 'tarballs'))
  writeProject(packed)
  await install()
  await compile('nodenext')
  await compile('bundler')
  const doors = packed.flatMap(({ name, manifest }) => doorsOf(name, manifest))
  for (const door of doors) await importDoor(door)
  await step('requires each of them as CommonJS does', process.execPath, ['src/require.cjs', ...doors])
  await step('loads packages in Jest', 'node_modules/.bin/jest', ['--ci'], 120_000)
  await step('renders the quick start on a server, whose process ends by itself', process.execPath, ['out/server.js'])
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
clean()
for (const failure of failures) console.error(`Consumer: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

function writeProject(/** @type {{ name: string, tarball: string }[]} */ packed) {
  cpSync(join(here, 'src'), join(project, 'src'), { recursive: true })
  for (const file of ['tsconfig.nodenext.json', 'tsconfig.bundler.json', 'jest.config.cjs']) cpSync(join(here, file), join(project, file))
  const { catalog } = parseYaml(readFileSync(at('pnpm-workspace.yaml'), 'utf8'))
  const peers = [
    'react',
    'react-dom',
    'viem',
    '@solana/kit',
    '@solana/wallet-adapter-base',
    '@solana/web3.js',
    '@wagmi/core',
    '@tanstack/query-core',
    '@noble/curves',
    '@noble/hashes',
    '@scure/base',
    '@scure/btc-signer',
    'better-auth',
    'jose',
    'kysely',
    'typescript',
    '@types/react',
    '@types/react-dom',
    'jest',
    '@babel/preset-env',
  ]
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const dependencies = { ...Object.fromEntries(peers.map((name) => [name, catalog[name]])), ...tarballs }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies }, null, 2))
  // The packages name each other by version: here, that is the tarball.
  const overrides = Object.entries(tarballs).map(([name, file]) => `  "${name}": "${file}"\n`)
  // The native parts below @solana/web3.js and Jest are optional, and not ours to build.
  const policy = [
    'strictPeerDependencies: true',
    'strictDepBuilds: true',
    'allowBuilds: { bufferutil: false, utf-8-validate: false, unrs-resolver: false, "@parcel/watcher": false }',
    'minimumReleaseAge: 10080',
    'peerDependencyRules:',
    '  allowedVersions: { typescript: "7", "ws>utf-8-validate": "6" }',
    '',
  ].join('\n')
  writeFileSync(join(project, 'pnpm-workspace.yaml'), `${policy}overrides:\n${overrides.join('')}`)
}

/** From the store alone if that knows enough, else with the registry's help. */
async function install() {
  const [command, ...args] = pnpm()
  const run = (/** @type {string} */ how) =>
    processes.run(command, [...args, 'install', how, '--no-frozen-lockfile'], { cwd: project, quiet: true })
  let result = await run('--offline')
  if (result.code !== 0) result = await run('--prefer-offline')
  if (result.code !== 0) throw new Error(`The tarballs do not install:\n${result.output}`)
  console.log('ok   installs the tarballs and nothing of the workspace with them')
  for (const name of readdirSync(join(project, 'node_modules/@portico'))) {
    const text = readFileSync(join(project, 'node_modules/@portico', name, 'package.json'), 'utf8')
    if (/workspace:|catalog:|@portico\/source/.test(text))
      failures.push(`The package.json of @portico/${name} still speaks of the workspace`)
  }
}

/** Compiles with library checks on: a broken declaration of ours would otherwise be an `any` at the consumer's. */
async function compile(/** @type {'nodenext' | 'bundler'} */ resolution) {
  mkdirSync(join(project, 'out'), { recursive: true })
  const { code, output } = await processes.run(at('node_modules/.bin/tsc'), ['-p', `tsconfig.${resolution}.json`, '--pretty', 'false'], {
    cwd: project,
    quiet: true,
  })
  const errors = output.split('\n').filter((line) => /error TS/.test(line))
  const ours = errors.filter((line) => !/^node_modules\//.test(line) || /@portico\+/.test(line))
  if (ours.length > 0 || (code !== 0 && errors.length === 0))
    failures.push(`does not compile (${resolution}):\n${ours.join('\n') || output}`)
  else
    console.log(
      `ok   compiles against the published types (${resolution})${errors.length > 0 ? `; ${errors.length} errors in others' declarations` : ''}`,
    )
}

/** @returns {string[]} import specifiers */
function doorsOf(/** @type {string} */ name, /** @type {any} */ manifest) {
  return Object.keys(manifest.publishConfig?.exports ?? manifest.exports ?? {})
    .filter((door) => !/\.(css|json)$/.test(door))
    .map((door) => name + door.slice(1))
}

function importDoor(/** @type {string} */ door) {
  return step(`imports ${door}, which does nothing else`, process.execPath, ['src/door.mjs', door])
}

async function step(/** @type {string} */ what, /** @type {string} */ command, /** @type {string[]} */ args, limitMs = 20_000) {
  const child = processes.start(command, args, { cwd: project, quiet: true })
  let late = false
  const limit = setTimeout(() => {
    late = true
    void child.stop()
  }, limitMs)
  const { code, output } = await child.ended
  clearTimeout(limit)
  if (code === 0 && !late) console.log(`ok   ${what}`)
  else failures.push(`${what}: ${late ? 'did not end by itself' : `exit code ${code}`}\n${output}`)
}
