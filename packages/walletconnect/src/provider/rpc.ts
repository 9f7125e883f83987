import { isRecord, readJson } from '../peer/parse.js'
import { NoRpcUrlError, RpcError } from './errors.js'

/** How long an endpoint may take, in milliseconds. */
const timeout = 10_000
/** Longest answer that is read, in characters. */
const limit = 5_000_000

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
  const body = JSON.stringify({ id: 1, jsonrpc: '2.0', method, params: params ?? [] })
  let failure: unknown
  for (const url of usable) {
    const answer = await ask(fetch, url, body).catch((cause: unknown) => {
      failure = cause
    })
    if (!isRecord(answer)) continue
    const { error, result } = answer
    if (isRecord(error)) {
      const { code, message, data } = error
      throw new RpcError({
        message: typeof message === 'string' ? message.slice(0, 1_000) : 'Unknown error',
        data,
        ...(typeof code === 'number' && { code }),
      })
    }
    if (result !== undefined) return result
  }
  throw new RpcError({ message: `The endpoint of ${chain} did not answer.`, code: -32603, cause: failure })
}

async function ask(fetch: typeof globalThis.fetch, url: string, body: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeout),
  })
  const text = await response.text()
  return text.length <= limit ? readJson(text) : undefined
}
