import type Database from 'libsql'
import { z } from 'zod'
import { StorageError } from '../../errors.js'
import { digestOf } from '../digest.js'
import { makeRoom } from '../fairShare.js'
import { type Rate, createRate } from '../rate.js'
import {
  type NewMessage,
  type Publication,
  type PublishLimits,
  type PublishOutcome,
  type RelayStorage,
  type Room,
  type StorageEvents,
  acknowledgedBy,
} from '../storage.js'
import { createCommits, storageError } from './commits.js'
import { createGuard } from './guard.js'
import { createSqlitePush } from './push.js'
import { closeDatabase, openDatabase } from './schema.js'

const purgeEveryMs = 30_000
const purgeAtOnce = 1000
/** Milliseconds that it counts as ill after a message that could not be kept. */
const illMs = 5000

const row = z.object({
  seq: z.number(),
  topic: z.string(),
  message: z.string(),
  attestation: z.nullable(z.string()),
  tag: z.number(),
  published_at: z.number(),
  publisher: z.string(),
})
const newest = z.object({ seq: z.number() })
const held = z.optional(z.object({ messages: z.number(), bytes: z.number() }))
const share = z.object({ seq: z.number(), sender: z.number(), publisher: z.string(), bytes: z.number() })
const waiting = z.object({ messages: z.number(), bytes: z.number(), last: z.number() })
const last = z.object({ last: z.number() })
const found = z.optional(z.object({ seq: z.number(), expires_at: z.number() }))
/** Topics and publishers whose counts are remembered. */
const countedAtMost = 20_000

/**
 * Mailboxes in one SQLite file, for one process. What is published within one turn of the event loop is committed together, and the
 * disk is waited for once for all that was committed meanwhile, while clients are served.
 */
