// Builds the images of deploy/ and drills them as compose.yaml says: health, rights, a store that goes away, a crash, a stop, a backup,
// and requests through the proxy. It needs podman or docker, root, and the images that the files name. Only what it builds is left.
//
//   node scripts/containers.mjs [--engine podman|docker] [--base <image with Node, in place of the Dockerfile's>] [--built]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { check, failures, holds, succeeds, until } from './lib/checks.mjs'
import { createArguments, inOrder, serviceOf } from './lib/compose.mjs'
import { at, root } from './lib/workspace.mjs'

const { values } = parseArgs({ options: { engine: { type: 'string' }, base: { type: 'string' }, built: { type: 'boolean' } } })
const engine = values.engine ?? ['podman', 'docker'].find((name) => spawnSync(name, ['version']).status === 0)
const built = ['relay', 'gateway', 'secure-site', 'vault']
const kept = ['secure-site', 'vault']
const prefix = `portico-drill-${process.pid}`
const folder = mkdtempSync(join(tmpdir(), `${prefix}-`))
/** @type {import('./lib/compose.mjs').Compose} */
const compose = parse(readFileSync(at('deploy/compose.yaml'), 'utf8'), { merge: true })
const named = (/** @type {string} */ name) => `${prefix}-${name}`

process.once('SIGINT', () => {
  clear()
  process.exit(130)
})
try {
  if (!engine) throw new Error('Neither podman nor docker answers.')
  if (process.getuid?.() !== 0) throw new Error('Run it as root: the secrets are handed to the user of the images.')
  if (!values.built) build()
  await drill()
} catch (error) {
  await check('it can be drilled', () => Promise.reject(error))
} finally {
  clear()
}
console.log(failures() === 0 ? 'All of it holds.' : `${failures()} did not hold.`)
process.exitCode = failures() === 0 ? 0 : 1

function build() {
  const base = values.base ? ['--build-arg', `NODE=${values.base}`] : []
  // Podman's own format has no HEALTHCHECK.
  const podman = engine === 'podman' ? ['--format', 'docker'] : []
  for (const name of built) {
    console.log(`builds ${name}`)
    run(['build', '--network', 'host', ...podman, ...base, '-f', 'deploy/Dockerfile', '--target', name, '-t', `portico-drill-${name}`, '.'])
  }
}

