import { asError } from '@portico/core'
import { MalformedAnswerError, retryableStatuses, send, type Answer } from '@portico/core/kit'
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
  /** How often it is repeated at the most. Default: as `send` has it, 3 (R7). */
  readonly retries?: number
  /** Milliseconds for one try. Default: as `send` has it, 10 s (R9). */
  readonly timeout?: number
}

/**
 * Asks the operator's node for one thing, at the URL of the operator's table and no other (S6).
 * @throws NodeAnswerError with the node's own code, NodeUnreachableError for everything else
 */
export async function askNode({ network, method, params, fetch, retries, timeout }: NodeCall): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, credentials: 'omit', redirect: 'error' } as const
  const fail = (problem: string, cause?: unknown) => new NodeUnreachableError({ method, problem, cause })
  const said = await send({
    fetch,
    url: network.rpcUrl,
    path: method,
    init,
    ...(retries !== undefined && { retries }),
    ...(timeout !== undefined && { timeout }),
  }).catch((error: unknown) => {
    throw fail(error instanceof MalformedAnswerError ? 'its answer is larger than 5 MB' : 'it cannot be reached', asError(error))
  })
  return read(said, fail)
}

/** Nodes also send their errors with a status of 400, as JSON; what is busy or out of order says nothing that counts. */
function read({ status, text }: Answer, fail: (problem: string, cause?: unknown) => NodeUnreachableError): unknown {
  const parsed = answer.safeParse(retryableStatuses.includes(status) ? undefined : json(text))
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
