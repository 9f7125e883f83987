import { type Migration, Kysely, Migrator, PostgresDialect, SqliteAdapter, sql } from 'kysely'
import pg from 'pg'
import { DatabaseError, OptionsError } from '../errors.js'
import { durabilityOf, sqliteDialect } from './sqlite.js'

/**
 * Tables of the database, by name. A feature adds its own from its folder:
 * `declare module '@portico/service/database' { interface Tables { otp_flows: OtpFlows } }`.
 * Columns are text, whole numbers (times in milliseconds since 1970) or 0/1, so that SQLite and Postgres agree.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- features fill it
export interface Tables {}

/** Also inside a transaction. */
export type Database = Kysely<Tables>

/** By name, in whose order they run. A name begins with its feature's, as 'email_001'; those of 'auth' come first. */
export type Migrations = Readonly<Record<string, Migration>>

/** Milliseconds that a statement may wait for a lock. */
const lockMs = 5000

/**
 * Opens a database: a `postgres://` URL, a file, or `:memory:`. Nothing is read or written yet.
 * @param at.option what names it in an error
 * @throws DatabaseError; OptionsError for what is neither, without saying it
 */
export function openDatabase(url: string, { option = 'database' }: { option?: string } = {}): Database {
  // What it says may hold a password, as `"postgres://…"` of a file of variables that keeps quotes.
  if (!isPostgresUrl(url) && url.includes('://') && !url.startsWith('file:'))
    throw new OptionsError(`${option}: neither a postgres:// URL nor a file; it stands without quotes`)
  return isPostgresUrl(url) ? openPostgres(url, option) : openSqlite(sqliteFile(url), option)
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/.test(url)
}

/** The file that a database's URL names, or `:memory:`. */
export function sqliteFile(url: string): string {
  return url.replace(/^file:/, '')
}

/** Brings the tables to what the features need. @param at.option what names the database in an error @throws DatabaseError naming the migration */
export async function migrate(db: Database, migrations: Migrations, { option = 'database' }: { option?: string } = {}): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) }
  // Features grow apart from each other, so a name may sort before one that has run.
  const { error, results } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new DatabaseError(`The database can't be brought up to date${failed ? ` (${failed.migrationName})` : ''}: ${textOf(error)}`, {
    cause: error,
    option,
  })
}

/** Noted in the file once what was deleted before `secure_delete` is out of it. */
const vacuumed = 1

/**
 * Takes what was deleted out of a SQLite file: of its log each time, and once of what releases before wrote. Postgres does it by
 * itself (autovacuum), in its own time.
 */
export async function forgetDeleted(db: Database): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db)
  if ((rows[0]?.user_version ?? 0) < vacuumed) {
    await sql`vacuum`.execute(db)
    await sql`pragma user_version = ${sql.lit(vacuumed)}`.execute(db)
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/**
 * Writes what nobody misses after a power failure, such as what counts for a minute: its answer does not wait for the disk. Another
 * process sees it at once, and a process that is killed loses nothing. SQLite alone: Postgres has its own way of gathering commits.
 */
export async function unsynced<T>(db: Database, run: (at: Database) => Promise<T>): Promise<T> {
  const durability = durabilityOf(db.getExecutor().adapter)
  if (!durability) return await run(db)
  // Nothing else runs on the connection meanwhile.
  return await db.connection().execute(async (at) => {
    durability.waits = false
    try {
      return await run(at)
    } finally {
      durability.waits = true
    }
  })
}

function openSqlite(file: string, option: string): Database {
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(file, lockMs) })
  } catch (error) {
    throw new DatabaseError(`The database ${file} can't be opened: ${textOf(error)}.`, { option })
  }
}

function openPostgres(url: string, option: string): Database {
  if (!URL.canParse(url)) throw new OptionsError(`${option}: not a URL; signs of a password such as / and # are percent-encoded`)
  // Times and counts are whole numbers far below 2^53, and SQLite gives numbers too.
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  const pool = new pg.Pool({ connectionString: url, types, max: 10, connectionTimeoutMillis: lockMs, statement_timeout: 10_000 })
  // A connection that dies while it is idle: the next query gets another.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
