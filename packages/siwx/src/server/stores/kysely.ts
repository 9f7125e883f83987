import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'
import { SiwxOptionsError } from '../errors.js'
import { ownerOf, type SiwxSession, type SiwxStore } from '../types.js'

/** A Kysely database on SQLite or Postgres, whatever its tables are. */
export interface SiwxDatabase extends QueryExecutorProvider {
  readonly transaction: () => { readonly execute: <T>(work: (transaction: QueryExecutorProvider) => Promise<T>) => Promise<T> }
}

/**
 * What makes the two tables, for Kysely's `Migrator`. Times are milliseconds since 1970.
 * @example await new Migrator({ db, provider: { getMigrations: async () => siwxMigrations } }).migrateToLatest()
 */
export const siwxMigrations: Readonly<Record<string, Migration>> = {
  siwx_001: {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('siwx_nonces')
        .addColumn('nonce', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('siwx_nonces_expires_at').on('siwx_nonces').column('expires_at').execute()
      await db.schema
        .createTable('siwx_sessions')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('token', 'varchar(64)', (column) => column.notNull())
        .addColumn('owner', 'varchar(160)', (column) => column.notNull())
        .addColumn('account', 'varchar(200)', (column) => column.notNull())
        .addColumn('scope', 'varchar(16)', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('signature', 'text', (column) => column.notNull())
        .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      for (const column of ['token', 'owner', 'expires_at'])
        await db.schema.createIndex(`siwx_sessions_${column}`).on('siwx_sessions').column(column).execute()
    },
    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('siwx_sessions').execute()
      await db.schema.dropTable('siwx_nonces').execute()
    },
  },
}

interface Row {
  readonly id: string
  readonly account: string
  readonly scope: string
  readonly message: string
  readonly signature: string
  /** Postgres gives what is that large as text, unless it was told otherwise. */
  readonly signed_in_at: number | string
  readonly expires_at: number | string
}

const sessionOf = ({ id, account, scope, message, signature, signed_in_at, expires_at }: Row): SiwxSession => ({
  id,
  account,
  scope: scope === 'namespace' ? 'namespace' : 'chain',
  text: message,
  signature,
  signedInAt: Number(signed_in_at),
  expiresAt: Number(expires_at),
})

/**
 * Keeps nonces and sessions in a database, for as many servers as there are. Run {@link siwxMigrations} first.
 * @example const store = kyselyStore(new Kysely({ dialect }))
 * @throws SiwxOptionsError for what is no Kysely database
 */
export function kyselyStore(db: SiwxDatabase): SiwxStore {
  if (typeof Object(db).getExecutor !== 'function')
    throw new SiwxOptionsError('kyselyStore needs a Kysely database: kyselyStore(new Kysely({ dialect })).')
  return {
    addNonce: async ({ nonce, expiresAt }) => {
      await sql`delete from siwx_nonces where expires_at <= ${Date.now()}`.execute(db)
      await sql`delete from siwx_sessions where expires_at <= ${Date.now()}`.execute(db)
      await sql`insert into siwx_nonces (nonce, expires_at) values (${nonce}, ${expiresAt})`.execute(db)
    },
    takeNonce: async ({ nonce, now }) => {
      const { rows } = await sql<Pick<Row, 'expires_at'>>`delete from siwx_nonces where nonce = ${nonce} returning expires_at`.execute(db)
      return rows.some(({ expires_at }) => Number(expires_at) > now)
    },
    addSessions: async ({ token, previous, sessions }) => {
      const rows = sessions.map(
        ({ id, account, scope, text, signature, signedInAt, expiresAt }) =>
          sql`(${id}, ${token}, ${ownerOf(account)}, ${account}, ${scope}, ${text}, ${signature}, ${signedInAt}, ${expiresAt})`,
      )
      const insert = sql`insert into siwx_sessions (id, token, owner, account, scope, message, signature, signed_in_at, expires_at)
        values ${sql.join(rows)}`
      // One statement needs no transaction, which would hold SQLite's lock while other requests are worked on in between.
      if (previous === undefined) return void (await insert.execute(db))
      await db.transaction().execute(async (transaction) => {
        const accounts = sql.join(sessions.map(({ account }) => account))
        await sql`delete from siwx_sessions where token = ${previous} and account in (${accounts})`.execute(transaction)
        await sql`update siwx_sessions set token = ${token} where token = ${previous}`.execute(transaction)
        await insert.execute(transaction)
      })
    },
    sessionsOfToken: async ({ token, now }) => {
      const { rows } =
        await sql<Row>`select * from siwx_sessions where token = ${token} and expires_at > ${now} order by signed_in_at desc`.execute(db)
      return rows.map(sessionOf)
    },
    sessionsOfOwner: async ({ owner, now }) => {
      const { rows } =
        await sql<Row>`select * from siwx_sessions where owner = ${owner} and expires_at > ${now} order by signed_in_at desc`.execute(db)
      return rows.map(sessionOf)
    },
    endSessions: async (ids) => {
      if (ids.length > 0) await sql`delete from siwx_sessions where id in (${sql.join(ids)})`.execute(db)
    },
  }
}