async function drill() {
  const env = writeSecrets()
  for (const [name, { internal }] of Object.entries(compose.networks))
    run(['network', 'create', ...(internal ? ['--internal'] : []), named(name)])
  for (const name of Object.keys(compose.volumes)) run(['volume', 'create', named(name)])
  // The proxy is its own authority here, and stands where the names lead.
  start('proxy', env, ['--publish', '127.0.0.1::443'])
  const ca = await until('the proxy has a certificate', () =>
    run(['exec', named('proxy'), 'cat', '/data/caddy/pki/authorities/local/root.crt']),
  )
  writeFileSync(join(folder, 'ca.crt'), ca)
  const trusted = ['--volume', `${folder}/ca.crt:/run/ca.crt:ro`, '--env', 'NODE_EXTRA_CA_CERTS=/run/ca.crt']
  const others = inOrder(compose.services).filter((name) => name !== 'proxy')
  // Services start while their stores do not listen yet, as after a power cut.
  for (const name of others.filter((each) => built.includes(each)))
    start(name, env, [...trusted, ...(name === 'vault' ? ['--env', 'PORTICO_VAULT_LIMIT_CALLS_PER_MINUTE=30'] : [])])
  await sleep(5000)
  for (const name of others.filter((each) => !built.includes(each))) start(name, env)
  for (const name of built) await check(`${name} is well once its store is there`, () => until('it is well', () => healthy(name)))

  for (const name of built) {
    await check(`${name} has no rights, and writes to /tmp and /data alone`, () => {
      const status = exec(name, ['cat', '/proc/1/status'])
      for (const line of [/^Uid:\t1000\t1000/m, /^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m])
        holds(line.test(status), String(line))
      holds(!succeeds(() => exec(name, ['touch', '/app/x'])), 'wrote to /app')
      exec(name, ['sh', '-c', 'touch /tmp/x /data/x && rm /tmp/x /data/x'])
      holds(inspect(name, '{{.HostConfig.PidsLimit}}') === '256', 'has no limit of processes')
    })
    if (name === 'gateway') continue // Its list of wallets needs no store.
    await check(`${name} is unwell without its store, and well with it again`, async () => {
      run(['stop', named(`${name}-store`)])
      await until('it is unwell', () => holds(!succeeds(() => healthy(name)), 'well'))
      run(['start', named(`${name}-store`)])
      await until('it is well', () => healthy(name))
    })
  }
  for (const name of built) {
    await check(`${name} is started again after a crash, and keeps its data`, async () => {
      const before = succeeds(() => exec(name, ['sha256sum', '/data/generations'])) ? exec(name, ['sha256sum', '/data/generations']) : ''
      const pid = inspect(name, '{{.State.Pid}}')
      process.kill(Number(pid), 'SIGKILL')
      await until('it is another process, and well', () => {
        holds(inspect(name, '{{.State.Pid}}') !== pid, 'the same process')
        healthy(name)
      })
      if (kept.includes(name)) holds(before !== '' && exec(name, ['sha256sum', '/data/generations']) === before, 'other generations')
    })
    await check(`${name} ends at a stop within its time`, async () => {
      const began = Date.now()
      run(['stop', named(name)])
      holds(Date.now() - began < 20_000, 'was killed')
      holds(inspect(name, '{{.State.ExitCode}}') === '0', `ended with ${inspect(name, '{{.State.ExitCode}}')}`)
      run(['start', named(name)])
      await until('it is well', () => healthy(name))
    })
  }
  for (const name of kept) {
    await check(`${name} is restored from its backup, which lies elsewhere`, async () => {
      const backup = run(['exec', named(name), ...shell('backup')], { encoding: 'latin1' })
      run(['stop', named(name)])
      const sql = ['drop database portico', 'create database portico'].flatMap((each) => ['-c', each])
      run(['exec', named(`${name}-store`), 'psql', '-U', 'portico', '-d', 'postgres', ...sql])
      create(`${name}-restore`, name, env, ['--restart', 'no', '--interactive'], shell('restore'))
      const said = run(['start', '--attach', '--interactive', named(`${name}-restore`)], { input: Buffer.from(backup, 'latin1') })
      holds(said.includes('/data/backup is restored.'), said)
      run(['start', named(name)])
      await until('it is well', () => healthy(name))
      holds(!exec(name, ['ls', '/data']).includes('backup'), 'the backup is still in /data')
    })
  }
  await throughProxy(ca, env)
}

