import { z } from 'zod'
import { createAsk, posted } from '../providers/ask.js'

/** A node said no, with an answer of JSON-RPC's form: another node would say the same. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** Of JSON-RPC: -32601 for a method that is not there. */
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Limits in the words of JSON-RPC. */
const limitCodes: readonly number[] = [-32_005, -32_429, 429]

/** Whether a node wants to be asked less often: it says so inside an answer of 200. Of `eth_getLogs` it may also mean too many logs. */
export const isLimit = ({ code }: RpcError): boolean => limitCodes.includes(code)

/** No node answered, or what one said is not JSON-RPC. */
export class NodeUnavailableError extends Error {
  override readonly name = 'NodeUnavailableError'
  readonly code = 'node-unavailable'
}

export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A call whose parameters have no order. */
export interface NamedCall {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A chain's nodes, spoken to as one. */
export interface Node {
  /** @throws RpcError, NodeUnavailableError */
  readonly call: <Schema extends z.ZodType>(call: RpcCall | NamedCall, schema: Schema, signal?: AbortSignal) => Promise<z.output<Schema>>
  /** Results and refusals in the order of the calls, in one request. @throws NodeUnavailableError */
  readonly batch: (calls: readonly (RpcCall | NamedCall)[], signal?: AbortSignal) => Promise<readonly RpcOutcome[]>
}

export type RpcOutcome =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: RpcError; readonly result?: undefined }

/** The largest answer of a node that is read, in bytes: ten full blocks with all that their contracts have logged. */
const longestAnswer = 200_000_000

const answer = z.object({
  id: z.nullable(z.union([z.number(), z.string()])),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** @param urls in the order in which they are asked: the next one only when one does not answer */
export function createNode({ urls, fetch }: { urls: readonly string[]; fetch: typeof globalThis.fetch }): Node {
  const ask = createAsk({ kind: 'node', fetch, limit: longestAnswer })
  const send = async (body: unknown, signal?: AbortSignal): Promise<unknown> => {
    let failure: unknown
    for (const url of urls) {
      try {
        return await ask({ url, init: posted(body), signal }, z.unknown())
      } catch (error) {
        signal?.throwIfAborted()
        failure = error
      }
    }
    // The node's address may hold a key: it is not repeated.
    throw new NodeUnavailableError('No node of the chain answered.', { cause: failure })
  }

  const batch = async (calls: readonly (RpcCall | NamedCall)[], signal?: AbortSignal): Promise<readonly RpcOutcome[]> => {
    const [first] = calls
    if (!first) return []
    if (calls.length === 1) return [read(await send(request(first, 0), signal))]
    const parsed = z.array(answer).safeParse(
      await send(
        calls.map((call, id) => request(call, id)),
        signal,
      ),
    )
    if (!parsed.success) throw new NodeUnavailableError('The node does not answer batches.')
    const byId = new Map(parsed.data.map((each) => [each.id, each]))
    return calls.map((_, id) => {
      const found = byId.get(id)
      if (!found) throw new NodeUnavailableError('The node left out an answer.')
      return outcomeOf(found)
    })
  }

  return {
    batch,
    call: async (call, schema, signal) => {
      const [outcome] = await batch([call], signal)
      if (outcome?.error) throw outcome.error
      return parseResult(outcome?.result, schema, call.method)
    },
  }
}

/** @throws NodeUnavailableError for another shape */
export function parseResult<Schema extends z.ZodType>(result: unknown, schema: Schema, method: string): z.output<Schema> {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  throw new NodeUnavailableError(`The node answered ${method} in another shape.`, { cause: parsed.error })
}

const request = ({ method, params = [] }: RpcCall | NamedCall, id: number) => ({ jsonrpc: '2.0', id, method, params })

function read(value: unknown): RpcOutcome {
  const parsed = answer.safeParse(value)
  if (!parsed.success) throw new NodeUnavailableError('What the node answered is not JSON-RPC.')
  return outcomeOf(parsed.data)
}

function outcomeOf({ result, error }: z.output<typeof answer>): RpcOutcome {
  return error ? { error: new RpcError(error) } : { result: result ?? null }
}

/** A number of JSON-RPC, below 2^53. */
export const hexNumber = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,14}$/)
  .transform(Number)

export const hexBigint = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)

/** 20 bytes, in lower case. */
export const evmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())

/** 32 bytes, in lower case. */
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())

export const hexData = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/)
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)
