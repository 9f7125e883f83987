import { base58 } from '@scure/base'
import { z } from 'zod'
import type { Commitment } from '../commitment.js'

const sized = (length: number, what: string) =>
  z.string().refine(
    (text) => {
      try {
        return base58.decode(text).length === length
      } catch {
        return false
      }
    },
    { error: `Invalid param: ${what}` },
  )

/** 32 bytes in base58. */
export const address = sized(32, 'not an address')
export const signature = sized(64, 'not a signature')

/** The three commitments, and what the five former ones mean. */
const commitments = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  root: 'finalized',
  max: 'finalized',
} as const satisfies Record<string, Commitment>

export const commitment = z.enum(Object.keys(commitments)).transform((name): Commitment => commitments[name as keyof typeof commitments])

const slot = z.int().min(0)
const accountEncoding = z.enum(['base58', 'base64', 'jsonParsed'], {
  error: 'encoding must be base58, base64 or jsonParsed: the sandbox does not compress',
})

/** The options of most methods. Every field is optional, and null counts as absent. */
export const atCommitment = z.nullish(z.looseObject({ commitment: z.nullish(commitment), minContextSlot: z.nullish(slot) }))

export const readOptions = z.nullish(
  z.looseObject({
    commitment: z.nullish(commitment),
    minContextSlot: z.nullish(slot),
    encoding: z.nullish(accountEncoding),
    dataSlice: z.nullish(z.object({ offset: slot, length: slot })),
  }),
)

export const programOptions = z.nullish(
  z.looseObject({
    commitment: z.nullish(commitment),
    minContextSlot: z.nullish(slot),
    encoding: z.nullish(accountEncoding),
    dataSlice: z.nullish(z.object({ offset: slot, length: slot })),
    withContext: z.nullish(z.boolean()),
    filters: z.nullish(
      z
        .array(
          z.union([
            z.object({ dataSize: slot }),
            z.object({
              memcmp: z.object({ offset: slot, bytes: z.string(), encoding: z.nullish(z.enum(['base58', 'base64'])) }),
            }),
            z.object({ tokenAccountState: z.null() }),
          ]),
        )
        .max(4),
    ),
  }),
)

export const sendOptions = z.nullish(
  z.looseObject({
    encoding: z.nullish(z.enum(['base58', 'base64'])),
    skipPreflight: z.nullish(z.boolean()),
    preflightCommitment: z.nullish(commitment),
    minContextSlot: z.nullish(slot),
  }),
)

export const simulateOptions = z.nullish(
  z.looseObject({
    encoding: z.nullish(z.enum(['base58', 'base64'])),
    sigVerify: z.nullish(z.boolean()),
    replaceRecentBlockhash: z.nullish(z.boolean()),
    innerInstructions: z.nullish(z.boolean()),
    commitment: z.nullish(commitment),
    minContextSlot: z.nullish(slot),
    accounts: z.nullish(z.object({ addresses: z.array(address), encoding: z.nullish(accountEncoding) })),
  }),
)

const transactionEncoding = z.enum(['json', 'jsonParsed', 'base58', 'base64'])

export const transactionOptions = z.nullish(
  z.union([
    transactionEncoding.transform((encoding) => ({ encoding, commitment: undefined, maxSupportedTransactionVersion: undefined })),
    z.looseObject({
      encoding: z.nullish(transactionEncoding),
      commitment: z.nullish(commitment),
      maxSupportedTransactionVersion: z.nullish(z.int()),
    }),
  ]),
)

export const historyOptions = z.nullish(
  z.looseObject({
    commitment: z.nullish(commitment),
    limit: z.nullish(z.int().min(1).max(1000)),
    before: z.nullish(signature),
    until: z.nullish(signature),
  }),
)

export const ownerFilter = z.union([z.object({ mint: address }), z.object({ programId: address })])
