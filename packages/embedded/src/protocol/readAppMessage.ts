import { envelope, schemaOf } from './envelope.js'
import { fitsMethod } from './rpc.js'
import { isListedMethod } from './methods.js'
import { requests, type AppMessage, type RequestPayload } from './requests.js'

/** A message in the right wrapping whose content is wrong: it is not taken, and its sender is told. */
export interface RefusedMessage {
  readonly name: string
  readonly id: string
  readonly refused: { readonly message: string; readonly code: number }
}

/**
 * Reads what came from the host: a request, or why a well-wrapped one is refused, or undefined for everything else (S3). Methods
 * on neither list, and parameters that are not of the method's form, are refused here (S4). Never throws.
 * @example
 * const read = readAppMessage(data) // data of a MessageEvent on the port
 * if (read && 'refused' in read) answerError(read.name, read.id, read.refused)
 * else if (read?.name === 'SWITCH_NETWORK') switchTo(read.payload.chainId)
 */
export function readAppMessage(data: unknown): AppMessage | RefusedMessage | undefined {
  const { data: outer } = envelope.safeParse(data)
  const name = /^APP_([A-Z_]{1,60})$/.exec(outer?.type ?? '')?.[1]
  if (!outer || name === undefined) return undefined
  const { id, type } = outer
  const refuse = (message: string, code: number): RefusedMessage => ({ name, id, refused: { message, code } })
  const schema = schemaOf(requests, name)
  if (!schema) return refuse('Unknown request', -32601)
  const parsed = schema.safeParse(outer.payload)
  if (!parsed.success) return refuse('Invalid request', -32600)
  if (name === 'RPC_REQUEST') {
    const { method, params } = parsed.data as RequestPayload<'RPC_REQUEST'>
    if (!isListedMethod(method)) return refuse('Requested RPC call is not allowed', 4200)
    if (!fitsMethod(method, params)) return refuse(`Invalid parameters of ${method}`, -32602)
  }
  // Name and payload belong together: the schema is the one of the name.
  return { type, name, id, payload: parsed.data } as AppMessage
}
