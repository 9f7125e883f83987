import { z } from 'zod'
import { type PushStorage, pushesPerMessage } from '../storage.js'
import type { Run } from './scripts.js'

export interface RedisPushOptions {
  run: Run
  /** Of every key. */
  prefix: string
  keyOf(topic: string, what: string): string
  /** The channel that is told who registers. */
  channel: string
  /** @throws StorageError */
  answered<Value>(call: () => Promise<Value>): Promise<Value>
}

const due = z.tuple([z.number(), z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))])

/** Registrations and the topics that they follow, shared by every process. The scripts say which keys. */
export function createRedisPush({ run, prefix, keyOf, channel, answered }: RedisPushOptions): PushStorage {
  const base = `${prefix}:push`
  /** How the keys of a topic begin and end: a script makes them from the topics that it finds. */
  const around = keyOf('*', 'push').split('*')

  return {
    register: ({ clientId, endpoint, keys }, { bucket, expiresAt, limit, limitOfBucket }) =>
      answered(async () => {
        const args = [clientId, endpoint, keys.p256dh, keys.auth, expiresAt, limit, channel, bucket, limitOfBucket]
        return (await run('register', [base], args)) === 1
      }),
    unregister: ({ clientId, endpoint }) =>
      answered(async () => void (await run('unregister', [base], [clientId, endpoint ?? '', ...around]))),
    follow: ({ clientId, topics, limit }) =>
      answered(async () => {
        if (topics.length > 0) await run('follow', [base], [clientId, limit, ...around, ...topics])
      }),
    unfollow: ({ clientId, topics }) =>
      answered(async () => {
        if (topics.length > 0) await run('unfollow', [base], [clientId, ...around, ...topics])
      }),
    due: ({ topic, seq, publisher, burst, perMinute }) =>
      answered(async () => {
        const keys = [base, ...['push', 'mail', 'acks'].map((what) => keyOf(topic, what))]
        const interval = Math.round(60_000 / perMinute)
        const args = [seq, publisher, pushesPerMessage, interval, interval * (burst - 1)]
        const [limited, found] = due.parse(await run('due', keys, args))
        return { limited, due: found.map(([clientId, endpoint, p256dh, auth]) => ({ clientId, endpoint, keys: { p256dh, auth } })) }
      }),
    pause: ({ clientId, milliseconds }) => answered(async () => void (await run('pause', [base], [clientId, milliseconds]))),
  }
}
