import { RequestAbortedError } from '@portico/core/kit'
import { MalformedMessageError, RelayError, RequestExpiredError } from '../errors.js'
import type { AnswerMessage } from './message.js'
import { ruleOf } from './methods.js'
import type { Call, Peer } from './types.js'

/** Longest delay that a timer takes, in milliseconds. */
export const timerLimit = 2 ** 31 - 1

/** Requests of this page view that wait for an answer. */
export interface Calls extends Pick<Peer, 'call'> {
  /** @returns whether the answer is to one of them; on another topic it settles nothing */
  readonly answer: (topic: string, said: AnswerMessage) => boolean
  /** Ends those of a topic, or all of them. */
  readonly fail: (topic: string | undefined, error: () => Error) => void
}

interface OpenCall {
  readonly topic: string
  readonly settle: (answer: AnswerMessage) => void
  readonly fail: (error: Error) => void
}

export function createCalls(nextId: Peer['nextId'], send: Peer['send']): Calls {
  const calls = new Map<string, OpenCall>()

  const call: Peer['call'] = <T>({ topic, method, params, read, expiresIn = ruleOf(method).ttl, signal, onSent }: Call<T>) =>
    new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(new RequestAbortedError())
      const id = nextId()
      const key = String(id)
      const sending = new AbortController()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        calls.delete(key)
        sending.abort() // what has not gone out by now never does
      }
      const fail = (error: Error) => {
        end()
        reject(error)
      }
      const abort = () => fail(new RequestAbortedError())
      const timer = setTimeout(() => fail(new RequestExpiredError({ method })), Math.min(expiresIn * 1_000, timerLimit))
      signal?.addEventListener('abort', abort)
      calls.set(key, {
        topic,
        fail,
        settle(answer) {
          end()
          if ('error' in answer) return reject(answer.error)
          const result = read ? read(answer.result) : (answer.result as T) // without a check, T is unknown
          if (result === undefined && read) reject(new MalformedMessageError({ method }))
          else resolve(result as T) // checked above
        },
      })
      send({ topic, id, method, params, ttl: expiresIn, signal: sending.signal }).then(
        () => calls.has(key) && onSent?.(id),
        (cause: unknown) =>
          calls.has(key) && fail(cause instanceof Error ? cause : new RelayError({ problem: 'did not take the message', cause })),
      )
    })

  return {
    call,
    answer(topic, said) {
      const asked = calls.get(String(said.id))
      if (asked?.topic === topic) asked.settle(said)
      return asked !== undefined
    },
    fail(topic, error) {
      for (const one of [...calls.values()]) if (topic === undefined || one.topic === topic) one.fail(error())
    },
  }
}
