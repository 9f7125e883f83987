import { z } from 'zod'

/** 32 bytes in base58. */
export const solanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

const units = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
/** Above 2^53 (nine million SOL) JSON's own numbers have lost the last digits. */
const lamports = z.number().nonnegative().refine(Number.isInteger).transform(BigInt)

/** Of which slot an answer is. */
const context = z.optional(z.object({ slot: z.int().nonnegative() }))

export const balanceOf = z.object({ context, value: lamports })

export const slotOf = z.int().nonnegative()

/** Of `getTokenAccountsByOwner`, parsed by the node. Accounts that are something else are left out. */
export const tokenAccounts = z.object({
  context,
  value: z.array(
    z.object({
      pubkey: solanaAddress,
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ mint: solanaAddress, tokenAmount: z.object({ amount: units, decimals: z.int().min(0).max(255) }) }),
          }),
        }),
      }),
    }),
  ),
})

/** Of mints, parsed by the node: what a Token-2022 mint calls itself. */
export const mints = z.object({
  value: z.array(
    z.nullable(
      z.object({
        data: z.union([
          z.object({
            parsed: z.object({
              info: z.object({ extensions: z.optional(z.array(z.object({ extension: z.string(), state: z.optional(z.unknown()) }))) }),
            }),
          }),
          z.unknown().transform(() => null),
        ]),
      }),
    ),
  ),
})

export const tokenMetadata = z.object({ name: z.string(), symbol: z.string(), uri: z.optional(z.string()) })

export const signatures = z.array(
  z.object({ signature: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/), slot: z.int().nonnegative(), blockTime: z.nullish(z.int()) }),
)
export type Signature = z.output<typeof signatures>[number]

const tokenBalance = z.object({
  mint: solanaAddress,
  owner: z.optional(solanaAddress),
  uiTokenAmount: z.object({ amount: units, decimals: z.int().min(0).max(255) }),
})
export type TokenBalance = z.output<typeof tokenBalance>

/** Of `getTransaction` with `jsonParsed`. */
export const solanaTransaction = z.object({
  slot: z.int().nonnegative(),
  blockTime: z.nullish(z.int()),
  meta: z.object({
    err: z.unknown().transform((err) => err !== null && err !== undefined),
    fee: lamports,
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    preTokenBalances: z.nullish(z.array(tokenBalance)),
    postTokenBalances: z.nullish(z.array(tokenBalance)),
  }),
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.union([solanaAddress, z.object({ pubkey: solanaAddress }).transform(({ pubkey }) => pubkey)])),
    }),
  }),
})
export type SolanaTransaction = z.output<typeof solanaTransaction>
