import { z } from 'zod'
import { tokenDecimals } from '../wire.js'

const whole = z.string().regex(/^\d+$/)
const count = whole.transform(Number)
const units = whole.transform(BigInt)
const address = z.string().transform((text) => text.toLowerCase())

/** What every list has: numbers as text. */
const common = {
  blockNumber: count,
  timeStamp: count,
  hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  from: address,
  to: address,
}

export const transaction = z.object({
  ...common,
  nonce: count,
  transactionIndex: z.optional(count),
  value: units,
  input: z.string().default(''),
  contractAddress: z.optional(address),
  gasUsed: units,
  gasPrice: units,
  isError: z.optional(z.string()),
})

export const internal = z.object({ ...common, value: units, isError: z.optional(z.string()) })

const token = {
  ...common,
  contractAddress: address,
  tokenName: z.string().default(''),
  tokenSymbol: z.string().default(''),
}

export const erc20 = z.object({ ...token, value: units, tokenDecimal: tokenDecimals })
export const erc721 = z.object({ ...token, tokenID: whole })
export const erc1155 = z.object({ ...token, tokenID: whole, tokenValue: units })

/** Errors come with status 200, and so does 'there is nothing'. */
export const envelope = z.object({ status: z.string(), message: z.string(), result: z.unknown() })
