import * as z from 'zod/mini'
import { InvalidOptionError } from '../errors.js'
import { asError } from '../asError.js'
import { cleanText } from '../text.js'
import { pause } from '../time.js'
import type { Portico } from '../../portico/createPortico.js'
import { HttpStatusError, MalformedAnswerError, type NetworkFailureError, type RequestAbortedError } from './errors.js'
import { send } from './send.js'

/** Sent as `st` and `sv` with every call, so that an operator sees which versions ask. */
export const sdkType = 'portico'
export const sdkVersion = '0.1.0'

/** Characters from which on an answer is read in a task of its own. */
const longText = 200_000

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
  /** `no-cache` asks past every cache on the way. */
  readonly cache?: 'no-cache'
  /** Sent as `Authorization: Bearer`. */
  readonly bearer?: string
  /** Whether repeating does no harm. Default: for GET only (R8). */
  readonly idempotent?: boolean
}

export type RequestError = HttpStatusError | NetworkFailureError | MalformedAnswerError | RequestAbortedError | InvalidOptionError

/**
 * A call to the Blockchain API at `options.apiUrl`, by the rules of `send`. A POST is not repeated, unless it does no harm twice (R8).
 * @example
 * const schema = z.object({ points: z.number() }) // of zod/mini
 * const { points } = await request(portico, { path: '/v1/points', query: { address }, schema })
 * @throws {@link RequestError}
 */
export async function request<S extends z.ZodMiniType>(portico: Portico, parameters: RequestParameters<S>): Promise<z.output<S>> {
  const { path, method = 'GET', query, body, schema, signal, cache, bearer, idempotent = method === 'GET' } = parameters
  const { apiUrl, projectId = '' } = portico.options
  if (!apiUrl) throw new InvalidOptionError({ option: 'apiUrl', problem: `needed for ${path}` })
  const url = urlOf(apiUrl, path)
  const fields = method === 'GET' ? { ...query, projectId, st: sdkType, sv: sdkVersion } : query
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const init = {
    method,
    ...(cache && { cache }),
    ...(body !== undefined && { body: json(body) }),
    ...((body !== undefined || bearer) && { headers }),
  }
  const { ok, status, text, retryAfter } = await send({
    fetch: portico.options.fetch ?? fetch,
    url,
    path,
    init,
    signal,
    ...(!idempotent && { retries: 0 }),
  })
  if (!ok) throw new HttpStatusError({ status, path, ...reasonOf(text), ...(retryAfter !== undefined && { retryAfter }) })
  // The last of it has only just been put together: reading it is work enough for one frame of a slow phone.
  if (text.length > longText) await pause(0, signal)
  return parse(schema, text, path)
}

const failure = z.object({
  reasons: z.array(
    z.object({ name: z.string().check(z.maxLength(64)), description: z.optional(z.nullable(z.string().check(z.maxLength(500)))) }),
  ),
})

/** The first of the `reasons` of a failure, where it gives any: its code, and its words as text that can be shown. */
function reasonOf(text: string): { readonly reason?: string; readonly description?: string | undefined } {
  try {
    const first = z.safeParse(failure, JSON.parse(text)).data?.reasons[0]
    return first ? { reason: first.name, description: cleanText(first.description ?? '') || undefined } : {}
  } catch {
    return {}
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
