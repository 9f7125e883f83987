import type { Migrations } from '@portico/service/database'
import { ApiError, readBody } from '@portico/service/http'
import { digest, randomToken } from '@portico/service/secrets'
import * as z from 'zod/mini'
import {
  done,
  handoffAnswerBody,
  handoffBody,
  handoffCancelBody,
  handoffHeld,
  handoffMade,
  handoffOpenBody,
  handoffOpened,
  handoffWaitBody,
  handoffWaited,
} from '../api.js'
import type { Routes } from '../context.js'
import { deviceCall, sessionCall, sessionOf } from '../device/middleware.js'

declare module '@portico/service/database' {
  interface Tables {
    /** Sealed requests for a window, and their sealed answers. By digest of the id. */
    handoffs: {
      id: string
      thumbprint: string
      purpose: string
      request: string
      claim: string | null
      answer: string | null
      expires_at: number
    }
  }
}

export const handoffMigrations: Migrations = {
  handoffs_001: {
    up: async (db) => {
      await db.schema
        .createTable('handoffs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('claim', 'text')
        .addColumn('answer', 'text')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('handoffs_by_time').on('handoffs').column('expires_at').execute()
    },
  },
}

/** A request waits this long, in seconds (S12). */
const lifetime = 300
const waitMs = 25_000
/** New ones of one login within a minute: more than the ten requests that a site may make. */
const perMinute = 20
/** Characters of an ordinary sealed request, and how many longer ones of one login there may be within a minute. */
const ordinary = 87_382
const longPerMinute = 4

/**
 * The mailbox between the frame and a window of its own: `/v1/handoffs` and below it `open`, `held`, `answer`, `wait` and `cancel`.
 * Everything in it is sealed by a key that stands in the window's fragment, so the server passes on what it can't read.
 */
export const handoffRoutes: Routes = (app, services) => {
  const { db, clock, rates, signals, onSweep } = services
  const signal = (id: string): string => `handoff:${id}`

  app.post('/v1/handoffs', sessionCall(services), async (context) => {
    const { purpose, request } = await readBody(context, handoffBody)
    const { id: session } = sessionOf(context)
    const taken = await rates.take([
      { key: `handoff:${session}`, limits: [{ limit: perMinute, seconds: 60 }] },
      ...(request.length > ordinary ? [{ key: `handoff:long:${session}`, limits: [{ limit: longPerMinute, seconds: 60 }] }] : []),
    ])
    if (taken.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    }
    const id = randomToken(16)
    const row = { id: digest(id), thumbprint: context.get('device'), purpose, request, claim: null, answer: null }
    await db
      .insertInto('handoffs')
      .values({ ...row, expires_at: clock() + lifetime * 1000 })
      .execute()
    return context.json({ id, expiresIn: lifetime } satisfies z.infer<typeof handoffMade>)
  })

  // The window has another device key, or none: the id, which only its opener knows, and its own claim stand for it.
  app.post('/v1/handoffs/open', async (context) => {
    const { id, claim } = await readBody(context, handoffOpenBody)
    const key = digest(id)
    const opened = await db
      .updateTable('handoffs')
      .set({ claim: digest(claim) })
      .where('id', '=', key)
      .where('answer', 'is', null)
      .where('expires_at', '>', clock())
      .where((row) => row.or([row('claim', 'is', null), row('claim', '=', digest(claim))]))
      .returning(['purpose', 'request', 'expires_at'])
      .executeTakeFirst()
    if (!opened) throw await missing(key)
    signals.notify(signal(key))
    const expiresIn = Math.max(0, Math.floor((opened.expires_at - clock()) / 1000))
    return context.json({ purpose: opened.purpose, request: opened.request, expiresIn } satisfies z.infer<typeof handoffOpened>)
  })

  app.post('/v1/handoffs/held', async (context) => {
    const { id, claim } = await readBody(context, handoffOpenBody)
    const key = digest(id)
    const isHeld = () =>
      db
        .selectFrom('handoffs')
        .select('id')
        .where('id', '=', key)
        .where('claim', '=', digest(claim))
        .where('answer', 'is', null)
        .where('expires_at', '>', clock())
        .executeTakeFirst()
    const gone = await signals.wait(signal(key), async () => ((await isHeld()) ? undefined : { held: false }), {
      milliseconds: waitMs,
      signal: context.req.raw.signal,
    })
    return context.json({ held: gone === undefined } satisfies z.infer<typeof handoffHeld>)
  })

  app.post('/v1/handoffs/answer', async (context) => {
    const { id, claim, answer } = await readBody(context, handoffAnswerBody)
    const key = digest(id)
    const answered = await db
      .updateTable('handoffs')
      .set({ answer })
      .where('id', '=', key)
      .where('claim', '=', digest(claim))
      .where('answer', 'is', null)
      .where('expires_at', '>', clock())
      .returning('id')
      .executeTakeFirst()
    if (!answered) throw await missing(key)
    signals.notify(signal(key))
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  app.post('/v1/handoffs/wait', deviceCall(services), async (context) => {
    const { id, seen } = await readBody(context, handoffWaitBody)
    const [key, device] = [digest(id), context.get('device')]
    const first = await read(key, device)
    if (!first) throw notFound()
    const opened = seen === undefined ? first.claim !== null : seen === 'opened'
    const changed = await signals.wait(
      signal(key),
      async () => {
        const row = await read(key, device)
        return !row || row.answer !== null || (row.claim !== null) !== opened ? { row } : undefined
      },
      { milliseconds: waitMs, signal: context.req.raw.signal },
    )
    const row = changed ? changed.row : first
    if (!row) throw notFound()
    type Answer = z.infer<typeof handoffWaited>
    if (row.answer === null) return context.json({ status: row.claim === null ? 'waiting' : 'opened' } satisfies Answer)
    // Whoever takes it away gives it out: once.
    const taken = await db.deleteFrom('handoffs').where('id', '=', key).returning('answer').executeTakeFirst()
    if (!taken?.answer) throw notFound()
    return context.json({ status: 'answered', answer: taken.answer } satisfies Answer)
  })

  app.post('/v1/handoffs/cancel', deviceCall(services), async (context) => {
    const { id } = await readBody(context, handoffCancelBody)
    await db.deleteFrom('handoffs').where('id', '=', digest(id)).where('thumbprint', '=', context.get('device')).execute()
    signals.notify(signal(digest(id)))
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  onSweep(async () => void (await db.deleteFrom('handoffs').where('expires_at', '<=', clock()).execute()))

  function read(key: string, device: string) {
    return db
      .selectFrom('handoffs')
      .select(['claim', 'answer'])
      .where('id', '=', key)
      .where('thumbprint', '=', device)
      .where('expires_at', '>', clock())
      .executeTakeFirst()
  }

  async function missing(key: string): Promise<ApiError> {
    const row = await db.selectFrom('handoffs').select('id').where('id', '=', key).where('expires_at', '>', clock()).executeTakeFirst()
    return row ? new ApiError(409, 'conflict', 'This request was opened in another window, or is answered.') : notFound()
  }
}

function notFound(): ApiError {
  return new ApiError(404, 'not_found', 'This request is over.')
}
