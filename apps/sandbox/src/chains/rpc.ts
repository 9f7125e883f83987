import { z } from 'zod'
import { RpcError } from '../errors.js'

export interface RpcCall {
  method: string
  params?: readonly unknown[]
}

const answer = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

/** A quantity of the JSON-RPC API: hex digits after 0x, as bigint. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform((hex) => BigInt(hex))

/** Bytes of the JSON-RPC API. */
export const bytes = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)])

/** Asks a chain one thing. @throws RpcError, or TypeError when the chain is not there. */
export async function rpc(url: string, method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<unknown> {
  const [result] = await rpcBatch(url, [{ method, params }], signal)
  return result
}

/**
 * Asks a chain many things in one request. A chain works on them at the same time, so they must not depend on each other.
 * @throws RpcError when any of them fails, or TypeError when the chain is not there.
 */
export async function rpcBatch(url: string, calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
  if (calls.length === 0) return []
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))),
    signal: signal ?? null,
  })
  const answers = z.array(answer).parse(await response.json())
  const byId = new Map(answers.map((each) => [each.id, each]))
  return calls.map(({ method }, id) => {
    const found = byId.get(id)
    if (!found || found.error) throw new RpcError(`${method}: ${found?.error?.message ?? 'no answer'}`)
    return found.result
  })
}
