import * as z from 'zod/mini'
import { shape, text } from './form.js'

/** An id of `crypto.randomUUID()`. */
const id = z.custom<string>(
  (value) => typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(value),
)

/** What every message is wrapped in. */
export const envelope = shape({ type: text(100), id }, { payload: z.custom<unknown>(() => true) })

/** A payload as JSON says it: undefined fields are left out, bigints become 0x hex. @throws TypeError for cycles */
export function toWire(payload: unknown): unknown {
  const said = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value)) as
    | string
    | undefined // of undefined and functions
  return said === undefined ? undefined : JSON.parse(said)
}

/**
 * A message with its payload, if there is any, as JSON says it: bigints become 0x hex. Its id is a new UUID; of an answer, that of the request.
 * @example port.postMessage(message('APP_SWITCH_NETWORK', { chainId: 'eip155:10' }))
 */
export const message = (
  type: string,
  payload: unknown,
  id: string = crypto.randomUUID(),
): { readonly type: string; readonly id: string; readonly payload?: unknown } => {
  const wire = toWire(payload)
  return { type, id, ...(wire !== undefined && { payload: wire }) }
}

/** The schema of a name, if it is one of the table's own. */
export const schemaOf = (table: Readonly<Record<string, z.ZodMiniType>>, name: string): z.ZodMiniType | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
