import { z } from 'zod'
import type { Chain } from '../chain.js'
import { JsonRpcError } from '../errors.js'
import { accountMethods } from './accounts.js'
import { clusterMethods } from './cluster.js'
import type { Method } from './method.js'
import { transactionMethods } from './transactions.js'

const methods: Readonly<Record<string, Method>> = { ...accountMethods, ...clusterMethods, ...transactionMethods }

const id = z.union([z.string(), z.number(), z.null()])
const request = z.looseObject({
  jsonrpc: z.optional(z.literal('2.0')),
  id: z.optional(id),
  method: z.string().max(100),
  params: z.optional(z.union([z.array(z.unknown()), z.null()])),
})

/** How many requests one batch may hold. */
const maxBatch = 200

/** Answers one request or a batch. `undefined` = nothing is to be answered, because nothing asked for an answer. */
export function dispatch(chain: Chain, text: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failure(null, new JsonRpcError(-32_700, 'Parse error'))
  }
  if (!Array.isArray(json)) return answer(chain, json)
  if (json.length === 0 || json.length > maxBatch) return failure(null, new JsonRpcError(-32_600, 'Invalid request'))
  const answers = json.map((each) => answer(chain, each)).filter((each) => each !== undefined)
  return answers.length > 0 ? answers : undefined
}

function answer(chain: Chain, json: unknown): unknown {
  const parsed = request.safeParse(json)
  if (!parsed.success) return failure(null, new JsonRpcError(-32_600, 'Invalid request'))
  const { id: asked, method: name, params } = parsed.data
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined
  try {
    if (!found) throw chain.unknownMethod(name)
    const result = found(chain, params ?? [])
    return asked === undefined ? undefined : { jsonrpc: '2.0', result, id: asked }
  } catch (error) {
    return asked === undefined ? undefined : failure(asked, error)
  }
}

/** An error as the API writes it. What is not meant for the caller is -32603 with its message. */
export function failure(to: string | number | null, error: unknown) {
  const { code, message, data } =
    error instanceof JsonRpcError ? error : new JsonRpcError(-32_603, error instanceof Error ? error.message : 'Internal error')
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id: to }
}
