import type { Migrations } from '@portico/service/database'
import { ApiError, readBody } from '@portico/service/http'
import { digest, randomToken } from '@portico/service/secrets'
import type * as z from 'zod/mini'
import { acceptBody, grantBody, type grantMade, type SessionStarted } from '../api.js'
import type { Routes } from '../context.js'
import { deviceCall, sessionCall, sessionOf } from '../device/middleware.js'

export const grantMigrations: Migrations = {
  auth_010_grants: {
    up: async (db) => {
      await db.schema
        .createTable('session_grants')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('session_grants_by_time').on('session_grants').column('expires_at').execute()
    },
  },
}

/** Seconds for which a grant is good: both pages are open, and wait for it. */
const lifetime = 60
const limits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]

/**
 * `POST /v1/session/grant` and `/v1/session/accept`: a second site in a browser that is known. The two pages, both of this origin, find each
 * other in the browser; a grant that anybody else gets to see is worth nothing without the device key that it was made for.
 */
export const grantRoutes: Routes = (app, services) => {
  const { db, clock, rates, projects, sessions, users, audit, onSweep } = services

  app.post('/v1/session/grant', sessionCall(services), async (context) => {
    const { device, projectId, origin } = await readBody(context, grantBody)
    const session = sessionOf(context)
    const site = projects.site(projectId, origin)
    if (!site) throw new ApiError(403, 'unregistered_site', 'This site is not registered here.')
    const taken = await rates.take([{ key: `grant:${session.user.id}:${session.device}`, limits }])
    if (taken.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    }
    const grant = randomToken()
    const row = { id: digest(grant), session_id: session.id, thumbprint: device, project_id: projectId, origin }
    await db
      .insertInto('session_grants')
      .values({ ...row, expires_at: clock() + lifetime * 1000 })
      .execute()
    await audit.write('session.granted', { user: session.user.id, session: session.id, device, origin })
    return context.json({ grant, expiresIn: lifetime } satisfies z.infer<typeof grantMade>)
  })

  app.post('/v1/session/accept', deviceCall(services), async (context) => {
    const { grant } = await readBody(context, acceptBody)
    const [device, site] = [context.get('device'), context.get('site')]
    const started = await db.transaction().execute(async (trx): Promise<SessionStarted | undefined> => {
      // Another key or another site finds nothing, and leaves the grant to whom it was made for.
      const used = await trx
        .deleteFrom('session_grants')
        .where('id', '=', digest(grant))
        .where('thumbprint', '=', device)
        .where('project_id', '=', site.projectId)
        .where('origin', '=', site.origin)
        .where('expires_at', '>', clock())
        .returning('session_id')
        .executeTakeFirst()
      if (!used) return undefined
      // Written, not read: whoever ends it meanwhile waits, and sees what has come of it.
      const from = await trx
        .updateTable('sessions')
        .set({ ended_at: null })
        .where('id', '=', used.session_id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', clock())
        .returning(['user_id', 'method', 'expires_at'])
        .executeTakeFirst()
      const user = from && (await users.find(trx, from.user_id))
      return user && (await sessions.start(trx, { user, device, site, method: from.method, until: from.expires_at }))
    })
    if (!started) throw new ApiError(404, 'not_found', 'This login is over. Please start again.')
    await audit.write('session.continued', { user: started.user.id, session: digest(started.token), origin: site.origin })
    return context.json(started)
  })

  onSweep(async () => void (await db.deleteFrom('session_grants').where('expires_at', '<=', clock()).execute()))
}
