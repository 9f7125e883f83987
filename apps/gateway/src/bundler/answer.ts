import type { Log } from '@portico/service'
import { z } from 'zod'
import { NodeUnavailableError } from '../rpc/node.js'
import { RefusedError, bundlerCodes } from './errors.js'
import type { Caller, Methods } from './methods.js'

/** Calls in one batch: each is a simulation. */
export const longestBatch = 20

const request = z.object({
  id: z.nullish(z.union([z.string().max(128), z.number()])),
  method: z.string().max(64),
  params: z.array(z.unknown()).default([]),
})

/** The answer of JSON-RPC to a body, one call or a batch. A refusal is an answer. */
export async function answerBody(body: unknown, parameters: { methods: Methods; caller: Caller; log: Log }): Promise<unknown> {
  if (!Array.isArray(body)) return await answerOne(body, parameters)
  if (body.length === 0 || body.length > longestBatch) {
    return refusal(null, new RefusedError(-32_600, `A batch has 1 to ${longestBatch} calls.`))
  }
  return await Promise.all(body.map((each: unknown) => answerOne(each, parameters)))
}

async function answerOne(body: unknown, { methods, caller, log }: { methods: Methods; caller: Caller; log: Log }): Promise<object> {
  const parsed = request.safeParse(body)
  if (!parsed.success) return refusal(null, new RefusedError(-32_600, 'This is no request of JSON-RPC.'))
  const { id, method: name, params } = parsed.data
  const method = methods.get(name)
  if (!method) return refusal(id, new RefusedError(bundlerCodes.method, `${name.replace(/[^\w]/g, '')} is not answered here.`))
  try {
    return { jsonrpc: '2.0', id: id ?? null, result: await method(params, caller) }
  } catch (error) {
    if (error instanceof RefusedError) return refusal(id, error)
    const message = error instanceof NodeUnavailableError ? error.message : 'Something went wrong here.'
    log('error', 'bundler.failed', { method: name, name: error instanceof Error ? error.name : '', message })
    return refusal(id, new RefusedError(bundlerCodes.internal, message))
  }
}

function refusal(id: string | number | null | undefined, { code, message, data }: RefusedError): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data !== undefined && { data }) } }
}
