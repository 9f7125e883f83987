import { type Database, type Migrations, unsynced } from '@portico/service/database'
import { ApiError, readBody } from '@portico/service/http'
import { prepared } from '@portico/service/prepared'
import { randomToken } from '@portico/service/secrets'
import { together } from '@portico/service/together'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { shareOf, wholeShare } from '../../page/requests/limits.js'
import type { Leaving } from '../../page/types.js'
import {
  done,
  emptyBody,
  expiresAfter,
  mostPerMinute,
  mostWaiting,
  requestEndBody,
  type requestHeld,
  requestHoldBody,
  type requestPlace,
  requestSpendBody,
  type requestSpent,
} from '../api.js'
import type { Routes } from '../context.js'
import { deviceCall, sessionCall, sessionOf } from '../device/middleware.js'
import { frameLimitsOf } from '../projects/projects.js'
import type { Session } from '../sessions/sessions.js'

declare module '@portico/service/database' {
  interface Tables {
    /** One row for each wallet and site: it is locked while a place is given. `last` numbers the places. */
    request_lines: { line: string; last: number; touched_at: number }
    /** What a site has asked of a wallet within the last minutes. */
    requests: {
      id: string
      line: string
      place: number
      thumbprint: string
      asked_at: number
      expires_at: number
      /** Until then somebody holds the place. */
      held_until: number
      ended_at: number | null
    }
    /** What has left each wallet with approvals in frames since `since`, in millionths of the operator's limit for one request. */
    frame_spending: { user_id: string; since: number; spent: number }
  }
}

