import { asError } from '@portico/core'
import { bodyLimit, readTimeout, retryableStatuses, retryBaseDelay, retryDelay } from '@portico/core/kit'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../types.js'
import { NodeAnswerError, NodeUnreachableError } from './errors.js'

const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

export interface NodeCall {
  readonly network: FrameNetwork
  readonly method: string
  readonly params: unknown
  readonly fetch: typeof fetch
  /** How often it is repeated at the most. Default 3 (R7). */
  readonly retries?: number
  /** Milliseconds for one try. Default 10 s (R9). */
  readonly timeout?: number
}

/**
 * Asks the operator's node for one thing, at the URL of the operator's table and no other (S6). Repeats what may be repeated
 * (R7), reads at most 5 MB in 10 s (R9).
 * @throws NodeAnswerError with the node's own code, NodeUnreachableError for everything else
 */
export async function askNode({ network, method, params, fetch, retries = 3, timeout = readTimeout }: NodeCall): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, credentials: 'omit', redirect: 'error' } as const
  const fail = (problem: string, cause?: unknown) => new NodeUnreachableError({ method, problem, cause })

  for (let attempt = 0; ; attempt += 1) {
    const limit = timeLimit(timeout)
    try {
      const response = await Promise.race([fetch(network.rpcUrl, { ...init, signal: limit.signal }), limit.reached]).catch(asError)
      if (response instanceof Error) {
        if (attempt >= retries) throw fail('it cannot be reached', response)
        await pause(retryDelay({ attempt, base: retryBaseDelay }) ?? 0)
        continue
      }
      // Nodes also send their errors with a status of 400 or 500, as JSON.
      if (response.ok || !retryableStatuses.includes(response.status)) {
        return read(await readText(response, limit.reached).catch((error: unknown) => asError(error)), response.status, fail)
      }
      const retryAfter = response.headers.get('retry-after')
      const delay = retryDelay({ attempt, base: retryBaseDelay, ...(retryAfter !== null && { retryAfter }) })
      void response.body?.cancel().catch(() => undefined)
      if (attempt >= retries || delay === undefined) throw fail(`status ${response.status}`)
      await pause(delay)
    } finally {
      limit.clear()
    }
  }
}

function read(text: string | Error, status: number, fail: (problem: string, cause?: unknown) => NodeUnreachableError): unknown {
  if (text instanceof Error) throw fail(text.message, text)
  const parsed = answer.safeParse(json(text))
  if (!parsed.success) throw fail(status >= 400 ? `status ${status}` : 'its answer cannot be read')
  const { error, result } = parsed.data
  if (error) throw new NodeAnswerError({ code: error.code, message: error.message.slice(0, 1000), data: error.data })
  if (result === undefined) throw fail('its answer is empty')
  return result
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readText(response: Response, reached: Promise<never>): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await Promise.race([reader.read(), reached]).catch((error: unknown) => {
      void reader.cancel().catch(() => undefined)
      throw error
    })
    if (done) return text + decoder.decode()
    size += value.length
    if (size > bodyLimit) {
      void reader.cancel().catch(() => undefined)
      throw new Error('its answer is larger than 5 MB')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** `reached` rejects after the time, so that a `fetch` or a body that ignores its signal cannot hold the caller. */
function timeLimit(ms: number) {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error('the time limit was reached')), ms)
  const reached = new Promise<never>((_, reject) => abort.signal.addEventListener('abort', () => reject(asError(abort.signal.reason))))
  reached.catch(() => undefined)
  return { signal: abort.signal, reached, clear: () => clearTimeout(timer) }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
