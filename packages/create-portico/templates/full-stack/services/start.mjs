// `npm run services`: chain, gateway, relay, secure site, vault and an inbox on this machine, without containers. It is the sandbox of
// Portico's sources, which are cloned into .portico at the first start, unless PORTICO_SOURCE is a folder that has them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

if (existsSync('.env')) process.loadEnvFile('.env')
const { PORTICO_SOURCE: source = 'https://github.com/portico-kit/portico.git', PORT: port = '5173', SITE_ORIGIN } = process.env
const shell = process.platform === 'win32' // npx is a script there

const folder = resolve(existsSync(source) ? source : '.portico')
if (!existsSync(folder)) {
  // As Docker writes it: what stands behind the # is a tag, or a branch.
  const [url = '', tag] = source.split('#')
  const { status } = spawnSync('git', ['clone', '--depth', '1', ...(tag ? ['--branch', tag] : []), url, folder], { stdio: 'inherit' })
  if (status !== 0) fail(`${source} could not be cloned. Name the folder of a clone instead: PORTICO_SOURCE=/path/to/portico in .env`)
}
const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

// The pages that may embed the secure site and ask for a session.
const pages = [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...(SITE_ORIGIN ? [SITE_ORIGIN] : [])]
const env = { PORTICO_SANDBOX_HOSTS: pages.join(), ...process.env }
// It installs what it needs, then starts, in a group of its own that ends as one.
const sandbox = spawn('npx', ['-y', packageManager, 'sandbox'], {
  cwd: folder,
  env,
  shell,
  detached: !shell,
  stdio: ['ignore', 'inherit', 'inherit'],
})
const { pid } = sandbox
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => (shell || pid === undefined ? sandbox.kill() : process.kill(-pid, 'SIGTERM')))
sandbox.on('exit', (code) => process.exit(code ?? 0))

/** @returns {never} */
function fail(/** @type {string} */ reason) {
  console.error(reason)
  process.exit(1)
}