export const requestMigrations: Migrations = {
  requests_001: {
    up: async (db) => {
      await db.schema
        .createTable('request_lines')
        .addColumn('line', 'text', (column) => column.primaryKey())
        .addColumn('last', 'bigint', (column) => column.notNull())
        .addColumn('touched_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('requests')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('line', 'text', (column) => column.notNull())
        .addColumn('place', 'bigint', (column) => column.notNull())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('asked_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .execute()
      await db.schema.createIndex('requests_by_line').on('requests').columns(['line', 'place']).execute()
      await db.schema
        .createTable('frame_spending')
        .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('spent', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

const minute = 60_000
const day = 86_400_000
/** A page says this often that it is there, three times over, in milliseconds. */
const heldMs = 45_000
/** The same, while its visitor was sent elsewhere: a page that is hidden has its timers once a minute, or not at all. */
const awayMs = 120_000

const countUp = prepared((at, { line, now }: { line: string; now: number }) =>
  at
    .insertInto('request_lines')
    .values({ line, last: 1, touched_at: now })
    .onConflict((conflict) => conflict.column('line').doUpdateSet((row) => ({ last: row('request_lines.last', '+', 1), touched_at: now })))
    .returning('last'),
)
const knownIn = prepared((at, { line, after }: { line: string; after: number }) =>
  at
    .selectFrom('requests')
    .select(['asked_at', 'expires_at', 'held_until', 'ended_at'])
    .where('line', '=', line)
    .where((row) => row.or([row('asked_at', '>', after), row('ended_at', 'is', null)]))
    .orderBy('asked_at'),
)
const insertPlace = prepared(
  (at, given: { id: string; line: string; place: number; device: string; now: number; expires: number; held: number }) => {
    const { id, line, place, device, now, expires, held } = given
    const times = { asked_at: now, expires_at: expires, held_until: held, ended_at: null }
    return at.insertInto('requests').values({ id, line, place, thumbprint: device, ...times })
  },
)
const endPlaces = prepared((at, { ids, devices, now }: { ids: readonly string[]; devices: readonly string[]; now: number }) =>
  at
    .updateTable('requests')
    .set({ ended_at: now })
    .where((row) =>
      row(
        row.refTuple('id', 'thumbprint'),
        'in',
        ids.map((id, index) => row.tuple(id, devices[index] ?? '')),
      ),
    )
    .where('ended_at', 'is', null),
)
const spendingOf = prepared((at, { userIds, after, before }: { userIds: readonly string[]; after: number; before: number }) =>
  at
    .selectFrom('frame_spending')
    .select(['user_id', 'spent'])
    .where('user_id', 'in', userIds)
    .where('since', '>', after)
    .where('since', '<=', before),
)

/**
 * The line of requests that one site has for one wallet (`/v1/requests` and below it `hold`, `end` and `spend`): frames and tabs are
 * as many as a site likes, so that none of them can count (S12), nor know what left by another (S11).
 */
export const requestRoutes: Routes = (app, services) => {
  const { config, db, clock, onSweep } = services

  const end = together(async (asked: readonly { readonly ids: readonly string[]; readonly device: string }[]) => {
    const places = asked.flatMap(({ ids, device }) => ids.map((id) => ({ id, device })))
    // One that would not have ended is over when nobody holds its place.
    const [ids, devices] = [places.map(({ id }) => id), places.map(({ device }) => device)]
    await unsynced(db, (at) => endPlaces(at, { ids, devices, now: clock() }))
    return asked.map(() => undefined)
  })
  const spentToday = together(async (userIds: readonly string[]) => {
    const now = clock()
    const rows = await spendingOf(db, { userIds, after: now - day, before: now + day })
    const byUser = new Map(rows.map(({ user_id: id, spent }) => [id, Number(spent)]))
    return userIds.map((id) => byUser.get(id) ?? 0)
  })

  app.post('/v1/requests', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const session = sessionOf(context)
    const id = randomToken(16)
    const asking = { id, line: lineOf(session), device: context.get('device') }
    // After a power failure nobody is in the line any more: pages that come back ask for a new place.
    const turn = await unsynced(db, (at) => at.transaction().execute((trx) => take(trx, asking)))
    return context.json({ id, turn, left: await leftToday(session) } satisfies z.infer<typeof requestPlace>)
  })

  app.post('/v1/requests/hold', deviceCall(services), async (context) => {
    const { ids, away = false } = await readBody(context, requestHoldBody)
    const now = clock()
    const held = await db
      .updateTable('requests')
      .set({ held_until: now + (away ? awayMs : heldMs) })
      .where('id', 'in', ids)
      .where('thumbprint', '=', context.get('device'))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('held_until', '>', now)
      .returning(['id', 'line', 'place'])
      .execute()
    const lapsed = ids.filter((id) => !held.some((each) => each.id === id))
    if (lapsed.length > 0) held.push(...(await db.transaction().execute((trx) => takeAgain(trx, lapsed, context.get('device')))))
    const [first] = held.toSorted((a, b) => Number(a.place) - Number(b.place))
    const turn = first && (await isFirst(db, first)) ? first.id : null
    const over = ids.filter((id) => !held.some((each) => each.id === id))
    return context.json({ turn, over } satisfies z.infer<typeof requestHeld>)
  })

  app.post('/v1/requests/end', deviceCall(services), async (context) => {
    const { ids } = await readBody(context, requestEndBody)
    await end({ ids, device: context.get('device') })
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  app.post('/v1/requests/spend', sessionCall(services), async (context) => {
    const { id, networkId, leaves } = await readBody(context, requestSpendBody)
    const session = sessionOf(context)
    const network = config.networks.find((each) => each.id === networkId)
    if (!network) throw new ApiError(400, 'invalid', 'Not what is expected here: networkId.')
    const limits = frameLimitsOf(services, session.site)
    const given = leaves.map(({ asset, units }): Leaving => ({ units: BigInt(units), ...(asset !== undefined && { asset }) }))
    const { millionths, unlisted } = shareOf(given, network, limits)
    if (unlisted || millionths > wholeShare) return context.json({ status: 'window' } satisfies z.infer<typeof requestSpent>)
    const status = await db.transaction().execute(async (trx) => {
      if (!(await isShown(trx, { id, line: lineOf(session), device: context.get('device') }))) throw over()
      return (await spend(trx, session, { millionths, most: wholeShare * limits.riskyPerDay })) ? 'counted' : 'window'
    })
    return context.json({ status } satisfies z.infer<typeof requestSpent>)
  })

  onSweep(async () => {
    const now = clock()
    await db
      .deleteFrom('requests')
      .where('expires_at', '<=', now)
      .where('asked_at', '<=', now - minute)
      .execute()
    await db
      .deleteFrom('request_lines')
      .where('touched_at', '<=', now - 2 * expiresAfter)
      .execute()
    await db
      .deleteFrom('frame_spending')
      .where('since', '<=', now - day)
      .execute()
  })

  /** @throws ApiError `rate_limit`, `queue_full` */
  async function take(trx: Database, { id, line, device }: Asking): Promise<boolean> {
    const now = clock()
    // The first write locks the line: until the end of this nobody else gets a place in it.
    const [counted] = await countUp(trx, { line, now })
    if (!counted) throw new Error('The line was not counted.')
    const known = await knownIn(trx, { line, after: now - minute })
    // A clock that was set back must not close the door for longer than a minute (R16).
    const recent = known.filter(({ asked_at: at }) => at > now - minute && at <= now)
    const [oldest] = recent
    if (oldest && recent.length >= mostPerMinute) {
      const retryAfter = Math.max(1, Math.ceil((oldest.asked_at + minute - now) / 1000))
      throw new ApiError(429, 'rate_limit', 'This site asks too often.', { retryAfter })
    }
    const open = known.filter((row) => row.ended_at === null && row.expires_at > now && row.held_until > now).length
    if (open > mostWaiting) throw new ApiError(429, 'queue_full', 'Too many requests are waiting for an answer.')
    await insertPlace(trx, { id, line, place: counted.last, device, now, expires: now + expiresAfter, held: now + heldMs })
    return open === 0
  }

  /** Places that nobody held for a while, of a page that slept: they are its own still, unless somebody has come into the line since. */
  async function takeAgain(trx: Database, ids: readonly string[], device: string): Promise<{ id: string; line: string; place: number }[]> {
    const now = clock()
    const mine = trx
      .selectFrom('requests')
      .where('id', 'in', [...ids])
      .where('thumbprint', '=', device)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
    const found = await mine.select(['id', 'line', 'place']).orderBy('place').execute()
    const [first] = found
    if (!first) return []
    // Nobody gets a place in the line meanwhile.
    await trx.updateTable('request_lines').set({ touched_at: now }).where('line', '=', first.line).execute()
    if (await openIn(trx, first.line, now).select('id').where('place', '>', first.place).limit(1).executeTakeFirst()) return []
    return await trx
      .updateTable('requests')
      .set({ held_until: now + heldMs })
      .where('line', '=', first.line)
      .where('id', 'in', mine.select('id'))
      .returning(['id', 'line', 'place'])
      .execute()
  }

  async function isFirst(at: Database, { line, place }: { line: string; place: number }): Promise<boolean> {
    const before = await openIn(at, line, clock()).select('id').where('place', '<', place).limit(1).executeTakeFirst()
    return before === undefined
  }

  /** Whether a request is the one on the screen, and this page's. */
  async function isShown(at: Database, { id, line, device }: Asking): Promise<boolean> {
    const found = await openIn(at, line, clock())
      .select(['line', 'place'])
      .where('id', '=', id)
      .where('thumbprint', '=', device)
      .executeTakeFirst()
    return found !== undefined && (await isFirst(at, found))
  }

  /** A day begins with the first that leaves in it. */
  async function spend(trx: Database, { user }: Session, { millionths, most }: { millionths: number; most: number }): Promise<boolean> {
    const now = clock()
    // One that begins more than a day ahead is of a clock that was wrong (R16); of less, of another process's clock.
    const isOver = sql<boolean>`(since <= ${now - day} or since > ${now + day})`
    await trx
      .insertInto('frame_spending')
      .values({ user_id: user.id, since: now, spent: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const counted = await trx
      .updateTable('frame_spending')
      .set({
        spent: sql<number>`case when ${isOver} then 0 else spent end + ${sql.lit(millionths)}`,
        since: sql<number>`case when ${isOver} then ${sql.lit(now)} else since end`,
      })
      .where('user_id', '=', user.id)
      .where(sql<boolean>`case when ${isOver} then 0 else spent end + ${sql.lit(millionths)} <= ${sql.lit(most)}`)
      .returning('spent')
      .executeTakeFirst()
    return counted !== undefined
  }

  async function leftToday(session: Session): Promise<number> {
    const most = wholeShare * frameLimitsOf(services, session.site).riskyPerDay
    return Math.max(0, most - (await spentToday(session.user.id)))
  }
}

interface Asking {
  readonly id: string
  readonly line: string
  /** Thumbprint of the page's key. */
  readonly device: string
}

function lineOf({ user, site }: Session): string {
  return `${user.id} ${site.origin}`
}

/** Requests that are on the screen or wait. */
function openIn(db: Database, line: string, now: number) {
  return db
    .selectFrom('requests')
    .where('line', '=', line)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('held_until', '>', now)
}

function over(): ApiError {
  return new ApiError(404, 'not_found', 'This request is over.')
}
