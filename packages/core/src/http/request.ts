import * as z from 'zod/mini'
import { asError, InvalidOptionError } from '../kit/errors.js'
import type { Portico } from '../portico/createPortico.js'
import { HttpStatusError, MalformedAnswerError, NetworkFailureError, RequestAbortedError } from './errors.js'
import { retryDelay } from './retryDelay.js'

/** Sent as `st` and `sv` with every call (spec point 7). */
export const sdkType = 'portico'
export const sdkVersion = '0.1.0'
/** Statuses worth another try (spec point 9). */
export const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
/** How often a call is repeated at the most, and the first delay in milliseconds (spec point 9). */
export const retryLimit = 3
export const retryBaseDelay = 150
/** The largest answer that is read, in bytes, and how long reading may take, in milliseconds (R9). */
export const bodyLimit = 5_000_000
export const readTimeout = 10_000

export interface RequestParameters<S extends z.ZodMiniType> {
  /** Begins with a slash, and is joined to `apiUrl`. */
  readonly path: string
  readonly method?: 'GET' | 'POST'
  /** Left out where undefined. `projectId`, `st` and `sv` are added to every GET. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  /** The answer is parsed by it once, here, and trusted afterwards. */
  readonly schema: S
  readonly signal?: AbortSignal
  /** Whether repeating does no harm. Default: for GET only (R8). */
  readonly idempotent?: boolean
}

export type RequestError = HttpStatusError | NetworkFailureError | MalformedAnswerError | RequestAbortedError | InvalidOptionError

/**
 * The one way out: a call to the Blockchain API at `options.apiUrl`. Repeats what may be repeated, honours `Retry-After`
 * as seconds and as a date (R7), and reads at most 5 MB in 10 s (R9).
 * @throws {@link RequestError}
 */
export async function request<S extends z.ZodMiniType>(portico: Portico, parameters: RequestParameters<S>): Promise<z.output<S>> {
  const { path, method = 'GET', query, body, schema, signal, idempotent = method === 'GET' } = parameters
  const { apiUrl, projectId = '' } = portico.options
  if (!apiUrl) throw new InvalidOptionError({ option: 'apiUrl', problem: `needed for ${path}` })
  const url = urlOf(apiUrl, path)
  const fields = method === 'GET' ? { ...query, projectId, st: sdkType, sv: sdkVersion } : query
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) url.searchParams.set(name, String(value))
  const init = { method, ...(body !== undefined && { body: json(body), headers: { 'content-type': 'application/json' } }) }

  for (let attempt = 0; ; attempt += 1) {
    if (signal?.aborted) throw new RequestAbortedError()
    const last = attempt >= retryLimit || !idempotent
    const limit = timeLimit(signal)
    try {
      let response: Response
      try {
        response = await Promise.race([(portico.options.fetch ?? fetch)(url, { ...init, signal: limit.signal }), limit.reached])
      } catch (cause) {
        if (signal?.aborted) throw new RequestAbortedError()
        if (last) throw new NetworkFailureError({ path, cause })
        await pause(retryDelay({ attempt, base: retryBaseDelay }) ?? 0, signal)
        continue
      }
      if (response.ok) return parse(schema, await readText(response, path, limit.reached, signal), path)
      const retryAfter = response.headers.get('retry-after')
      const delay = retryDelay({ attempt, base: retryBaseDelay, ...(retryAfter !== null && { retryAfter }) })
      void response.body?.cancel().catch(() => undefined)
      if (last || !retryableStatuses.includes(response.status)) throw new HttpStatusError({ status: response.status, path })
      if (delay === undefined) throw new HttpStatusError({ status: response.status, path, retryAfter: secondsUntil(retryAfter) })
      await pause(delay, signal)
    } finally {
      limit.clear()
    }
  }
}

function urlOf(apiUrl: string, path: string): URL {
  try {
    return new URL(apiUrl.replace(/\/$/, '') + path)
  } catch {
    throw new InvalidOptionError({ option: 'apiUrl', problem: 'expected an absolute URL' })
  }
}

function json(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new InvalidOptionError({ option: 'body', problem: `cannot be written as JSON: ${asError(cause).message}` })
  }
}

/**
 * Ends one try after 10 s, or with the caller's signal. `reached` rejects then, so that a `fetch` or a body that ignores
 * its signal cannot hold the caller. By `setTimeout`, which a test's clock moves.
 */
function timeLimit(signal: AbortSignal | undefined) {
  const abort = new AbortController()
  const stop = () => abort.abort(signal?.reason)
  const timer = setTimeout(() => abort.abort(new DOMException('The time limit was reached.', 'TimeoutError')), readTimeout)
  signal?.addEventListener('abort', stop, { once: true })
  const reached = new Promise<never>((_, reject) => abort.signal.addEventListener('abort', () => reject(abort.signal.reason)))
  reached.catch(() => undefined)
  const clear = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  return { signal: abort.signal, reached, clear }
}

const secondsUntil = (retryAfter: string | null) => {
  const seconds = Number(retryAfter)
  return Math.max(1, Math.ceil(Number.isFinite(seconds) ? seconds : (Date.parse(retryAfter ?? '') - Date.now()) / 1000))
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new RequestAbortedError())
    const stop = () => {
      clearTimeout(timer)
      reject(new RequestAbortedError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

async function readText(response: Response, path: string, limit: Promise<never>, signal: AbortSignal | undefined): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), limit])
      if (done) break
      size += value.byteLength
      if (size > bodyLimit) throw new MalformedAnswerError({ path, problem: `more than ${bodyLimit} bytes` })
      chunks.push(value)
    }
  } catch (cause) {
    void reader.cancel().catch(() => undefined)
    if (cause instanceof MalformedAnswerError) throw cause
    if (signal?.aborted) throw new RequestAbortedError()
    throw new NetworkFailureError({ path, cause })
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return new TextDecoder().decode(bytes)
}

function parse<S extends z.ZodMiniType>(schema: S, text: string, path: string): z.output<S> {
  let value: unknown
  try {
    value = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw new MalformedAnswerError({ path, problem: 'it is not JSON', cause })
  }
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new MalformedAnswerError({ path, problem: 'it has another shape', cause: parsed.error })
  return parsed.data
}
