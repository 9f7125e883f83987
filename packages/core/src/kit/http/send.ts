import { pause } from '../time.js'
import { MalformedAnswerError, NetworkFailureError, RequestAbortedError } from './errors.js'
import { retryDelay } from './retryDelay.js'

/**
 * Statuses worth another try (R7).
 * @example const isWorthAnotherTry = retryableStatuses.includes(status) // as send does by itself
 */
export const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
/** How often a call is repeated at the most, and the first delay in milliseconds (R7). */
export const retryLimit = 3
export const retryBaseDelay = 150
/** The largest answer that is read, in bytes, and how long a try may take, in milliseconds (R9). */
export const bodyLimit = 5_000_000
export const readTimeout = 10_000

export interface SendParameters {
  readonly fetch: typeof globalThis.fetch
  /** Several stand in for each other: a try asks them one after the other until one answers. */
  readonly url: string | URL | readonly (string | URL)[]
  /** How errors call what was asked: a path or a method, and no address that may hold an operator's key. */
  readonly path: string
  readonly init?: Omit<RequestInit, 'signal'>
  readonly signal?: AbortSignal | undefined
  /** How often it may be repeated. Default {@link retryLimit}; 0 for what must not be done twice (R8). */
  readonly retries?: number
  /** Milliseconds for one try, its body included. Default {@link readTimeout}. */
  readonly timeout?: number
  /** Bytes. Default {@link bodyLimit}. */
  readonly limit?: number
}

/** What a server said, whatever its status. */
export interface Answer {
  readonly status: number
  /** Whether the status is one of success. */
  readonly ok: boolean
  /** Empty where there is none, and where that of a failure could not be read. */
  readonly text: string
  /** Seconds to wait, where the server named more than is waited here. */
  readonly retryAfter?: number
}

/**
 * Thrown by a `read`: what came is no answer, and asking again, or elsewhere, may bring one.
 * @example
 * const read = (value: unknown) => {
 *   if (!isRates(value)) throw new UnusableAnswerError('no rates yet') // asked again, or elsewhere
 *   return value
 * }
 */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError'
}

/**
 * The one way out. Repeats what may be repeated, after 150 ms and twice as long each time, or after what `Retry-After` names,
 * as seconds or as a date (R7); reads at most 5 MB, counted while they come, in 10 s (R9); ends at once with `signal`. Answers
 * whatever the last status is: what a refusal means, the caller knows.
 * @example
 * const { ok, status, text } = await send({ fetch, url: 'https://rates.example/eur', path: 'rates', signal })
 * const rates = ok ? JSON.parse(text) : undefined
 * @param read makes the value of an answer; what it throws is thrown, except for `UnusableAnswerError`
 * @throws NetworkFailureError, MalformedAnswerError for an answer that is too large, RequestAbortedError
 */
export function send(parameters: SendParameters): Promise<Answer>
export function send<T>(parameters: SendParameters, read: (answer: Answer) => T): Promise<T>
export async function send<T>(parameters: SendParameters, read?: (answer: Answer) => T): Promise<T | Answer> {
  const { url, path, signal, retries = retryLimit } = parameters
  const urls = [url].flat()
  for (let attempt = 0; ; attempt += 1) {
    const waits: number[] = []
    for (const [at, one] of urls.entries()) {
      const isLast = at === urls.length - 1
      const { answer, retryAfter, failure } = await ask(one, parameters)
      const delay = retryDelay({ attempt, base: retryBaseDelay, ...(retryAfter !== null && { retryAfter }) })
      if (delay !== undefined) waits.push(delay)
      // The last address of the last try: this is how it ends.
      const isOver = isLast && (attempt >= retries || waits.length === 0)
      if (answer && (isOver || !retryableStatuses.includes(answer.status))) {
        const said = delay === undefined ? { ...answer, retryAfter: secondsUntil(retryAfter) } : answer
        try {
          return read ? read(said) : said
        } catch (error) {
          if (!(error instanceof UnusableAnswerError)) throw error
          if (isOver) throw new NetworkFailureError({ path, cause: error })
        }
      } else if (isOver) throw new NetworkFailureError({ path, cause: failure })
    }
    await pause(Math.min(...waits), signal)
  }
}

interface Asked {
  readonly answer?: Answer
  readonly retryAfter: string | null
  readonly failure?: unknown
}

/** One try at one address. */
async function ask(url: string | URL, parameters: SendParameters): Promise<Asked> {
  const { fetch, path, init, signal, timeout = readTimeout, limit = bodyLimit } = parameters
  if (signal?.aborted) throw new RequestAbortedError()
  const abort = new AbortController()
  const stop = () => abort.abort(signal?.reason)
  // By `setTimeout`, which a test's clock moves.
  const timer = setTimeout(() => abort.abort(new DOMException('The time limit was reached.', 'TimeoutError')), timeout)
  signal?.addEventListener('abort', stop)
  // A `fetch` or a body that ignores its signal cannot hold the caller.
  const over = new Promise<never>((_, reject) => abort.signal.addEventListener('abort', () => reject(abort.signal.reason)))
  over.catch(() => undefined)
  try {
    const response = await Promise.race([fetch(url, { ...init, signal: abort.signal }), over])
    const { status, ok } = response
    const retryAfter = response.headers.get('retry-after')
    let text = ''
    try {
      text = await readText(response, { limit, over, path })
    } catch (error) {
      if (ok || signal?.aborted) throw error
    }
    return { answer: { status, ok, text }, retryAfter }
  } catch (failure) {
    if (signal?.aborted) throw new RequestAbortedError()
    if (failure instanceof MalformedAnswerError) throw failure
    return { retryAfter: null, failure }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

interface Reading {
  readonly limit: number
  readonly over: Promise<never>
  readonly path: string
}

async function readText({ body }: Response, { limit, over, path }: Reading): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let size = 0; reader; ) {
      const { done, value } = await Promise.race([reader.read(), over])
      if (done) break
      size += value.byteLength
      if (size > limit) throw new MalformedAnswerError({ path, problem: `more than ${limit} bytes` })
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    void reader?.cancel().catch(() => undefined)
    throw error
  }
  return text + decoder.decode()
}

const secondsUntil = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter)
  return Math.max(1, Math.ceil(Number.isFinite(seconds) ? seconds : (Date.parse(retryAfter ?? '') - Date.now()) / 1000))
}
