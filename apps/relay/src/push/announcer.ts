import { setTimeout as sleep } from 'node:timers/promises'
import { RequestAbortedError, send } from '@portico/core/kit'
import type { Log } from '@portico/service'
import type { Limits } from '../limits.js'
import type { Metrics } from '../metrics.js'
import type { Registration, RelayStorage } from '../storage/storage.js'
import { encryptPush, plaintextBytes } from './encryption.js'
import type { Vapid } from './vapid.js'

/** A message that was published with `prompt`: somebody is to look at it. */
export interface Prompt {
  topic: string
  message: string
  tag: number
  /** Seconds. */
  ttl: number
  seq: number
  publisher: string
}

/** Tells clients of messages by Web Push (RFC 8030) when their connections do not. */
export interface Announcer {
  /** Who is registered, follows the topic and has not acknowledged the message within `graceMs` is told. */
  prompted(prompt: Prompt): void
  /** Tells at once whom it would have told, and ends what has not come to an end after `milliseconds`. */
  stop(milliseconds: number): Promise<void>
}

export interface AnnouncerOptions {
  storage: RelayStorage
  vapid: Vapid
  graceMs: number
  limits: Limits
  metrics: Metrics
  log: Log
}

/** Prompts that wait for that, pushes that wait for their turn, and pushes under way. Beyond, messages are found when the client comes. */
const promptsAtMost = 10_000
const waitingAtMost = 1000
const pushesAtOnce = 32
/** Milliseconds for what was aborted to come to an end. */
const abortMs = 500
/** What a push service gets to answer: milliseconds, bytes, and one more try. */
const service = { timeout: 5000, limit: 16_384, retries: 1 } as const

type Outcome = 'sent' | 'gone' | 'paused' | 'refused' | 'failed' | 'limited' | 'dropped'

export function createAnnouncer({ storage, vapid, graceMs, limits, metrics, log }: AnnouncerOptions): Announcer {
  const prompts = new Map<NodeJS.Timeout, () => Promise<void>>()
  const looking = new Set<Promise<void>>()
  const waiting: (() => Promise<void>)[] = []
  const stopping = new AbortController()
  const rate = { burst: limits.pushBurst, perMinute: limits.pushesPerMinute }
  let underWay = 0

  const count = (outcome: Outcome, by = 1): void => metrics.add('portico_relay_pushes_total', { outcome }, by)

  const push = async ({ clientId, endpoint, keys }: Registration, { text, ttl }: { text: Buffer; ttl: number }): Promise<Outcome> => {
    const headers = {
      authorization: await vapid.authorization(new URL(endpoint).origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      urgency: 'high',
    }
    const init = { method: 'POST', redirect: 'manual', headers, body: encryptPush(text, keys) } as const
    const answer = await send({ fetch, url: endpoint, path: 'the push service', init, signal: stopping.signal, ...service })
    if (answer.ok) return 'sent'
    if (answer.status === 404 || answer.status === 410) {
      await storage.push.unregister({ clientId, endpoint })
      return 'gone'
    }
    if (answer.retryAfter !== undefined) {
      await storage.push.pause({ clientId, milliseconds: answer.retryAfter * 1000 })
      return 'paused'
    }
    log('warn', 'push.refused', { status: answer.status })
    return 'refused'
  }

  const next = (): void => {
    while (underWay < pushesAtOnce) {
      const work = waiting.shift()
      if (!work) return
      underWay += 1
      void work().finally(() => {
        underWay -= 1
        next()
      })
    }
  }

  const announce = async ({ text, ttl, ...message }: Omit<Prompt, 'message' | 'tag'> & { text: Buffer }): Promise<void> => {
    const { due, limited } = await storage.push.due({ ...message, ...rate })
    count('limited', limited)
    for (const registration of due) {
      if (waiting.length >= waitingAtMost) {
        count('dropped')
        continue
      }
      const failed = (error: unknown): Outcome => {
        if (!(error instanceof RequestAbortedError)) log('warn', 'push.failed', { name: error instanceof Error ? error.name : 'unknown' })
        return 'failed'
      }
      waiting.push(async () => count(await push(registration, { text, ttl }).catch(failed)))
    }
    next()
  }

  return {
    prompted: ({ message, tag, ...prompt }) => {
      if (prompts.size >= promptsAtMost || stopping.signal.aborted) return count('dropped')
      const text = textOf({ topic: prompt.topic, tag, message })
      const look = (): Promise<void> => {
        const looked = announce({ ...prompt, text })
          .catch(() => metrics.add('portico_relay_storage_errors_total'))
          .finally(() => looking.delete(looked))
        looking.add(looked)
        return looked
      }
      const timer = setTimeout(() => {
        prompts.delete(timer)
        void look()
      }, graceMs)
      prompts.set(timer, look)
    },
    stop: async (milliseconds) => {
      const ends = performance.now() + milliseconds
      const left = [...prompts]
      prompts.clear()
      for (const [timer] of left) clearTimeout(timer)
      // With the storage away there is nobody to be found.
      await Promise.race([Promise.all([...left.map(([, look]) => look()), ...looking]), sleep(milliseconds, undefined, { ref: false })])
      while (underWay > 0 && performance.now() < ends) await sleep(20)
      count('dropped', waiting.splice(0).length)
      stopping.abort()
      for (const until = performance.now() + abortMs; underWay > 0 && performance.now() < until; ) await sleep(5)
    },
  }
}

/** What a client reads: the message, encrypted as it came, and what it needs to know of it; of one that is too long its topic. */
function textOf({ message, ...about }: Pick<Prompt, 'topic' | 'tag' | 'message'>): Buffer {
  const whole = Buffer.from(JSON.stringify({ ...about, message }))
  return whole.length <= plaintextBytes ? whole : Buffer.from(JSON.stringify(about))
}
