import { ProviderRpcError, rpcError, rpcErrorCodes } from './errors.js'
import { isRecord } from './params.js'

interface RpcCall {
  readonly url: string
  readonly method: string
  readonly params?: unknown
  readonly fetch?: typeof globalThis.fetch | undefined
}

/**
 * Asks a node. Its errors are passed on with code, message and data as they are.
 * @throws {@link ProviderRpcError} 4901 when the node cannot be reached, -32603 when its answer makes no sense
 */
export async function callNode({ url, method, params, fetch = globalThis.fetch }: RpcCall): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  } catch {
    throw rpcError(rpcErrorCodes.chainDisconnected)
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isRecord(answer)) throw rpcError(rpcErrorCodes.internal, `The node answered with status ${response.status}.`)
  if (isRecord(answer['error'])) throw nodeError(answer['error'])
  return answer['result']
}

function nodeError({ code, message, data }: Record<string, unknown>): ProviderRpcError {
  const known = typeof code === 'number' ? code : rpcErrorCodes.internal
  return rpcError(known, typeof message === 'string' ? message : undefined, data)
}
