import { kyselyStore, siwxMigrations } from '@portico/siwx/server/kysely'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import Database from 'libsql'

const database = new Database('members.db', { timeout: 5000 }) // a second process waits for its turn, instead of failing
database.pragma('journal_mode = WAL')

const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
await new Migrator({ db, provider: { getMigrations: async () => ({ ...siwxMigrations }) } }).migrateToLatest()

export const store = kyselyStore(db)
