import type { Database, Migrations } from '@portico/service/database'
import { prepared } from '@portico/service/prepared'
import { digest, randomToken } from '@portico/service/secrets'
import { together } from '@portico/service/together'
import type { SessionStarted, SessionUser } from '../api.js'
import type { Site } from '../projects/projects.js'
import type { Users } from '../users/users.js'

declare module '@portico/service/database' {
  interface Tables {
    /** `id` is the digest of the token. */
    sessions: {
      id: string
      user_id: string
      thumbprint: string
      project_id: string
      origin: string
      method: string
      created_at: number
      expires_at: number
      ended_at: number | null
    }
    /** Cookies that a reloaded page gets its session back with, where the browser stores nothing else. By digest. */
    resumes: { id: string; session_id: string; expires_at: number }
    /** Logins that another page of the same browser may take: see `grants.ts`. By digest of the secret. */
    session_grants: { id: string; session_id: string; thumbprint: string; project_id: string; origin: string; expires_at: number }
  }
}

export const sessionMigrations: Migrations = {
  auth_002_sessions: {
    up: async (db) => {
      await db.schema
        .createTable('sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('method', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .execute()
      await db.schema.createIndex('sessions_by_device').on('sessions').columns(['thumbprint', 'origin']).execute()
      await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
      await db.schema
        .createTable('resumes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

export interface Session {
  /** Digest of the token: may be stored, and opens nothing. */
  readonly id: string
  readonly user: SessionUser
  readonly device: string
  readonly site: Site
  /** How the visitor logged in: 'email', 'google' … */
  readonly method: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface StartParameters {
  user: SessionUser
  /** Thumbprint of the device key. */
  device: string
  site: Site
  method: string
  /** Milliseconds since 1970 at which it ends at the latest, for a login that follows from another one. */
  until?: number
}

/** Logins. A token is worth nothing without the device key that it was given to (S32). */
export interface Sessions {
  /** A new token for each login; earlier logins of this browser on this site end (no fixation). */
  readonly start: (trx: Database, parameters: StartParameters) => Promise<SessionStarted>
  /** The session of a token, if it is this device's on this site and has not ended. */
  readonly find: (token: string, device: string, site: Site) => Promise<Session | undefined>
  readonly end: (id: string) => Promise<void>
  /** Ends those of somebody that came of one way to log in, or of any where it is undefined, but one. Gives how many. */
  readonly endOthers: (trx: Database, of: { userId: string; method: string | undefined; but: string }) => Promise<number>
  /** Ends all of all visitors. Gives how many. */
  readonly endAll: (trx: Database) => Promise<number>
  /** A secret that `resume` takes once. Earlier ones of this session are void. */
  readonly remember: (id: string) => Promise<string>
  /** A new session for a new device key, in exchange for the old session; undefined when the secret is not good any more. */
  readonly resume: (secret: string, device: string, site: Site) => Promise<SessionStarted | undefined>
}

export interface SessionsParameters {
  db: Database
  clock: () => number
  users: Users
  /** How long a login lasts, in seconds. */
  seconds: number
}

const openSessions = prepared((at, { ids, now }: { ids: readonly string[]; now: number }) =>
  at
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.user_name', 'method', 'sessions.created_at', 'expires_at'])
    .select(['sessions.id as session_id', 'thumbprint', 'project_id', 'origin'])
    .where('sessions.id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now),
)

export function createSessions({ db, clock, users, seconds }: SessionsParameters): Sessions {
  const start: Sessions['start'] = async (trx, { user, device, site, method, until = Number.POSITIVE_INFINITY }) => {
    const now = clock()
    const ends = Math.min(now + seconds * 1000, until)
    await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('thumbprint', '=', device)
      .where('origin', '=', site.origin)
      .where('ended_at', 'is', null)
      .execute()
    const token = randomToken()
    await trx
      .insertInto('sessions')
      .values({
        id: digest(token),
        user_id: user.id,
        thumbprint: device,
        project_id: site.projectId,
        origin: site.origin,
        method,
        created_at: now,
        expires_at: ends,
        ended_at: null,
      })
      .execute()
    return { token, expiresIn: Math.floor((ends - now) / 1000), user }
  }

  const read = together(async (ids: readonly string[]) => {
    const rows = await openSessions(db, { ids, now: clock() })
    const byId = new Map(rows.map((row) => [row.session_id, row]))
    return ids.map((id) => byId.get(id))
  })

  return {
    start,
    find: async (token, device, site) => {
      const id = digest(token)
      const found = await read(id)
      if (found?.thumbprint !== device || found.project_id !== site.projectId || found.origin !== site.origin) return undefined
      const { method, created_at: createdAt, expires_at: expiresAt } = found
      return { id, user: users.read(found), device, site, method, createdAt, expiresAt }
    },
    end: async (id) => {
      await db.transaction().execute(async (trx) => {
        // In the order of `endAll`: they may come at the same moment.
        await trx.deleteFrom('resumes').where('session_id', '=', id).execute()
        await trx.updateTable('sessions').set({ ended_at: clock() }).where('id', '=', id).where('ended_at', 'is', null).execute()
      })
    },
    endOthers: async (trx, { userId, method, but }) => {
      const now = clock()
      const some = trx.selectFrom('sessions').select('id').where('user_id', '=', userId).where('id', '<>', but)
      const theirs = method === undefined ? some : some.where('method', '=', method)
      // First what sessions come of, as in `endAll`, and again until there is none.
      await trx.deleteFrom('session_grants').where('session_id', 'in', theirs).execute()
      await trx.deleteFrom('resumes').where('session_id', 'in', theirs).execute()
      for (let all = 0; ; ) {
        const ended = await trx
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('id', 'in', theirs)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', now)
          .executeTakeFirst()
        if (ended.numUpdatedRows === 0n) return all
        all += Number(ended.numUpdatedRows)
      }
    },
    endAll: async (trx) => {
      const now = clock()
      // First what sessions come of, so that one that is on its way has come, or does not.
      await trx.deleteFrom('session_grants').execute()
      await trx.deleteFrom('resumes').execute()
      // Again until there is none: while one is waited for that another is just coming of, that other one is not seen.
      for (let all = 0; ; ) {
        const ended = await trx
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('ended_at', 'is', null)
          .where('expires_at', '>', now)
          .executeTakeFirst()
        if (ended.numUpdatedRows === 0n) return all
        all += Number(ended.numUpdatedRows)
      }
    },
    remember: async (id) => {
      const secret = randomToken()
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('resumes').where('session_id', '=', id).execute()
        const row = { id: digest(secret), session_id: id, expires_at: clock() + seconds * 1000 }
        await trx.insertInto('resumes').values(row).execute()
      })
      return secret
    },
    resume: (secret, device, site) =>
      db.transaction().execute(async (trx) => {
        const used = await trx
          .deleteFrom('resumes')
          .where('id', '=', digest(secret))
          .where('expires_at', '>', clock())
          .returning('session_id')
          .executeTakeFirst()
        if (!used) return undefined
        const old = await trx
          .updateTable('sessions')
          .set({ ended_at: clock() })
          .where('id', '=', used.session_id)
          .where('project_id', '=', site.projectId)
          .where('origin', '=', site.origin)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', clock())
          .returning(['user_id', 'method'])
          .executeTakeFirst()
        const user = old && (await users.find(trx, old.user_id))
        return user && (await start(trx, { user, device, site, method: old.method }))
      }),
  }
}
