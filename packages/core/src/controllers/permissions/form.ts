import * as z from 'zod/mini'
import type { AddressIn } from '../../kit/caip/ids.js'
import { PermissionFormError } from './errors.js'

type Hex = AddressIn<'eip155'>

/** An address, in lower case from here on. */
export const address = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{40}$/i)),
  z.transform((text) => text.toLowerCase() as Hex), // the pattern says so
)
/** An amount in the smallest unit, as 0x hex. */
export const units = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i)),
  z.transform((text) => BigInt(text)),
)
/** Seconds: since 1970, or of a length. Some wallets write them as hex. */
export const seconds = z.union([
  z.int().check(z.gte(0)),
  z.pipe(
    z.string().check(z.regex(/^0x[\da-f]{1,12}$/i)),
    z.transform((text) => Number(text)),
  ),
])
/** Bytes as hex. The longest is the context of a permission with many contracts. */
export const bytes = z.pipe(
  z.string().check(z.maxLength(100_000), z.regex(/^0x(?:[\da-f]{2})*$/i)),
  z.transform((text) => text.toLowerCase() as Hex), // the pattern says so
)
/** The number of a chain, as JSON-RPC writes it. */
export const chain = z.union([
  z.int().check(z.gte(1)),
  z.pipe(
    z.string().check(z.regex(/^0x[1-9a-f][\da-f]{0,13}$/i)),
    z.transform((text) => Number(text)),
  ),
])
/** Four bytes as hex, or a name with its types: no spaces, no names of parameters, as it is hashed. */
export const method = z.string().check(z.maxLength(500), z.regex(/^(?:0x[\da-fA-F]{8}|[A-Za-z_$][\w$]*\((?:[\w[\](),]*)\))$/))
/** Words of the site, shown as such. */
export const justification = z.string().check(z.maxLength(1_000))

/** What a schema makes of a value. @throws PermissionFormError, which names where it differs */
export function read<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [first] = error.issues
  throw new PermissionFormError({ problem: `${first?.path.join('.') || 'it'} is not as expected`, cause: error })
}
