/** Backing up a service's database while it runs, and restoring it into an empty place. */
import { execFile } from 'node:child_process'
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { DatabaseError, OptionsError } from '../errors.js'
import { isPostgresUrl, openDatabase, sqliteFile } from './database.js'

/**
 * Writes all of a database, as it stands at one moment, to a file that only this user can read. The service may run meanwhile.
 * SQLite: a database file without what was deleted (`VACUUM INTO`). Postgres: `pg_dump` in its own format.
 * @throws OptionsError when the file is there already, DatabaseError when it can't be made; nothing is left then
 */
export async function backupDatabase(url: string, file: string): Promise<void> {
  if (existsSync(file)) throw new OptionsError(`${file} is there already.`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  try {
    // Made before it is written to: nobody else may read it at any moment.
    closeSync(openSync(part, 'wx', 0o600))
    if (isPostgresUrl(url)) {
      await runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${part}`])
    } else {
      if (!existsSync(sqliteFile(url))) throw new DatabaseError(`There is no database at ${sqliteFile(url)}.`)
      await using(url, async (db) => void (await sql`vacuum into ${part}`.execute(db)))
    }
    toDisk(part)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw asDatabaseError('The backup was not made', error)
  }
}

/**
 * Puts a backup into an empty place: a SQLite file that is not there yet, or a Postgres database without tables. No service may run on it.
 * @throws DatabaseError when the place is not empty, or the file is not a backup of such a database; the place is empty then, as before
 */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new OptionsError(`${file} is not there.`)
  if (isPostgresUrl(url)) {
    const tables = await using(url, async (db) => await db.introspection.getTables())
    if (tables.length > 0) throw new DatabaseError('The database is not empty. A backup is restored into an empty one.')
    const options = ['--format=custom', '--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', file]
    await runTool('pg_restore', url, options).catch((error: unknown) => {
      throw asDatabaseError('The backup was not restored', error)
    })
    return
  }
  const target = sqliteFile(url)
  if (target === ':memory:') throw new OptionsError('A backup is restored to a file, and the database is in memory.')
  const there = [target, `${target}-wal`, `${target}-shm`].filter((name) => existsSync(name))
  if (there.length > 0) throw new DatabaseError(`${there.join(', ')} is there already. A backup is restored to where nothing is.`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    copyFileSync(file, part, constants.COPYFILE_EXCL)
    await using(part, async (db) => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      if (rows[0]?.integrity_check !== 'ok') throw new DatabaseError(`${file} is damaged.`)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
    })
    toDisk(part)
    renameSync(part, target)
  } catch (error) {
    for (const name of [part, `${part}-wal`, `${part}-shm`]) rmSync(name, { force: true })
    throw asDatabaseError('The backup was not restored', error)
  }
}

async function using<Value>(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<Value>): Promise<Value> {
  const db = openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Runs one of Postgres' own tools. The password goes by its environment: arguments can be read by every user of the machine. */
async function runTool(name: 'pg_dump' | 'pg_restore', url: string, options: readonly string[]): Promise<void> {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  await promisify(execFile)(toolPath(name), [...options, `--dbname=${target.href}`], { env })
}

/** From PATH, or where Debian keeps the newest one. @throws DatabaseError */
function toolPath(name: string): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new DatabaseError(`${name} is not installed: it is in Debian's postgresql-client.`)
  return found
}

function toDisk(file: string): void {
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
}

function asDatabaseError(what: string, error: unknown): Error {
  if (error instanceof DatabaseError || error instanceof OptionsError) return error
  const told = error instanceof Error ? error.message : String(error)
  const said =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== '' ? error.stderr.trim() : told
  return new DatabaseError(`${what}: ${said}`, { cause: error })
}