/** @param {string} ca @param {Record<string, string>} env */
async function throughProxy(ca, env) {
  const [, port = ''] = /:(\d+)\s*$/m.exec(run(['port', named('proxy'), '443'])) ?? []
  const ask = (/** @type {string} */ servername, /** @type {string} */ path, headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, servername, path, ca, headers: { host: servername, ...headers } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  for (const name of ['RELAY_NAME', 'API_NAME', 'WALLET_NAME', 'VAULT_NAME'])
    await check(`${env[name]} leads to its service`, async () => holds((await ask(env[name] ?? '', '/healthz')) === 200, 'no answer'))
  await check('a client connects to the relay', async () => {
    const { bundle } = await import(at('packages/service/scripts/bundle.mjs'))
    const { seedOf, tokenFor } = await import(await bundle(new URL('../apps/relay/', import.meta.url), 'src/test/token.ts'))
    const servername = env['RELAY_NAME'] ?? ''
    const url = `wss://127.0.0.1:${port}/?projectId=shop&auth=${tokenFor(seedOf(1), `wss://${servername}`)}`
    const socket = new WebSocket(url, { agent: new Agent({ ca, servername }), headers: { host: servername } })
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
    socket.terminate()
  })
  await check('the vault reaches the secure site by its public name', () => {
    exec('vault', ['node', '-e', `fetch('https://${env['WALLET_NAME']}/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))`])
  })
  await check('a forged X-Forwarded-For is not believed, and another visitor is another', async () => {
    const path = '/.well-known/jwks.json'
    const answers = []
    for (let i = 0; i < 40; i++) answers.push(await ask(env['VAULT_NAME'] ?? '', path, { 'x-forwarded-for': `203.0.113.${i}` }))
    holds(answers.includes(200) && answers.at(-1) === 429, `answered ${answers.join(' ')}`)
    exec('vault', ['node', '-e', `fetch('https://${env['VAULT_NAME']}${path}').then(({ ok }) => process.exit(ok ? 0 : 1))`])
  })
}

/** The command that README gives to `sh -c` in a container. */
function shell(/** @type {string} */ command) {
  const [, said = ''] = new RegExp(`sh -c '([^']*main\\.mjs ${command} [^']*)'`).exec(readFileSync(at('deploy/README.md'), 'utf8')) ?? []
  holds(said !== '', `README has no ${command}`)
  return ['sh', '-c', said]
}

/** Writes what README has the operator write, and the proxy's file with an authority of its own. @returns {Record<string, string>} .env */
function writeSecrets() {
  mkdirSync(join(folder, 'deploy'))
  const [, said = ''] = /```sh\n(umask[\s\S]*?)^docker compose/m.exec(readFileSync(at('deploy/README.md'), 'utf8')) ?? []
  const { status, stderr } = spawnSync('sh', ['-e'], { cwd: folder, input: said, encoding: 'utf8' })
  if (status !== 0) throw new Error(`README's first start fails: ${stderr}`)
  const caddyfile = readFileSync(at('deploy/Caddyfile'), 'utf8').replace('admin off\n', 'admin off\n\tlocal_certs\n\tskip_install_trust\n')
  writeFileSync(join(folder, 'deploy/Caddyfile'), caddyfile)
  return /** @type {Record<string, string>} */ (parseEnv(readFileSync(join(folder, 'deploy/.env'), 'utf8')))
}

/** @param {string} name @param {Record<string, string>} env @param {string[]} [more] arguments */
function start(name, env, more = []) {
  create(name, name, env, more, serviceOf(compose.services, name).command ?? [])
  run(['start', named(name)])
}

/** Creates a container of a service, in all of its networks. */
function create(
  /** @type {string} */ as,
  /** @type {string} */ name,
  /** @type {Record<string, string>} */ env,
  /** @type {string[]} */ more,
  /** @type {string[]} */ command,
) {
  const { image = `portico-drill-${name}`, networks = [] } = serviceOf(compose.services, name)
  const args = createArguments(compose, name, { prefix, folder: join(folder, 'deploy'), env })
  const aliases = name === 'proxy' ? Object.keys(env).flatMap((variable) => (variable.endsWith('_NAME') ? [env[variable] ?? ''] : [])) : []
  run(['create', '--name', named(as), ...args, ...aliases.flatMap((alias) => ['--network-alias', alias]), ...more, image, ...command])
  const inOthers = [name, ...aliases].flatMap((alias) => ['--alias', alias])
  for (const network of networks.slice(1)) run(['network', 'connect', ...inOthers, named(network), named(as)])
}

/** Asks what the image's HEALTHCHECK asks. @throws Error */
function healthy(/** @type {string} */ name) {
  const [, ...test] = JSON.parse(inspect(name, '{{json .Config.Healthcheck.Test}}'))
  return exec(name, test)
}

/** @returns {string} what it printed @throws Error with what it said */
function run(
  /** @type {readonly string[]} */ args,
  /** @type {{ encoding?: 'utf8' | 'latin1', input?: Buffer }} */ { encoding = 'utf8', input } = {},
) {
  const { status, stdout, stderr, error } = spawnSync(engine ?? '', args, { cwd: root, encoding, input, maxBuffer: 64 * 1024 * 1024 })
  if (error) throw error
  if (status !== 0) throw new Error(`${engine} ${args.join(' ')} ended with ${status}:\n${(stderr + stdout).slice(-2000)}`)
  return stdout
}
function exec(/** @type {string} */ name, /** @type {readonly string[]} */ command) {
  return run(['exec', named(name), ...command])
}
function inspect(/** @type {string} */ name, /** @type {string} */ format) {
  return run(['inspect', '--format', format, named(name)]).trim()
}
function clear() {
  if (engine) {
    const names = (/** @type {string[]} */ args) =>
      (spawnSync(engine, args, { encoding: 'utf8' }).stdout ?? '').split('\n').filter((name) => name.startsWith(prefix))
    const containers = names(['ps', '--all', '--format', '{{.Names}}'])
    if (containers.length > 0) spawnSync(engine, ['rm', '--force', '--volumes', ...containers])
    for (const kind of ['network', 'volume'])
      for (const name of names([kind, 'ls', '--format', '{{.Name}}'])) spawnSync(engine, [kind, 'rm', name])
  }
  rmSync(folder, { recursive: true, force: true })
}
