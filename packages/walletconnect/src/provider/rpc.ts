import { NetworkFailureError, send, UnusableAnswerError } from '@portico/core/kit'
import { isRecord, readJson } from '../peer/parse.js'
import { NoRpcUrlError, RpcError } from './errors.js'

export interface ReadRequest {
  /** CAIP-2. */
  readonly chain: string
  readonly urls: readonly string[]
  readonly method: string
  readonly params: unknown
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Asks the host's own endpoints, one after the other until one answers.
 * @throws NoRpcUrlError, RpcError
 */
export async function readChain({ chain, urls, method, params, fetch = globalThis.fetch }: ReadRequest): Promise<unknown> {
  const usable = urls.filter((url) => /^https?:\/\//i.test(url))
  if (usable.length === 0) throw new NoRpcUrlError({ chain })
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, jsonrpc: '2.0', method, params: params ?? [] }),
  }
  return send({ fetch, url: usable, path: method, init, retries: 0 }, ({ text }) => read(text)).catch((error: unknown) => {
    if (error instanceof RpcError) throw error
    const cause = error instanceof NetworkFailureError ? error.cause : error
    throw new RpcError({ message: `The endpoint of ${chain} did not answer.`, code: -32603, cause })
  })
}

/** The result of an answer, whatever its status: nodes also send errors with one of 400. @throws RpcError, UnusableAnswerError */
function read(text: string): unknown {
  const answer = readJson(text)
  const { error, result } = isRecord(answer) ? answer : {}
  if (isRecord(error)) {
    const { code, message, data } = error
    throw new RpcError({
      message: typeof message === 'string' ? message.slice(0, 1_000) : 'Unknown error',
      data,
      ...(typeof code === 'number' && { code }),
    })
  }
  if (result === undefined) throw new UnusableAnswerError('The answer has no result.')
  return result
}
