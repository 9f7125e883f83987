// Sends operations of our account, our paymaster, a plain address (EIP-7702) and a permission through alto, a bundler of others, and
// through ours beside it. Prints a table; fails where one of them takes or refuses something wrongly.
//
//   pnpm --filter @portico/gateway conformance:alto [--folder where alto is or will be installed]
//
// alto is under the GPL: it is installed into a temporary folder, and is no part of this repository or of its lockfile. It binds to every
// address, so it runs in a network namespace of its own, which has no network but the loopback (Linux, with `unshare` and `ip`).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '@portico/service/bundle'

const version = '0.0.20'
const namespace = ['--net', '--map-root-user', '--pid', '--fork', '--kill-child']
const within = 'ip link set lo up && exec "$@"'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const tried = spawnSync('unshare', [...namespace, 'sh', '-c', within, 'sh', 'true'], { encoding: 'utf8' })
if (tried.status !== 0) {
  const why = tried.error?.message ?? tried.stderr.trim()
  console.error(`Nothing was run: no network namespace can be made here, and alto would listen on every address without one (${why}).`)
  process.exit(2)
}

const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'portico-alto-')) : resolve(values.folder)
process.once('exit', () => values.folder === undefined && rmSync(folder, { recursive: true, force: true }))
const program = join(folder, 'node_modules/@pimlico/alto/esm/cli/alto.js')
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
    `@pimlico/alto@${version}`,
  ]
  if (spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status !== 0) {
    console.error(`Nothing was run: npm could not install @pimlico/alto@${version}.`)
    process.exit(2)
  }
}

const main = fileURLToPath(await bundle(new URL('..', import.meta.url), 'src/conformance/main.ts'))
console.log(`alto ${version} beside our own bundler`)
const run = ['sh', '-c', within, 'sh', process.execPath, main, program]
process.exitCode = spawnSync('unshare', [...namespace, ...run], { stdio: 'inherit' }).status ?? 1
