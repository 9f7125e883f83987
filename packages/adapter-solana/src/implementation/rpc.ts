import { NetworkNotConfiguredError, type NetworkId, type Portico } from '@portico/core'
import { bodyLimit, readTimeout, RequestAbortedError, retryableStatuses, retryBaseDelay, retryDelay, retryLimit } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { endpointsOf } from '../endpoints.js'
import type { SolanaOptions } from '../options.js'
import { endpointError } from './errors.js'
import { field, parseJson } from './json.js'
import { pause } from './time.js'

/** How sure an answer must be: held by two thirds of the stake. */
export const commitment = 'confirmed'

export interface Rpc {
  /**
   * Asks a network's endpoints, in order of preference, and all of them again up to three times (R7). Everything that is
   * asked here may be asked twice: a transaction is sent again as the same bytes (R8).
   * @returns the `result` of the answer, of which nothing is known yet
   * @throws EndpointError, RequestAbortedError, NetworkNotConfiguredError, and for a transaction InsufficientFundsError or TransactionRevertedError
   */
  readonly call: (request: RpcRequest) => Promise<unknown>
  /** Where the network's WebSocket is. @throws NetworkNotConfiguredError */
  readonly socketUrl: (networkId: NetworkId) => string
}

export interface RpcRequest {
  readonly networkId: NetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal | undefined
}

function messageOf(error: unknown): string {
  const message = field(error, 'message')
  return typeof message === 'string' ? message.slice(0, 2_000) : 'Unknown error'
}

/** An answer that says no, in the words of JSON-RPC. */
class RefusedError extends Error {
  readonly code: unknown
  readonly data: unknown
  constructor(error: unknown) {
    super(messageOf(error))
    this.code = field(error, 'code')
    this.data = field(error, 'data')
  }
}

/** The endpoint is worth another try, after a while of its own choice where it named one. */
class UnavailableError extends Error {
  readonly retryAfter: string | undefined
  constructor(message: string, { cause, retryAfter }: { cause?: unknown; retryAfter?: string | null } = {}) {
    super(message, { cause })
    this.retryAfter = retryAfter ?? undefined
  }
}

/** The node is behind the others, or out of order: another one may do. */
const behind: readonly unknown[] = [-32005, -32603, -32004, -32014, -32016]

export function createRpc(portico: Portico, options: SolanaOptions): Rpc {
  function endpoints(networkId: NetworkId) {
    const found = endpointsOf(options, networkId)
    if (!found) throw new NetworkNotConfiguredError({ networkId })
    return found
  }

  async function call({ networkId, method, params, signal }: RpcRequest): Promise<unknown> {
    const { http } = endpoints(networkId)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    let failed: UnavailableError | undefined
    for (let attempt = 0; attempt <= retryLimit; attempt += 1) {
      const waits: number[] = []
      for (const url of http) {
        try {
          return await ask(portico.options.fetch ?? fetch, { url, body, signal })
        } catch (error) {
          if (signal?.aborted) throw new RequestAbortedError()
          if (!(error instanceof UnavailableError)) throw endpointError(error)
          failed = error
          const wait = retryDelay({
            attempt,
            base: retryBaseDelay,
            ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
          })
          if (wait !== undefined) waits.push(wait)
        }
      }
      // None of them wants to be asked within 30 s.
      if (waits.length === 0) break
      if (attempt < retryLimit) await pause(Math.min(...waits), signal)
      if (signal?.aborted) throw new RequestAbortedError()
    }
    throw new EndpointError({ cause: failed })
  }

  return { call, socketUrl: (networkId) => endpoints(networkId).ws }
}

interface Question {
  readonly url: string
  readonly body: string
  readonly signal: AbortSignal | undefined
}

/** Asks one endpoint once, for 10 s and 5 MB at the most (R9). @throws RefusedError, UnavailableError */
async function ask(fetcher: typeof fetch, { url, body, signal }: Question): Promise<unknown> {
  const over = new AbortController()
  const stop = () => over.abort()
  const timer = setTimeout(stop, readTimeout)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  // A `fetch` or a body that ignores its signal cannot hold the caller.
  const reached = new Promise<never>((_, reject) =>
    over.signal.addEventListener('abort', () => reject(new UnavailableError('The time limit was reached.'))),
  )
  reached.catch(() => undefined)
  try {
    const asking = async () => fetcher(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: over.signal })
    const response = await Promise.race([asking(), reached]).catch((cause: unknown) => {
      throw cause instanceof UnavailableError ? cause : new UnavailableError('No answer.', { cause })
    })
    if (!response.ok) {
      void response.body?.cancel().catch(() => undefined)
      if (!retryableStatuses.includes(response.status))
        throw new RefusedError({ message: `HTTP status ${response.status}`, code: response.status })
      throw new UnavailableError(`HTTP status ${response.status}`, { retryAfter: response.headers.get('retry-after') })
    }
    return read(await Promise.race([textOf(response), reached]))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    over.abort()
  }
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new UnavailableError('The answer broke off.', { cause })
    })
    if (done) break
    size += value.byteLength
    if (size > bodyLimit) {
      void reader.cancel().catch(() => undefined)
      throw new RefusedError({ message: `The answer is larger than ${bodyLimit} bytes.` })
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

function read(text: string): unknown {
  let answer: unknown
  try {
    answer = parseJson(text)
  } catch (cause) {
    throw new UnavailableError('The answer is not JSON.', { cause })
  }
  const error = field(answer, 'error')
  if (error !== undefined && error !== null) {
    if (behind.includes(field(error, 'code'))) throw new UnavailableError(messageOf(error), { cause: error })
    throw new RefusedError(error)
  }
  const result = field(answer, 'result')
  if (result === undefined) throw new UnavailableError('The answer has no result.')
  return result
}
