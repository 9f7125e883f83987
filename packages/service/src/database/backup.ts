/** Backing up a service's database while it runs, and restoring it into an empty place. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { DatabaseError, OptionsError } from '../errors.js'
import { type Migrations, isPostgresUrl, openDatabase, sqliteFile } from './database.js'
import { markRestored, restoredTable } from './restored.js'

/** What SQLite keeps beside a file: each of them is played into whatever file of that name is opened. */
const beside = ['-wal', '-shm', '-journal']
/** Keys that are destroyed after minutes, so that what was sealed to them opens for nobody later: a backup would keep them. */
const passing = 'passing_secrets'
/** Every service's database has it: where its migrations are noted. */
const migrated = 'kysely_migration'

/**
 * Writes all of a database, as it stands at one moment and without the keys that pass (S44), to a file that only this user can read.
 * The service may run meanwhile.
 * SQLite: a database file without what was deleted (`VACUUM INTO`). Postgres: `pg_dump` in its own format.
 * @throws OptionsError when the file is there already, DatabaseError when it can't be made; nothing is left then
 */
export async function backupDatabase(url: string, file: string): Promise<void> {
  const refuseSecond = (): void => {
    if (lstatSync(file, { throwIfNoEntry: false })) throw new OptionsError(`${file} is there already.`)
  }
  refuseSecond()
  // Of a name of its own: two that write to one file at once must not take each other's part away, or pass it on unfinished.
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    // Made before it is written to: nobody else may read it at any moment.
    closeSync(openSync(part, 'wx', 0o600))
    if (isPostgresUrl(url)) {
      await runTool('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--exclude-table=${restoredTable}`,
        `--exclude-table-data=${passing}`,
        `--file=${part}`,
        `--dbname=${withoutPassword(url)}`,
      ])
    } else {
      if (!existsSync(sqliteFile(url))) throw new DatabaseError(`There is no database at ${sqliteFile(url)}.`)
      await using(url, async (db) => void (await sql`vacuum into ${part}`.execute(db)))
      await using(part, async (db) => {
        if ((await db.introspection.getTables()).some(({ name }) => name === passing)) {
          await sql`delete from ${sql.table(passing)}`.execute(db)
        }
        await sql`pragma wal_checkpoint(truncate)`.execute(db)
      })
    }
    toDisk(part)
    refuseSecond()
    renameSync(part, file)
  } catch (error) {
    throw asDatabaseError('The backup was not made', error)
  } finally {
    for (const end of ['', ...beside]) rmSync(`${part}${end}`, { force: true })
  }
}

/**
 * Puts a backup into an empty place: a SQLite file that is not there yet, or a Postgres database without tables. No service may run on
 * it. What is put there is marked, so that the service that starts on it ends what must not go on (`finishRestore`).
 * @param migrations of the service
 * @throws DatabaseError when the place is not empty, or the file is not a backup of such a database; the place is empty then, as before
 */
export async function restoreDatabase(url: string, file: string, migrations: Migrations): Promise<void> {
  if (!existsSync(file)) throw new OptionsError(`There is no file ${file}.`)
  const check = (names: readonly string[]): void => {
    if (names.length === 0) throw new DatabaseError(`${file} is no backup of a service.`)
    const strange = names.find((name) => !Object.hasOwn(migrations, name))
    if (strange) throw new DatabaseError(`${file} is of another service, or of a newer release: ${strange} is not known here.`)
  }
  await (isPostgresUrl(url) ? restorePostgres(url, file, check) : restoreSqlite(sqliteFile(url), file, check)).catch((error: unknown) => {
    throw asDatabaseError('The backup was not restored', error)
  })
}

/** Throws for names of migrations that are not this service's. */
type Check = (names: readonly string[]) => void

async function restorePostgres(url: string, file: string, check: Check): Promise<void> {
  const tables = await using(url, async (db) => await db.introspection.getTables({ withInternalKyselyTables: true }))
  // A restore that was killed may have left its mark, and nothing else.
  if (tables.some(({ name }) => name !== restoredTable)) {
    throw new DatabaseError('The database is not empty. A backup is restored into an empty one.')
  }
  const lines = await runTool('pg_restore', url, ['--data-only', `--table=${migrated}`, '--file=-', file])
  const [, rows = ''] = /^COPY .* FROM stdin;\n([^]*?)^\\\.$/m.exec(lines) ?? []
  check(rows.split('\n').flatMap((row) => row.split('\t')[0] || []))
  // Marked first: whenever it is killed, nobody finds a database that is restored and not marked.
  await using(url, markRestored)
  const options = ['--format=custom', '--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await runTool('pg_restore', url, [...options, `--dbname=${withoutPassword(url)}`, file]).catch(async (error: unknown) => {
    await using(url, async (db) => void (await sql`drop table ${sql.table(restoredTable)}`.execute(db)))
    throw error
  })
}

async function restoreSqlite(target: string, file: string, check: Check): Promise<void> {
  if (target === ':memory:') throw new OptionsError('A backup is restored to a file, and the database is in memory.')
  const there = ['', ...beside].map((end) => `${target}${end}`).filter((name) => lstatSync(name, { throwIfNoEntry: false }))
  if (there.length > 0) throw new DatabaseError(`${there.join(', ')} is there already. A backup is restored to where nothing is.`)
  const part = `${target}.part`
  const clear = (): void => {
    for (const end of ['', ...beside]) rmSync(`${part}${end}`, { force: true })
  }
  clear()
  try {
    // Nobody else may read it at any moment, however the backup was kept.
    await pipeline(createReadStream(file), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    await using(part, async (db) => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      // A last page that is cut off is taken for one that ends in zeros.
      const pages = await sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(
        db,
      )
      if (rows[0]?.integrity_check !== 'ok' || pages.rows[0]?.bytes !== statSync(file).size) throw new DatabaseError(`${file} is damaged.`)
      // An empty file is a SQLite database, too.
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
      const isOurs = tables.some(({ name }) => name === migrated)
      check(isOurs ? (await sql<{ name: string }>`select name from ${sql.table(migrated)}`.execute(db)).rows.map(({ name }) => name) : [])
      await markRestored(db)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
    })
    toDisk(part)
    renameSync(part, target)
  } finally {
    clear()
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
async function runTool(name: 'pg_dump' | 'pg_restore', url: string, options: readonly string[]): Promise<string> {
  const { password, searchParams } = new URL(url)
  const given = decodeURIComponent(password) || searchParams.get('password')
  const env = { ...process.env, ...(given && { PGPASSWORD: given }) }
  return (await promisify(execFile)(toolPath(name), options, { env })).stdout
}

function withoutPassword(url: string): string {
  const target = new URL(url)
  target.password = ''
  target.searchParams.delete('password')
  return target.href
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
