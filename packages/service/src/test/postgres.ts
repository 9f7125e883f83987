import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './freePort.js'

/**
 * URL of a Postgres for tests: PORTICO_POSTGRES_URL, else a server of this machine that all test files of one run share. Where
 * there is neither, undefined, and that is said.
 */
export async function postgresUrl(): Promise<string | undefined> {
  const given = process.env['PORTICO_POSTGRES_URL']
  if (given) return given
  const binaries = findBinaries()
  if (!binaries) {
    process.stderr.write('NOT RUN: services on Postgres. Set PORTICO_POSTGRES_URL, or install postgresql.\n')
    return undefined
  }
  // The process that runs the test files outlives each of them, and the server ends with it.
  const owner = process.ppid
  const folder = join(tmpdir(), `portico-postgres-${owner}`)
  const ready = join(folder, 'url')
  if (makeFolder(folder)) {
    try {
      await start({ binaries, folder, owner, ready })
    } catch (error) {
      writeFileSync(join(folder, 'failed'), String(error))
      throw error
    }
  }
  for (let tries = 0; tries < 400; tries += 1) {
    if (existsSync(ready)) return readFileSync(ready, 'utf8')
    if (existsSync(join(folder, 'failed'))) break
    await pause(50)
  }
  throw new Error('The Postgres of this test run did not start.')
}

/** A database of its own on that server: empty, or a copy of another one of ours. */
export async function createDatabase(server: string, template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `portico_test_${randomBytes(8).toString('hex')}`
  // Copied by file: quick, where nothing is waited for on the disk.
  await withClient(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY FILE_COPY` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => withClient(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function withClient(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

interface StartParameters {
  binaries: string
  folder: string
  owner: number
  ready: string
}

async function start({ binaries, folder, owner, ready }: StartParameters): Promise<void> {
  // Postgres refuses to run as root, so it runs as its own user, or as nobody.
  const user = process.getuid?.() === 0 ? findUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, ...user }
  const init = ['-D', data, '-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(binaries, 'initdb'), init, { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', synchronous_commit: 'off' }
  const more = { full_page_writes: 'off', max_connections: 200, shared_buffers: '32MB', autovacuum: 'off' }
  const args = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The shell ends the server when the test run is gone, also when that was cut short, and removes what it has kept.
  // The server's user may not signal the test run, so it only looks whether it is there.
  const alive = 'alive() { if [ -d /proc/self ]; then [ -d "/proc/$1" ]; else ps -p "$1" >/dev/null; fi; }'
  const script = `${alive}; "$0" -D "$1/data" "\${@:3}" >/dev/null 2>&1 & while alive "$2"; do sleep 0.5; done; kill -QUIT $!; wait $!; rm -rf "$1"`
  spawn('bash', ['-c', script, join(binaries, 'postgres'), folder, String(owner), ...args], {
    cwd: '/',
    ...user,
    detached: true,
    stdio: 'ignore',
  }).unref()
  const url = `postgres://portico@127.0.0.1:${port}/postgres`
  for (let tries = 0; ; tries += 1) {
    const failed = await withClient(url, 'SELECT 1').then(() => undefined, String)
    if (failed === undefined) break
    if (tries > 200) throw new Error(`Postgres did not answer: ${failed}`)
    await pause(50)
  }
  writeFileSync(`${ready}.new`, url)
  renameSync(`${ready}.new`, ready)
}

/** Whether this process is the one that made it. */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch {
    return false
  }
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}

function findUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
