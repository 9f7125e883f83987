import * as z from 'zod/mini'
import type { Hex } from 'viem'
import { isHex } from 'viem/utils'

const hexOf = (bytes: number) => z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0 && value.length <= 2 + bytes * 2)
const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value))
const id = z.custom<Hex>((value) => typeof value === 'string' && /^0x[\da-f]{64}$/.test(value))
const networkId = z.custom<`eip155:${string}`>((value) => typeof value === 'string' && /^eip155:[1-9]\d{0,15}$/.test(value))

/** `POST /v1/permissions/offer`: one entry of `wallet_requestExecutionPermissions`, as `writeExecution` writes it. */
export const offerBody = z.strictObject({ account: address, request: z.unknown() })
/** `id` is the hash of the delegation that is to be signed. `begins` is in seconds since 1970. */
export const offered = z.object({ id, keeper: address, salt: z.string().check(z.regex(/^\d{1,78}$/)), begins: z.int() })
/** `POST /v1/permissions/activate`: the account's signature of it. */
export const activateBody = z.strictObject({ id, signature: hexOf(4096) })
export const activated = z.object({ context: hexOf(8192) })
/** `POST /v1/permissions`: what the account has granted and what has not ended, on all sites. */
export const listed = z.object({
  permissions: z.array(
    z.object({ id, origin: z.string(), account: address, grantedAt: z.number(), request: z.unknown(), context: hexOf(8192) }),
  ),
})
/** `POST /v1/permissions/stop`: by id, or by the context that a site has. */
export const stopBody = z.union([z.strictObject({ id }), z.strictObject({ context: hexOf(8192) })])

/** `POST /permissions/use`, by the holder's key, which signs `textOfUse`: `value` in wei as decimal text, `at` in seconds since 1970. */
export const useBody = z.strictObject({
  id,
  networkId,
  call: z.strictObject({ to: address, value: z.string().check(z.regex(/^\d{1,78}$/)), data: hexOf(20_000) }),
  at: z.int(),
  nonce: hexOf(32),
  signature: hexOf(65),
})
export const used = z.object({ context: hexOf(60_000), delegationManager: address, until: z.int() })

/** `POST /permissions/of`, by the account itself, which signs `textOfSessions`: `at` in seconds since 1970. */
export const ofBody = z.strictObject({ account: address, networkId, at: z.int(), signature: hexOf(8192) })
/** What it has granted on that network and what has not ended, on all sites. Times in seconds since 1970. */
export const of = z.object({
  permissions: z.array(z.object({ id, origin: z.string(), grantedAt: z.int(), expiry: z.int(), request: z.unknown() })),
})
/** `POST /permissions/revoke`, by the account itself, which signs `textOfStop`. */
export const revokeBody = z.strictObject({ account: address, networkId, id, signature: hexOf(8192) })

/** `POST /permissions/stopped`, by whoever is to bring a use to a chain or to pay for it: which of these the wallet has stopped. */
export const stoppedBody = z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(20)) })
export const stopped = z.object({ stopped: z.array(id) })
