import * as z from 'zod/mini'

const digits = z.string().check(z.regex(/^\d{1,78}$/))
/** Base units. Some services write small ones as JSON numbers. */
const units = z.pipe(
  z.union([digits, z.int().check(z.gte(0))]),
  z.transform((said: string | number) => BigInt(said)),
)
const id = z.string().check(z.maxLength(200))
const hex = z.string().check(z.maxLength(300_000), z.regex(/^0x([\da-f]{2})*$/i))
const accountId = z.string().check(z.maxLength(160))

/** `GET /v1/convert/tokens`; entries are read one by one. */
export const tokensAnswer = z.object({ tokens: z.array(z.unknown()) })

export const tokenEntry = z.object({
  name: z.string(),
  symbol: z.string(),
  address: accountId,
  decimals: z.int().check(z.gte(1), z.lte(255)),
  logoUri: z.optional(z.nullable(z.string())),
})

/** `GET /v1/convert/gas-price`, in wei. */
export const gasPriceAnswer = z.object({ standard: units, fast: units, instant: units })

/** `GET /v1/convert/quotes`; entries are read one by one. */
export const quotesAnswer = z.object({ quotes: z.array(z.unknown()) })

export const quoteEntry = z.object({
  id: z.optional(z.nullable(id)),
  fromAmount: units,
  fromAccount: accountId,
  toAmount: units,
  toAccount: accountId,
  minAmount: z.optional(z.nullable(units)),
  provider: z.optional(z.nullable(z.string())),
  path: z.optional(z.nullable(z.array(z.string().check(z.maxLength(64))))),
  impact: z.optional(z.nullable(z.string().check(z.maxLength(80), z.regex(/^-?\d+(\.\d+)?$/)))),
  fees: z.optional(z.nullable(z.array(z.object({ name: z.string(), amount: units, token: accountId })))),
  gas: z.optional(z.nullable(units)),
  expiresAt: z.optional(z.nullable(z.number())),
})

const base64 = z.string().check(z.maxLength(10_000), z.regex(/^[A-Za-z\d+/]+={0,2}$/))

/** A permit's nonce and deadline have as many bits as the EVM counts with. */
const word = z.pipe(units, z.bigint().check(z.refine((value: bigint) => value < 2n ** 256n)))

/** `POST /v1/convert/build-transaction`: of the EVM a call, or a trade to be signed; of Solana a whole transaction. */
export const transactionAnswer = z.union([
  z.object({
    permit2: z.optional(z.nullable(z.object({ spender: accountId, nonce: word, deadline: word }))),
    tx: z.object({ from: accountId, to: accountId, data: z.union([hex, base64]), amount: units }),
  }),
  z.object({ trade: z.record(z.string(), z.unknown()) }),
])

/** `POST /v1/convert/trades` */
export const tradeAnswer = z.object({ id: z.string().check(z.regex(/^0x[\da-f]{64}$/i)) })
