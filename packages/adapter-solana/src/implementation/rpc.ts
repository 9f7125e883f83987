import { NetworkNotConfiguredError, type NetworkId, type Portico } from '@portico/core'
import { MalformedAnswerError, NetworkFailureError, retryableStatuses, send, UnusableAnswerError, type Answer } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { endpointsOf } from '../endpoints.js'
import type { SolanaOptions } from '../options.js'
import { endpointError } from './errors.js'
import { field, parseJson } from './json.js'

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
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    try {
      return await send({ fetch: portico.options.fetch ?? fetch, url: http, path: method, init, signal }, read)
    } catch (error) {
      throw error instanceof NetworkFailureError || error instanceof MalformedAnswerError
        ? new EndpointError({ cause: error })
        : endpointError(error)
    }
  }

  return { call, socketUrl: (networkId) => endpoints(networkId).ws }
}

/** The `result` of an answer. @throws RefusedError, EndpointError, and UnusableAnswerError where asking again may help */
function read({ ok, status, text }: Answer): unknown {
  if (!ok) {
    const failure = new RefusedError({ message: `HTTP status ${status}`, code: status })
    throw retryableStatuses.includes(status) ? new EndpointError({ cause: failure }) : failure
  }
  let answer: unknown
  try {
    answer = parseJson(text)
  } catch (cause) {
    throw new UnusableAnswerError('The answer is not JSON.', { cause })
  }
  const error = field(answer, 'error')
  if (error !== undefined && error !== null) {
    if (behind.includes(field(error, 'code'))) throw new UnusableAnswerError(messageOf(error), { cause: error })
    throw new RefusedError(error)
  }
  const result = field(answer, 'result')
  if (result === undefined) throw new UnusableAnswerError('The answer has no result.')
  return result
}
