import { isNetworkId, type NetworkId } from '@portico/core'
import * as z from 'zod/mini'
import { longestSealed } from '../../server/api.js'
import type { FeeWorth, PreparedRequest } from '../types.js'

/** Every kind of effect and of warning: each has its sentence in the catalogues. */
export const effectKinds = [
  'send',
  'approve',
  'approvalForAll',
  'permit',
  'order',
  'delegation',
  'upgrade',
  'downgrade',
  'owner',
  'swap',
  'mint',
  'pay',
  'call',
  'deploy',
  'message',
  'signIn',
  'name',
  'typedData',
  'program',
  'unreadable',
  'grant',
  'grantLimit',
  'grantUntil',
] as const
export const warningKinds = [
  'newRecipient',
  'lookAlike',
  'unverifiedContract',
  'unlimited',
  'permit',
  'delegation',
  'order',
  'approvalForAll',
  'unknownCall',
  'unreadable',
  'unknownProgram',
  'domainMismatch',
  'willFail',
  'unpaid',
  'cannotSimulate',
  'largeValue',
  'blindMessage',
  'grant',
] as const

/** Characters of what a site calls itself (S36). */
const longestClaim = 64

const words = z.record(z.string(), z.string())

/** What an approval shows: a request without what only this page can do with it, and who asks. */
export const requestView = z.object({
  /** Verified: the one origin that may embed the frame (S13). */
  origin: z.string(),
  /** What the site calls itself. */
  claim: z.optional(z.string()),
  id: z.string(),
  method: z.string(),
  namespace: z.enum(['eip155', 'solana']),
  networkId: z.custom<NetworkId>(isNetworkId),
  networkName: z.string(),
  address: z.string(),
  /** The address is a contract's. */
  account: z.exactOptional(z.literal('smartAccount')),
  /** It is made by this. */
  deploys: z.exactOptional(z.literal(true)),
  /** Somebody else pays the fee. */
  sponsored: z.exactOptional(z.literal(true)),
  effects: z.array(
    z.object({
      kind: z.enum(effectKinds),
      values: words,
      message: z.optional(z.string()),
    }),
  ),
  warnings: z.array(
    z.object({
      kind: z.enum(warningKinds),
      values: z.optional(words),
    }),
  ),
  risk: z.enum(['normal', 'caution', 'risky']),
  fee: z.optional(z.object({ expected: z.string(), ceiling: z.string(), symbol: z.string(), isToken: z.exactOptional(z.literal(true)) })),
  /** The fee in dollars, where the operator has said who knows. */
  feeWorth: z.exactOptional(z.object({ expected: z.number(), ceiling: z.number() })),
  changes: z.union([z.array(z.object({ symbol: z.string(), amount: z.string() })), z.enum(['failed', 'none'])]),
  details: z.array(z.object({ path: z.string(), value: z.string() })),
  hash: z.optional(z.string()),
  /** An unlimited permission can be lowered. */
  reducible: z.boolean(),
})
export type RequestView = z.infer<typeof requestView>

/** The screen's side of a prepared request, frozen: what is shown is this, and what is signed is `request` (S9). */
export function viewOf(
  request: PreparedRequest,
  who: { readonly origin: string; readonly claim?: string | undefined; readonly feeWorth?: FeeWorth | undefined },
): RequestView {
  const { reduce, sign: _, ...shown } = request
  return deepFreeze(
    requestView.parse({
      ...structuredClone(shown),
      origin: who.origin,
      ...(who.claim ? { claim: [...who.claim].slice(0, longestClaim).join('') } : {}),
      ...(who.feeWorth && { feeWorth: who.feeWorth }),
      reducible: reduce !== undefined,
    }),
  )
}

/** Bytes of a request that the mailbox takes, less what seals it and the theme. */
const largestForWindow = longestSealed - 4_096
const longestDetail = 1_000

/**
 * The view as it goes to a window. Where the whole is more than the mailbox takes, long fields of the details are cut, and say so:
 * effects, messages and the hash stay whole.
 */
export function fitForWindow(view: RequestView): RequestView {
  if (new TextEncoder().encode(JSON.stringify(view)).length <= largestForWindow) return view
  const cut = (value: string) => (value.length <= longestDetail ? value : `${value.slice(0, longestDetail)}… (${value.length})`)
  return deepFreeze({ ...view, details: view.details.map(({ path, value }) => ({ path, value: cut(value) })) })
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFreeze(part)
  }
  return value
}
