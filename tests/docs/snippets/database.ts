import { kyselyStore, siwxMigrations } from '@portico/siwx/server/kysely'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import Database from 'libsql'

const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database('members.db') }) })
await new Migrator({ db, provider: { getMigrations: async () => ({ ...siwxMigrations }) } }).migrateToLatest()

export const store = kyselyStore(db)