export function createSqliteStorage(file: string, events: StorageEvents): RelayStorage {
  const database = openDatabase(file)
  const statements = prepare(database)
  const guard = file === ':memory:' ? undefined : createGuard(file)
  /** A damaged page was met: what else is damaged nobody knows, until the file is looked after and opened anew. */
  let damage: StorageError | undefined
  let failedAt = -Infinity
  const check = (): void => {
    if (damage) throw damage
    guard?.check()
  }
  const failure = (error: unknown): StorageError => {
    const failed = storageError(error)
    if (/SQLITE_(CORRUPT|NOTADB)/.test(failed.message)) damage ??= failed
    return failed
  }
  /** A disk that did not keep what it was given may have dropped it, and says so once: what is asked again looks well. */
  const sync =
    guard &&
    (() =>
      guard.sync().catch((error: unknown) => {
        throw (damage ??= storageError(error))
      }))
  const commits = createCommits(database, { check, ...(sync && { sync }) })
  /** @throws StorageError */
  const answered = <Value>(query: () => Value): Value => {
    try {
      check()
      return query()
    } catch (error) {
      throw failure(error)
    }
  }
  const push = createSqlitePush({ database, commits, answered, onRegistered: events.onRegistered })
  const rates = new Map<string, Rate>()
  const addresses = new Map<string, Set<string>>()
  const watched = new Set<string>()
  /** By topic, what is stored and not announced yet. */
  const unannounced = new Map<string, Set<number>>()
  let lastSeq = newest.parse(statements.newest.get()).seq

  /**
   * What waits under a topic, and of a publisher (`@BUCKET` of a bucket, '' of all), as far as it was counted: at least what there is, because what has ended
   * or was taken away since is in it still. So who has room by these has room, and only who has none is counted anew.
   */
  const counted = { topics: new Map<string, z.infer<typeof waiting>>(), publishers: new Map<string, Room>() }
  const forgetCounts = (): void => {
    counted.topics.clear()
    counted.publishers.clear()
  }
  const remember = <Value>(map: Map<string, Value>, key: string, value: Value): Value => {
    const [oldest] = map.keys()
    if (map.size >= countedAtMost && !map.has(key) && oldest !== undefined) map.delete(oldest)
    map.set(key, value)
    return value
  }
  const countTopic = (topic: string, now: number) => remember(counted.topics, topic, waiting.parse(statements.waiting.get(now, now, topic)))
  const countHeld = (publisher: string): Room =>
    remember(counted.publishers, publisher, held.parse(statements.held.get(publisher)) ?? { messages: 0, bytes: 0 })

  const limitRate = (publisher: string, { burst, perSecond }: PublishLimits): number => {
    const rate = rates.get(publisher) ?? createRate({ burst, perSecond })
    rates.set(publisher, rate)
    return rate.take(performance.now())
  }

  /** Runs inside a transaction. */
  const store = (message: NewMessage, limits: PublishLimits): PublishOutcome | Publication => {
    const { topic, message: text, attestation, tag, ttl, publisher, sender, bucket } = message
    const address = `@${bucket}`
    const now = Date.now()
    const digest = digestOf(text)
    const same = found.parse(statements.find.get(topic, digest))
    if (same && same.expires_at > now) return { status: 'repeated' }
    const retryAfterMs = limitRate(publisher, limits)
    if (retryAfterMs > 0) return { status: 'limited', retryAfterMs }
    if (same) statements.drop.run(same.seq)
    const size = Buffer.byteLength(text) + Buffer.byteLength(attestation ?? '')
    const isRoom = (): boolean =>
      fits('', size, limits.whole) && fits(address, size, limits.address) && fits(publisher, size, limits.client)
    if (!isRoom()) {
      // What has ended and was not removed yet counts no longer.
      statements.purge.run(now, purgeAtOnce)
      counted.publishers.clear()
      if (!fits('', size, limits.whole)) return { status: 'full', where: 'whole' }
      if (!fits(address, size, limits.address)) return { status: 'full', where: 'address' }
      if (!fits(publisher, size, limits.client)) return { status: 'full', where: 'client' }
    }
    const isFull = ({ messages, bytes }: Room): boolean => messages + 1 > limits.mailbox.messages || bytes + size > limits.mailbox.bytes
    let mailbox = counted.topics.get(topic) ?? countTopic(topic, now)
    if (isFull(mailbox)) mailbox = countTopic(topic, now)
    if (isFull(mailbox)) {
      const shares = z.array(share).parse(statements.shares.all(topic, now))
      const gone = makeRoom(shares, { sender, publisher, bytes: size }, limits.mailbox)
      if (!gone) return { status: 'full', where: 'mailbox' }
      for (const seq of gone) statements.drop.run(seq)
      counted.publishers.clear()
      mailbox = countTopic(topic, now)
    }
    const values = [topic, digest, text, attestation ?? null, tag, publisher, size, now, now + ttl * 1000, sender, bucket]
    lastSeq += 1
    const seq = lastSeq
    statements.insert.run(seq, ...values)
    const more = (room: Room): Room => ({ messages: room.messages + 1, bytes: room.bytes + size })
    counted.topics.set(topic, { ...more(mailbox), last: seq })
    for (const key of ['', address, publisher]) {
      const room = counted.publishers.get(key)
      if (room) counted.publishers.set(key, more(room))
    }
    const stored = { seq, previous: mailbox.last, topic, message: text, tag, publishedAt: now, publisher }
    return attestation === undefined ? stored : { ...stored, attestation }
  }

  /** Whether one more message of `bytes` fits into what a publisher may have waiting; of a bucket for `@BUCKET`, of all of them for ''. */
  const fits = (publisher: string, bytes: number, room: Room): boolean => {
    const has = ({ messages, bytes: before }: Room): boolean => messages + 1 <= room.messages && before + bytes <= room.bytes
    const known = counted.publishers.get(publisher)
    return (known !== undefined && has(known)) || has(countHeld(publisher))
  }

  const hold = ({ topic, seq }: Publication): void => {
    const seqs = unannounced.get(topic) ?? new Set()
    unannounced.set(topic, seqs.add(seq))
  }

  const release = ({ topic, seq }: Publication): void => {
    const seqs = unannounced.get(topic)
    seqs?.delete(seq)
    if (seqs?.size === 0) unannounced.delete(topic)
  }

  const purge = (): void => {
    const now = performance.now()
    for (const [publisher, rate] of rates) if (rate.idle(now)) rates.delete(publisher)
    push.purge(now)
    void commits
      .add(() => statements.purge.run(Date.now(), purgeAtOnce).changes)
      .then((changes) => changes === purgeAtOnce && setImmediate(purge))
      .catch(() => {})
  }
  const purging = setInterval(purge, purgeEveryMs).unref()

  return {
    ready: Promise.resolve(),
    publish: async (message, limits) => {
      let publication: Publication | undefined
      const work = (): PublishOutcome => {
        const stored = store(message, limits)
        if (!('previous' in stored)) return stored
        publication = stored
        // A reader may look between the commit and the answer.
        hold(stored)
        const announce = (): void => {
          release(stored)
          if (watched.has(stored.topic)) events.onPublication(stored)
        }
        return { status: 'stored', seq: stored.seq, announce }
      }
      return await commits.add(work).catch((error: unknown) => {
        if (publication) release(publication)
        failedAt = performance.now()
        forgetCounts() // of what was rolled back
        throw failure(error)
      })
    },
    read: async ({ topic, after, clientId, limit, bytes }) => {
      // A client that has acknowledged a message and comes back at once does not get it again.
      commits.settle()
      const before = Math.min(...(unannounced.get(topic) ?? []))
      const all = answered(() => z.array(row).parse(statements.read.all(topic, after, Date.now(), clientId, clientId, limit)))
      const rows = all.filter(({ seq }) => seq < before)
      const messages = []
      let size = 0
      for (const { attestation, published_at: publishedAt, ...rest } of rows) {
        if (size >= bytes) break
        size += rest.message.length
        messages.push({ ...rest, publishedAt, ...(attestation !== null && { attestation }) })
      }
      const more = messages.length < rows.length || rows.length === limit
      const { last: newestSeq } = last.parse(answered(() => statements.last.get(topic)))
      const end = Math.max(after, Math.min(newestSeq, before - 1))
      return { messages, upTo: more ? (messages.at(-1)?.seq ?? after) : end, more, held: !more && before <= newestSeq }
    },
    acknowledge: ({ seq, clientId }) => commits.addLater(() => void statements.acknowledge.run(seq, clientId, seq, seq, acknowledgedBy)),
    watch: async (topics) => {
      for (const topic of topics) watched.add(topic)
    },
    unwatch: async (topics) => {
      for (const topic of topics) watched.delete(topic)
    },
    admit: async ({ address, connectionId, limit }) => {
      const open = addresses.get(address) ?? new Set()
      if (open.size >= limit) return false
      addresses.set(address, open.add(connectionId))
      return true
    },
    renew: async () => {},
    release: async ({ address, connectionId }) => {
      const open = addresses.get(address)
      open?.delete(connectionId)
      if (open?.size === 0) addresses.delete(address)
    },
    push,
    // A disk that is full answers whoever only reads, and takes little things for a while.
    ping: async () => {
      answered(() => guard?.checkRoom())
      if (performance.now() - failedAt < illMs) throw new StorageError('A message could not be kept.')
      await commits.add(() => void statements.touch.run())
    },
    close: async () => {
      clearInterval(purging)
      await commits.close()
      try {
        closeDatabase(database)
      } catch (error) {
        throw failure(error)
      } finally {
        guard?.close()
      }
    },
  }
}

