import { farcasterSettings } from '@portico/service/farcaster'
import { isSafeEndpoint } from '@portico/service/http'
import * as z from 'zod/mini'

const endpoint = z.string().check(z.refine(isSafeEndpoint, 'not an https URL (http on a loopback host alone)'))

/** A client of the vault's own at a provider: never the auth service's, whose tokens must open nothing here. */
const client = z.strictObject({ clientId: z.string().check(z.minLength(1)), issuer: z.optional(endpoint) })

/** Accounts that the vault can know an owner by. */
export const identitiesSchema = z.strictObject({
  google: z.optional(client),
  apple: z.optional(client),
  farcaster: z.optional(farcasterSettings),
})
export type IdentitiesConfig = z.infer<typeof identitiesSchema>

export type IdentitiesOptions = z.input<typeof identitiesSchema>
