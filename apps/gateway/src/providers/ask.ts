import type { z } from 'zod'
import { ProviderError } from './errors.js'

/** The largest answer that is read unless told, in bytes, and how long one may take, in milliseconds. */
export const bodyLimit = 5_000_000
export const timeoutMs = 10_000

export interface AskParameters {
  /** May hold a key: no error repeats it. */
  readonly url: URL | string
  readonly init?: Omit<RequestInit, 'signal'>
  readonly signal?: AbortSignal | undefined
}

export interface CreateAskParameters {
  /** What errors call the source. */
  readonly kind: string
  readonly fetch: typeof globalThis.fetch
  /** The largest answer that is read, in bytes. */
  readonly limit?: number
  /** Text of an answer with this text and 404, where that is no failure. */
  readonly insteadOf404?: (text: string) => string | undefined
}

/** Asks a source for JSON of an agreed shape. @throws ProviderError */
export type Ask = <Schema extends z.ZodType>(parameters: AskParameters, schema: Schema) => Promise<z.output<Schema>>

/**
 * The way out to sources. Nothing is repeated here: the next source of the chain's list stands in for one that fails. Whoever has
 * gone (`signal`) gets their own reason, not a `ProviderError`.
 */
export function createAsk({ kind, fetch, limit = bodyLimit, insteadOf404 }: CreateAskParameters): Ask {
  return async ({ url, init, signal }, schema) => {
    let text: string
    try {
      const timeout = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      const instead = response.status === 404 ? insteadOf404?.(await readText(response, { kind, limit })) : undefined
      if (instead === undefined && !response.ok) {
        await response.body?.cancel()
        throw refusalOf(kind, response)
      }
      text = instead ?? (await readText(response, { kind, limit }))
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ProviderError) throw error
      throw new ProviderError('unavailable', `${kind} did not answer.`, { cause: error })
    }
    const parsed = schema.safeParse(json(kind, text))
    if (!parsed.success) throw new ProviderError('malformed', `${kind} answered in another shape.`, { cause: parsed.error })
    return parsed.data
  }
}

/** For `init`: a JSON body by POST. */
export const posted = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** What an HTTP status means, whoever answers with it. */
function refusalOf(kind: string, { status, headers }: Response): ProviderError {
  const retryAfter = secondsOf(headers.get('retry-after'))
  const wait = retryAfter === undefined ? {} : { retryAfter }
  if (status === 429) return new ProviderError('rate-limited', `${kind} wants to be asked less often.`, { retryAfter: retryAfter ?? 1 })
  if (status === 401 || status === 402 || status === 403) return new ProviderError('refused', `${kind} refuses the key.`, wait)
  if (status >= 400 && status < 500) return new ProviderError('refused', `${kind} refuses the request with ${status}.`, wait)
  return new ProviderError('unavailable', `${kind} answered with ${status}.`, wait)
}

/** Seconds of a `Retry-After`, which is a number of them or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) : undefined
}

async function readText({ body }: Response, { kind, limit }: { kind: string; limit: number }): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > limit) throw new ProviderError('malformed', `${kind} answered with more than ${limit} bytes.`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function json(kind: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProviderError('malformed', `What ${kind} answered is not JSON.`, { cause })
  }
}
