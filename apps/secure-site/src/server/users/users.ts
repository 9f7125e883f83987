import type { Database, Migrations, Tables } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { type Secrets, randomToken } from '@portico/service/secrets'
import { sql } from 'kysely'
import type { SessionUser } from '../api.js'

declare module '@portico/service/database' {
  interface Tables {
    /**
     * `email_index` is an HMAC, so that an address is found but not read; `email` is sealed. A social account has no index: it may
     * have an address for mails to its owner, but nobody logs in by it.
     */
    users: { id: string; email_index: string | null; email: string | null; user_name: string | null; created_at: number }
    /** Browsers that have proven an address, by device key. */
    devices: { thumbprint: string; email_index: string; seen_at: number }
  }
}

export const userMigrations: Migrations = {
  auth_001_users: {
    up: async (db) => {
      await db.schema
        .createTable('users')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email_index', 'text', (column) => column.unique())
        .addColumn('email', 'text')
        .addColumn('user_name', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('devices')
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('email_index', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('devices_key', ['thumbprint', 'email_index'])
        .execute()
    },
  },
}

/** People and their addresses. Methods take `trx` first where they may be part of a transaction. */
export interface Users {
  /** The HMAC that an address is stored with now. Case and white space around it make no difference. */
  readonly emailIndex: (email: string) => string
  /** The account with this address, made if there is none. Only after the address was proven. */
  readonly byEmail: (trx: Database, email: string) => Promise<SessionUser>
  /** Makes an account, without an address or with one that was proven and is nobody's. @throws ApiError `email_taken` */
  readonly create: (trx: Database, fields: { email?: string; userName?: string }) => Promise<SessionUser>
  readonly find: (db: Database, id: string) => Promise<SessionUser | undefined>
  /** Somebody whose row was read along with another one. */
  readonly read: (row: Pick<Tables['users'], 'id' | 'email' | 'user_name'>) => SessionUser
  /** Gives an account another address, if it still has the old one. @throws ApiError `email_taken`, `conflict` */
  readonly changeEmail: (trx: Database, change: { id: string; from: string | null; to: string }) => Promise<void>
  /** Whether this browser has proven this address before. */
  readonly isKnownDevice: (device: string, email: string) => Promise<boolean>
  readonly rememberDevice: (trx: Database, device: string, email: string) => Promise<void>
  /** Indexes anew what was indexed by an older key. Gives how many were changed. */
  readonly reindex: () => Promise<number>
}

export function createUsers({ db, clock, secrets }: { db: Database; clock: () => number; secrets: Secrets }): Users {
  const emailIndex = (email: string): string => secrets.index('email', normalEmail(email))
  const indexesOf = (email: string): readonly string[] => secrets.indexes('email', normalEmail(email))
  /** An address is stored with another index; the browsers that have proven it come along. */
  const moveIndex = async (trx: Database, id: string, from: string, to: string): Promise<void> => {
    const moved = await trx
      .updateTable('users')
      .set({ email_index: to })
      .where('id', '=', id)
      .where('email_index', '=', from)
      .returning('id')
      .executeTakeFirst()
    if (!moved) return
    const known = await trx.selectFrom('devices').selectAll().where('email_index', '=', from).execute()
    for (const device of known) {
      const again = { ...device, email_index: to }
      await trx
        .insertInto('devices')
        .values(again)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await trx.deleteFrom('devices').where('email_index', '=', from).execute()
  }
  const read: Users['read'] = ({ id, email, user_name: userName }) => ({
    id,
    email: email === null ? null : secrets.open('email', email, id),
    userName,
  })
  const columns = ['id', 'email', 'user_name'] as const

  const create: Users['create'] = async (trx, { email, userName }) => {
    const id = randomToken(16)
    if (email !== undefined) {
      const other = await trx.selectFrom('users').select('id').where('email_index', 'in', indexesOf(email)).executeTakeFirst()
      if (other) throw taken()
    }
    const made = await trx
      .insertInto('users')
      .values({
        id,
        email_index: email === undefined ? null : emailIndex(email),
        email: email === undefined ? null : secrets.seal('email', normalEmail(email), id),
        user_name: userName ?? null,
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!made) throw taken()
    return read(made)
  }

  return {
    emailIndex,
    create,
    read,
    byEmail: async (trx, email) => {
      const index = emailIndex(email)
      const find = () => trx.selectFrom('users').select(columns).where('email_index', 'in', indexesOf(email)).executeTakeFirst()
      const found = await find()
      if (found) return read(found)
      const id = randomToken(16)
      // Another request may be doing the same: the first one makes it, and both find it.
      await trx
        .insertInto('users')
        .values({
          id,
          email_index: index,
          email: secrets.seal('email', normalEmail(email), id),
          user_name: null,
          created_at: clock(),
        })
        .onConflict((conflict) => conflict.column('email_index').doNothing())
        .execute()
      const made = await find()
      if (!made) throw new Error('The account was not made.')
      return read(made)
    },
    find: async (at, id) => {
      const found = await at.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
      return found && read(found)
    },
    changeEmail: async (trx, { id, from, to }) => {
      const index = emailIndex(to)
      const other = await trx.selectFrom('users').select('id').where('email_index', 'in', indexesOf(to)).executeTakeFirst()
      if (other && other.id !== id) throw taken()
      const before = await trx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
      const isStill = before !== undefined && (before.email === null ? null : secrets.open('email', before.email, id)) === from
      const changed =
        isStill &&
        (await trx
          .updateTable('users')
          .set({ email_index: index, email: secrets.seal('email', normalEmail(to), id) })
          .where('id', '=', id)
          // What was read above: a change in between makes another text of it.
          .where('email', before.email === null ? 'is' : '=', before.email)
          .returning('id')
          .executeTakeFirst())
      if (!changed) throw new ApiError(409, 'conflict', 'The e-mail address was changed elsewhere.')
    },
    isKnownDevice: async (device, email) => {
      const found = await db
        .selectFrom('devices')
        .select('thumbprint')
        .where('thumbprint', '=', device)
        .where('email_index', 'in', indexesOf(email))
        .executeTakeFirst()
      return found !== undefined
    },
    rememberDevice: async (trx, device, email) => {
      const seen = { seen_at: clock() }
      await trx
        .insertInto('devices')
        .values({ thumbprint: device, email_index: emailIndex(email), ...seen })
        .onConflict((conflict) => conflict.columns(['thumbprint', 'email_index']).doUpdateSet(seen))
        .execute()
    },
    reindex: async () => {
      const prefix = `${secrets.newest}.`
      let changed = 0
      for (;;) {
        const old = await db
          .selectFrom('users')
          .select(['id', 'email', 'email_index'])
          .where('email_index', 'is not', null)
          .where(sql<string>`substr(email_index, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
          .limit(200)
          .execute()
        for (const { id, email, email_index: from } of old) {
          if (email === null || from === null) continue
          const to = emailIndex(secrets.open('email', email, id))
          await db.transaction().execute((trx) => moveIndex(trx, id, from, to))
          changed += 1
        }
        if (old.length > 0) continue
        // Browsers of addresses that nobody has any more: they prove them again.
        await db
          .deleteFrom('devices')
          .where(sql<string>`substr(email_index, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
          .execute()
        return changed
      }
    },
  }
}

/** What an address is compared and stored as. Mail servers could tell capitals apart, and none does. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

function taken(): ApiError {
  return new ApiError(409, 'email_taken', 'This e-mail address belongs to another account.')
}