function prepare(database: Database.Database) {
  return {
    touch: database.prepare("UPDATE held SET messages = messages WHERE publisher = ''"),
    newest: database.prepare("SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'message'"),
    find: database.prepare('SELECT seq, expires_at FROM message WHERE topic = ? AND digest = ?'),
    last: database.prepare('SELECT coalesce(max(seq), 0) AS last FROM message WHERE topic = ?'),
    waiting: database.prepare(
      `SELECT count(CASE WHEN expires_at > ? THEN 1 END) AS messages,
              coalesce(sum(CASE WHEN expires_at > ? THEN size END), 0) AS bytes,
              coalesce(max(seq), 0) AS last
       FROM message WHERE topic = ?`,
    ),
    held: database.prepare('SELECT messages, bytes FROM held WHERE publisher = ?'),
    shares: database.prepare('SELECT seq, sender, publisher, size AS bytes FROM message WHERE topic = ? AND expires_at > ? ORDER BY seq'),
    drop: database.prepare('DELETE FROM message WHERE seq = ?'),
    insert: database.prepare(
      `INSERT INTO message (seq, topic, digest, message, attestation, tag, publisher, size, published_at, expires_at, sender, bucket)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    read: database.prepare(
      `SELECT seq, topic, message, attestation, tag, published_at, publisher FROM message
       WHERE topic = ? AND seq > ? AND expires_at > ? AND publisher <> ?
         AND NOT EXISTS (SELECT 1 FROM acknowledgement WHERE acknowledgement.seq = message.seq AND client = ?)
       ORDER BY seq LIMIT ?`,
    ),
    // The message may be gone: its ttl is over.
    acknowledge: database.prepare(
      `INSERT INTO acknowledgement (seq, client) SELECT ?, ? WHERE EXISTS (SELECT 1 FROM message WHERE seq = ?)
         AND (SELECT count(*) FROM acknowledgement WHERE seq = ?) < ?
       ON CONFLICT DO NOTHING`,
    ),
    purge: database.prepare('DELETE FROM message WHERE seq IN (SELECT seq FROM message WHERE expires_at <= ? LIMIT ?)'),
  }
}
