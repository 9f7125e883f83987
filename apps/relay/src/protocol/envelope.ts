import { z } from 'zod'
import { RequestError } from './errors.js'

/** What a frame from a client can be. */
export type Incoming =
  /** `id` is JSON text, to be echoed as it came. */
  | { kind: 'request'; id: string; method: string; params: unknown }
  /** The answer to a push. */
  | { kind: 'acknowledgement'; id: number; accepted: boolean }
  | { kind: 'malformed'; id: string; error: RequestError }

const id = z.union([z.string().max(128), z.number()])
const request = z.object({ jsonrpc: z.literal('2.0'), id, method: z.string().max(128), params: z.optional(z.unknown()) })
const response = z.object({ jsonrpc: z.literal('2.0'), id, result: z.optional(z.unknown()), error: z.optional(z.unknown()) })

/** Reads a text frame. Never throws: whatever is wrong with it becomes a JSON-RPC error to answer with. */
export function readFrame(text: string): Incoming {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'malformed', id: 'null', error: new RequestError('parse-error', 'The frame is not JSON.') }
  }
  // Half of what comes are acknowledgements: one without a method is no request, and a list of what it lacks need not be made.
  const asked = typeof value === 'object' && value !== null && 'method' in value ? request.safeParse(value) : undefined
  if (asked?.success) return { kind: 'request', id: rawId(asked.data.id, text), method: asked.data.method, params: asked.data.params }
  const answered = response.safeParse(value)
  if (answered.success && ('result' in answered.data || 'error' in answered.data))
    return { kind: 'acknowledgement', id: Number(answered.data.id), accepted: answered.data.result === true }
  return { kind: 'malformed', id: 'null', error: new RequestError('invalid-request', 'The frame is not a JSON-RPC 2.0 request.') }
}

/**
 * The id as JSON text. Clients in other languages number their requests with 64-bit integers, which a double does not hold:
 * those digits are taken from the frame itself.
 */
function rawId(value: string | number, text: string): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return topLevelNumber(text, 'id') ?? JSON.stringify(value)
  return JSON.stringify(value)
}

/** The literal of a number that is a member of the outermost object; the last one, as for JSON.parse. `text` is valid JSON. */
function topLevelNumber(text: string, key: string): string | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+/g
  let depth = 0
  let name: unknown
  let found: string | undefined
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1 && name === key && /^-?\d/.test(token)) found = token
    // A string that is a value is taken for a name here, which does no harm: what follows it is a string, never a number.
    name = depth === 1 && token.startsWith('"') ? JSON.parse(token) : undefined
  }
  return found
}

/** @param rawId JSON text */
export function resultFrame(rawId: string, result: unknown): string {
  return `{"id":${rawId},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** @param rawId JSON text */
export function errorFrame(rawId: string, { code, message, reason, facts }: RequestError): string {
  return `{"id":${rawId},"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data: { reason, ...facts } })}}`
}
