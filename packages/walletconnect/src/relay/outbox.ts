import { RequestAbortedError } from '@portico/core/kit'
import { RelayError } from '../errors.js'
import { backoff } from './backoff.js'
import { clock, type Answered } from './socket.js'
import type { Publication } from './types.js'

/** How often a message is sent again that the relay has answered with an error. */
const publishRetries = 3
/** Errors that the same message would meet again: malformed, unknown method, too large. */
const lasting: readonly number[] = [-32_600, -32_601, -32_602, -32_011]

interface Job {
  readonly publication: Publication
  /** Of the monotonic clock, in milliseconds. */
  readonly until: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  inFlight: boolean
  failures: number
}

/** Messages that the relay is to have and does not have yet. */
export interface Outbox {
  readonly isEmpty: () => boolean
  /** Resolves once the relay has it. What has not been sent when `signal` aborts never is. @throws RelayError */
  readonly put: (publication: Publication, signal?: AbortSignal) => Promise<void>
  /** Sends what waits: one message at a time in each topic, so that they arrive in order. */
  readonly flush: () => void
  /** The connection is gone: what was sent and has no answer is sent again. */
  readonly takeBack: () => void
  /** Gives up what nobody would want any more. */
  readonly expire: () => void
  readonly giveUp: (error: Error) => void
}

export interface OutboxOptions {
  /** Sends a message, when there is an open connection. */
  readonly send: (publication: Publication, answered: Answered) => boolean
  /** There is less to send than before. */
  readonly onLess: () => void
}

export function createOutbox({ send, onLess }: OutboxOptions): Outbox {
  const jobs: Job[] = []

  function remove(job: Job) {
    const at = jobs.indexOf(job)
    if (at >= 0) jobs.splice(at, 1)
    return at >= 0
  }

  function flush() {
    const busy = new Set<string>()
    for (const job of [...jobs]) {
      const { topic } = job.publication
      if (busy.has(topic)) continue
      busy.add(topic)
      if (job.inFlight) continue
      job.inFlight = true // before it is sent: the connection may break over it
      if (!send(job.publication, (error) => answered(job, error))) job.inFlight = false
    }
  }

  function answered(job: Job, error: Parameters<Answered>[0]) {
    job.failures += 1
    if (error && job.failures <= publishRetries && !lasting.includes(error.code)) {
      const again = () => {
        job.inFlight = false
        flush()
      }
      setTimeout(again, backoff(job.failures, 0, Math.random()))
      return
    }
    remove(job)
    if (error) job.reject(new RelayError({ problem: 'did not take the message', code: error.code, cause: error }))
    else job.resolve()
    flush()
    onLess()
  }

  return {
    isEmpty: () => jobs.length === 0,
    put: (publication, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new RequestAbortedError())
        const withdraw = () => {
          if (job.inFlight || !remove(job)) return
          job.reject(new RequestAbortedError())
          onLess()
        }
        const over =
          <A extends readonly unknown[]>(settled: (...of: A) => void) =>
          (...of: A) => {
            signal?.removeEventListener('abort', withdraw)
            settled(...of)
          }
        const job: Job = {
          publication,
          until: clock() + publication.ttl * 1000,
          resolve: over(resolve),
          reject: over(reject),
          inFlight: false,
          failures: 0,
        }
        signal?.addEventListener('abort', withdraw)
        jobs.push(job)
      }),
    flush,
    takeBack() {
      for (const job of jobs) job.inFlight = false
    },
    expire() {
      const now = clock()
      for (const job of [...jobs]) {
        if (job.until > now) continue
        remove(job)
        job.reject(new RelayError({ problem: 'did not answer in time' }))
      }
    },
    giveUp(error) {
      for (const job of jobs.splice(0)) job.reject(error)
    },
  }
}
