import Sqlite from 'libsql'
import { type Dialect, type Driver, type SqliteDatabase, type SqliteStatement, SqliteAdapter, SqliteDialect } from 'kysely'
import * as z from 'zod/mini'
import { type Disk, createDisk } from './disk.js'

/** How many statements are kept prepared: more than the services have texts of. */
const mostPrepared = 200
/** These alone are the same whenever they run: others change tables, or do their work as they are prepared. */
const isLasting = /^(select|insert|update|delete|begin|commit|rollback)\b/i
/** These write nothing themselves. */
const isNoWrite = /^(select|begin|commit|rollback)\b/i

const journalMode = z.tuple([z.object({ journal_mode: z.string() })])

/** What the holder of the connection writes, and whether its answer waits for the disk. */
export interface Durability {
  waits: boolean
  wrote: boolean
}

/** Of each database that is a file, by what tells its dialect. */
const durabilities = new WeakMap<object, Durability>()

/** Of a database that is a file, also within a transaction. */
export function durabilityOf(adapter: object): Durability | undefined {
  return durabilities.get(adapter)
}

/**
 * A file, or `:memory:`, as a dialect of kysely. Whoever wrote to a file has its answer when that is on the disk, and the next one
 * works meanwhile: a commit that waits itself (`synchronous = FULL`) would hold up the thread for all. So somebody else can read what
 * would be lost in a power failure within the next milliseconds, but nothing that is written upon it can outlive it.
 * @param lockMs milliseconds that a statement may wait for a lock
 */
export function sqliteDialect(file: string, lockMs: number, toDisk: (log: string) => Disk = createDisk): Dialect {
  const database = new Sqlite(file)
  const [{ journal_mode: mode }] = journalMode.parse(database.pragma('journal_mode = WAL'))
  // Without such a log, on a file system that has none, SQLite itself waits.
  const disk = mode === 'wal' ? toDisk(`${file}-wal`) : undefined
  database.pragma(`synchronous = ${disk ? 'NORMAL' : 'FULL'}`)
  // What is deleted is overwritten.
  database.pragma('secure_delete = ON')
  database.pragma('foreign_keys = ON')
  database.pragma(`busy_timeout = ${lockMs}`)
  const durability: Durability = { waits: true, wrote: false }
  const adapter = new SqliteAdapter()
  if (disk) durabilities.set(adapter, durability)
  const dialect = new SqliteDialect({ database: prepareOnce(database, durability) })
  return {
    createAdapter: () => adapter,
    createDriver: () => (disk ? durableDriver(dialect.createDriver(), disk, durability) : dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** Gives the connection to the next one first, and then waits for the disk. */
function durableDriver(driver: Driver, disk: Disk, durability: Durability): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: () => driver.acquireConnection(),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: async (connection) => {
      const { wrote } = durability
      durability.wrote = false
      await driver.releaseConnection(connection)
      if (wrote) await disk.synced()
    },
    destroy: async () => {
      await disk.close()
      await driver.destroy()
    },
  }
}

/** Keeps statements for their next time, and notes what writes. */
function prepareOnce(database: Sqlite.Database, durability: Durability): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare: (text) => {
      if (durability.waits && !isNoWrite.test(text)) durability.wrote = true
      if (!isLasting.test(text)) {
        prepared.clear()
        return statementOf(database, text)
      }
      const statement = prepared.get(text) ?? statementOf(database, text)
      // The one that was used longest ago comes first, and goes first.
      prepared.delete(text)
      prepared.set(text, statement)
      const [oldest] = prepared.keys()
      if (prepared.size > mostPrepared && oldest !== undefined) prepared.delete(oldest)
      return statement
    },
  }
}

function statementOf(database: Sqlite.Database, text: string): SqliteStatement {
  const statement = database.prepare(text)
  const { reader } = statement
  return {
    reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  }
}
