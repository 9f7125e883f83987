import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'

const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** A mail server that keeps nothing: it hands each code to whoever waits for it. */
export async function startMailServer() {
  const waiting = new Map()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const parts = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        const code = /^(\d{6})\r?$/m.exec(Buffer.concat(parts).toString())?.[1]
        for (const { address } of envelope.rcptTo) if (code) waiting.get(address)?.(code)
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The next code that is mailed there. @returns {Promise<string>} */
    codeFor: (address) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no mail in 30 s')), 30_000)
        waiting.set(address, (code) => {
          clearTimeout(late)
          waiting.delete(address)
          resolve(code)
        })
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A Postgres of its own, as durable as Debian sets it up. */
export async function startPostgres(folder) {
  const debian = '/usr/lib/postgresql'
  const [version] = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  if (!version) throw new Error('Postgres is not installed (Debian: postgresql).')
  const place = join(folder, 'postgres')
  mkdirSync(place, { mode: 0o700 })
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined
  if (user) {
    chownSync(folder, user.uid, user.gid)
    chownSync(place, user.uid, user.gid)
  }
  const data = join(place, 'data')
  const made = spawnSync(join(debian, version, 'bin/initdb'), ['-D', data, '-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    cwd: place,
    ...user,
  })
  if (made.status !== 0) throw new Error(`initdb: ${String(made.stderr)}`)
  const port = await freePort()
  const args = [
    '-D',
    data,
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=100',
  ]
  const child = run(join(debian, version, 'bin/postgres'), args, {}, { cwd: place, ...user, stdio: 'ignore' })
  const client = async (database, statement) => {
    const options = ['-h', '127.0.0.1', '-p', String(port), '-U', 'portico', '-d', database, '-tA', '-c', statement]
    return spawnSync(join(debian, version, 'bin/psql'), options, { encoding: 'utf8' })
  }
  for (let tries = 0; (await client('postgres', 'select 1')).status !== 0; tries += 1) {
    if (tries > 100) throw new Error('Postgres does not answer.')
    await pause(100)
  }
  for (const name of ['site', 'vault']) await client('postgres', `create database ${name}`)
  return {
    url: (name) => `postgres://portico@127.0.0.1:${port}/${name}`,
    bytes: async (name) => {
      await client(name, 'checkpoint')
      return Number((await client('postgres', `select pg_database_size('${name}')`)).stdout)
    },
    cpuSeconds: () => treeCpu(child.pid),
    stop: async () => {
      child.kill('SIGINT')
      await child.exited
    },
  }
}

/**
 * The vault, and the auth service in one process or more, as anybody runs them.
 * @param profile a folder: each process leaves there what its time went to (`.cpuprofile`, which Chromium opens)
 */
export async function startServices({ folder, postgres, mails, processes, profile }) {
  const names = postgres ? 'on-postgres' : 'on-sqlite'
  const place = join(folder, names)
  mkdirSync(place)
  const page = join(place, 'page')
  mkdirSync(page)
  const entry = { file: 'main.js', imports: [] }
  const files = { 'main.js': { integrity: 'sha384-AAAA', type: 'text/javascript' } }
  writeFileSync(join(page, 'manifest.json'), JSON.stringify({ entries: { frame: entry, window: entry }, files }))
  writeFileSync(join(page, 'main.js'), '')
  const databases = { site: postgres?.url('site') ?? join(place, 'site.db'), vault: postgres?.url('vault') ?? join(place, 'vault.db') }
  const vaultPort = await freePort()
  const sitePorts = []
  for (let index = 0; index < processes; index += 1) sitePorts.push(await freePort())
  const siteUrls = sitePorts.map((port) => `http://127.0.0.1:${port}`)
  const [publicUrl = ''] = siteUrls.map((url) => url.replace('127.0.0.1', 'localhost'))
  const vaultUrl = `http://localhost:${vaultPort}`
  const key = () => `load:${randomBytes(32).toString('base64url')}`
  const common = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'load@example.com',
    QUIET: 'true',
    TRUST_PROXY: '1',
    LIMIT_CALLS_PER_MINUTE: '100000000',
  }
  const site = {
    ...common,
    PUBLIC_URL: publicUrl,
    VAULT_URL: vaultUrl,
    DATABASE: databases.site,
    KEYS: key(),
    PAGE: page,
    LIMIT_MAILS_PER_NETWORK_HOUR: '100000000',
    PROJECTS: JSON.stringify([{ id: 'load', origins: ['https://shop.example'], mailsPerHour: 100_000_000 }]),
    NETWORKS: JSON.stringify([
      { id: 'eip155:1', name: 'Ethereum', rpcUrl: 'http://127.0.0.1:1', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ]),
  }
  const vault = { ...common, PUBLIC_URL: vaultUrl, SECURE_URL: publicUrl, DATABASE: databases.vault, KEYS: key() }
  const bin = (name) => fileURLToPath(new URL(`../../../${name}/bin/${name}.mjs`, import.meta.url))
  const started = []
  const start = async (name, prefix, env, port) => {
    const set = Object.fromEntries(Object.entries({ ...env, PORT: String(port) }).map(([variable, value]) => [prefix + variable, value]))
    const profiling =
      profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--cpu-prof-name', `${name}-${port}.cpuprofile`]
    const child = run(process.execPath, [...profiling, bin(name)], set, { stdio: ['ignore', 'ignore', 'inherit'] })
    started.push({ name, child })
    for (let tries = 0; ; tries += 1) {
      if (child.exitCode !== null || tries > 600) throw new Error(`${name} did not start.`)
      const well = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (well) break
      await pause(50)
    }
  }
  // One after another: the first brings the database up to date.
  for (const port of sitePorts) await start('secure-site', 'PORTICO_SECURE_SITE_', site, port)
  await start('vault', 'PORTICO_VAULT_', vault, vaultPort)
  /** Of a backup: without what the log holds, and what was deleted. */
  const sizeOf = (name, prefix, env) => {
    const file = join(place, `${name}-${(sizes += 1)}.backup`)
    const set = Object.fromEntries(Object.entries(env).map(([variable, value]) => [prefix + variable, value]))
    const made = spawnSync(process.execPath, [bin(name), 'backup', file], { env: { ...process.env, ...set }, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
    return statSync(file).size
  }
  let sizes = 0
  const cpuOf = (name) => started.filter((each) => each.name === name).reduce((sum, { child }) => sum + treeCpu(child.pid), 0)
  return {
    siteUrls,
    publicUrl,
    vaultUrl,
    bytes: async () => {
      if (postgres) return { site: await postgres.bytes('site'), vault: await postgres.bytes('vault') }
      return { site: sizeOf('secure-site', 'PORTICO_SECURE_SITE_', site), vault: sizeOf('vault', 'PORTICO_VAULT_', vault) }
    },
    cpuSeconds: async () => ({
      'auth service': cpuOf('secure-site'),
      vault: cpuOf('vault'),
      ...(postgres && { Postgres: postgres.cpuSeconds() }),
    }),
    stop: async () => {
      for (const { child } of started) child.kill('SIGTERM')
      await Promise.all(started.map(({ child }) => child.exited))
    },
  }
}

function run(command, args, env, options) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, ...options })
  children.add(child)
  child.exited = new Promise((resolve) => child.once('exit', resolve))
  void child.exited.then(() => children.delete(child))
  return child
}

/** Seconds of CPU that a process, those that it has started and those of them that have ended have used (Linux). */
function treeCpu(pid) {
  const stat = (each) => {
    try {
      return readFileSync(`/proc/${each}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
    } catch {
      return undefined
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((each) => [Number(each), Number(stat(each)?.[1])]))
  let ticks = 0
  for (const each of parents.keys()) {
    let at = each
    while (at && at !== pid) at = parents.get(at) ?? 0
    if (at !== pid) continue
    const fields = stat(each) ?? []
    ticks += [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  }
  return ticks / 100
}

function userOf(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
