import type Database from 'libsql'
import { z } from 'zod'
import { type Rate, createRate } from '../rate.js'
import { type DueParameters, type PushStorage, type Registration, type StorageEvents, pushesPerMessage } from '../storage.js'
import type { Commits } from './commits.js'

export interface SqlitePushOptions {
  database: Database.Database
  commits: Commits
  /** Runs a query. @throws StorageError */
  answered<Value>(query: () => Value): Value
  onRegistered: StorageEvents['onRegistered']
}

const row = z.object({ client: z.string(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })
const counted = z.object({ count: z.number() })

/** Registrations and the topics that they follow, beside the mailboxes. */
export function createSqlitePush(options: SqlitePushOptions): PushStorage & { purge(nowMs: number): void } {
  const { database, commits, answered, onRegistered } = options
  const statements = prepare(database)
  const rates = new Map<string, Rate>()

  const isRegistered = (clientId: string): boolean => answered(() => statements.find.get(clientId, Date.now())) !== undefined

  const takes = ({ clientId }: Registration, { burst, perMinute }: DueParameters): boolean => {
    const rate = rates.get(clientId) ?? createRate({ burst, perSecond: perMinute / 60 })
    rates.set(clientId, rate)
    return rate.take(performance.now()) === 0
  }

  return {
    register: async ({ clientId, endpoint, keys }, { bucket, expiresAt, limit, limitOfBucket }) => {
      const isKept = await commits.add(() => {
        if (counted.parse(statements.others.get(Date.now(), clientId)).count >= limit) return false
        if (counted.parse(statements.othersOf.get(bucket, Date.now(), clientId)).count >= limitOfBucket) return false
        statements.register.run(clientId, endpoint, keys.p256dh, keys.auth, expiresAt, bucket)
        return true
      })
      if (isKept) onRegistered(clientId)
      return isKept
    },
    unregister: ({ clientId, endpoint }) => commits.add(() => void statements.unregister.run(clientId, endpoint ?? null, endpoint ?? null)),
    follow: async ({ clientId, topics, limit }) => {
      if (topics.length === 0 || !isRegistered(clientId)) return
      await commits.addLater(() => {
        // It may be gone by now.
        for (const topic of topics) statements.follow.run(topic, Date.now(), clientId)
        statements.forget.run(clientId, clientId, limit)
      })
    },
    unfollow: async ({ clientId, topics }) => {
      if (topics.length === 0 || !isRegistered(clientId)) return
      await commits.addLater(() => {
        for (const topic of topics) statements.unfollow.run(topic, clientId)
      })
    },
    due: async (parameters) => {
      // What was acknowledged or followed just now counts.
      commits.settle()
      const { topic, seq, publisher } = parameters
      const now = Date.now()
      const rows = answered(() => z.array(row).parse(statements.due.all(topic, now, now, publisher, seq, seq, pushesPerMessage)))
      const all = rows.map(({ client: clientId, endpoint, ...keys }) => ({ clientId, endpoint, keys }))
      const due = all.filter((registration) => takes(registration, parameters))
      return { due, limited: all.length - due.length }
    },
    pause: ({ clientId, milliseconds }) => commits.add(() => void statements.pause.run(Date.now() + milliseconds, clientId)),
    purge: (nowMs) => {
      for (const [clientId, rate] of rates) if (rate.idle(nowMs)) rates.delete(clientId)
      commits.add(() => void statements.purge.run(Date.now())).catch(() => {})
    },
  }
}

function prepare(database: Database.Database) {
  return {
    find: database.prepare('SELECT 1 FROM registration WHERE client = ? AND expires_at > ?'),
    others: database.prepare('SELECT count(*) AS count FROM registration WHERE expires_at > ? AND client <> ?'),
    othersOf: database.prepare('SELECT count(*) AS count FROM registration WHERE bucket = ? AND expires_at > ? AND client <> ?'),
    register: database.prepare(
      `INSERT INTO registration (client, endpoint, p256dh, auth, expires_at, bucket) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (client) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
         expires_at = excluded.expires_at, bucket = excluded.bucket,
         paused_until = CASE WHEN endpoint = excluded.endpoint THEN paused_until ELSE 0 END`,
    ),
    unregister: database.prepare('DELETE FROM registration WHERE client = ? AND (? IS NULL OR endpoint = ?)'),
    follow: database.prepare(
      `INSERT INTO followed (topic, at, client) SELECT ?, ?, client FROM registration WHERE client = ?
       ON CONFLICT (topic, client) DO UPDATE SET at = excluded.at`,
    ),
    forget: database.prepare(
      `DELETE FROM followed WHERE client = ? AND topic IN (SELECT topic FROM followed WHERE client = ? ORDER BY at DESC LIMIT -1 OFFSET ?)`,
    ),
    unfollow: database.prepare('DELETE FROM followed WHERE topic = ? AND client = ?'),
    due: database.prepare(
      `SELECT client, endpoint, p256dh, auth FROM followed JOIN registration USING (client)
       WHERE topic = ? AND expires_at > ? AND paused_until <= ? AND client <> ?
         AND EXISTS (SELECT 1 FROM message WHERE seq = ?)
         AND NOT EXISTS (SELECT 1 FROM acknowledgement WHERE acknowledgement.seq = ? AND acknowledgement.client = registration.client)
       ORDER BY at DESC LIMIT ?`,
    ),
    pause: database.prepare('UPDATE registration SET paused_until = ? WHERE client = ?'),
    purge: database.prepare('DELETE FROM registration WHERE expires_at <= ?'),
  }
}
