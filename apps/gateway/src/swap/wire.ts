import { type Hex, keccak256, stringToHex } from 'viem'
import { z } from 'zod'
import { addressOn, namespaceOf } from '../chains/address.js'
import { accountId } from '../providers/wire.js'
import { native } from './types.js'

/** What clients call a chain's own coin. */
const nativeIds: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** A token of a chain, or its own coin. */
export interface Place {
  readonly chainId: string
  /** `native`, or an address as the chain writes it. */
  readonly token: string
}

/** CAIP-10 of a token. */
export const tokenField = accountId.transform((text, context): Place => {
  const at = text.lastIndexOf(':')
  const [chainId, address] = [text.slice(0, at), text.slice(at + 1)]
  const namespace = namespaceOf(chainId)
  const isNative = address.toLowerCase() === nativeIds[namespace]?.toLowerCase()
  const token = isNative ? native : addressOn(namespace, address)
  if (token !== undefined) return { chainId, token }
  context.issues.push({ code: 'custom', message: 'is no address of its chain', input: undefined })
  return z.NEVER
})

/** CAIP-10 of an account, or its address alone. */
export const accountField = z
  .string()
  .max(200, 'is too long')
  .transform((text) => text.slice(text.lastIndexOf(':') + 1))

/** Whole base units, more than none. No token has as many as 2^128. */
export const amountField = z
  .string()
  .regex(/^\d{1,39}$/, 'must be a whole number of base units')
  .transform(BigInt)
  .refine((amount) => amount > 0n && amount < 2n ** 128n, 'must be more than 0 and less than 2^128')

/** Per cent. @returns hundredths of it */
export const slippageField = z.coerce
  .number('must be a number')
  .min(0.1, 'must be from 0.1 to 5')
  .max(5, 'must be from 0.1 to 5')
  .transform((percent) => Math.round(percent * 100))

/** CAIP-10, as it goes out. */
export const idOf = (chainId: string, token: string): string =>
  `${chainId}:${token === native ? (nativeIds[namespaceOf(chainId)] ?? token) : token}`

const fee = z.object({ name: z.string(), amount: z.string(), token: accountId })

/** `GET /v1/convert/quotes`. What comes after `toAccount` is ours: existing clients don't look at it. */
export const quotesAnswer = z.object({
  quotes: z.array(
    z.object({
      id: z.string(),
      fromAmount: z.string(),
      fromAccount: accountId,
      toAmount: z.string(),
      toAccount: accountId,
      minAmount: z.string(),
      provider: z.string(),
      spender: z.nullable(z.string()),
      target: z.nullable(z.string()),
      path: z.array(z.string()),
      impact: z.nullable(z.string()),
      fees: z.array(fee),
      gas: z.string(),
      expiresAt: z.number(),
    }),
  ),
})
export type QuotesAnswer = z.output<typeof quotesAnswer>

/** `GET /v1/convert/tokens` */
export const tokensAnswer = z.object({
  tokens: z.array(
    z.object({
      name: z.string(),
      symbol: z.string(),
      address: accountId,
      decimals: z.int().nonnegative(),
      logoUri: z.string(),
      eip2612: z.boolean(),
    }),
  ),
})
export type TokensAnswer = z.output<typeof tokensAnswer>

/** Milliseconds that a quote stands (S18). */
export const quoteLifetime = 30_000

export interface QuoteIdParameters {
  /** Where its provider stands in the chain's list. */
  readonly provider: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly plan: string
  /** What was asked, in any words: another question has another id. */
  readonly question: readonly (string | bigint)[]
}

/** All that is needed to build a quote, so that nothing has to be remembered and any gateway can. It grants nothing: it is not signed. */
export function writeQuoteId({ provider, expiresAt, plan, question }: QuoteIdParameters): string {
  return [provider.toString(36), expiresAt.toString(36), markOf(question), plan].join('~')
}

/** Undefined for what is none, or one of another question. */
export function readQuoteId(id: string, question: QuoteIdParameters['question']): Omit<QuoteIdParameters, 'question'> | undefined {
  const [, provider, expiresAt, mark, plan] = /^([0-9a-z])~([0-9a-z]{1,9})~([0-9a-f]{8})~([\w.-]{0,150})$/.exec(id) ?? []
  if (provider === undefined || expiresAt === undefined || plan === undefined || mark !== markOf(question)) return undefined
  return { provider: parseInt(provider, 36), expiresAt: parseInt(expiresAt, 36), plan }
}

const markOf = (question: QuoteIdParameters['question']): string => {
  const hash: Hex = keccak256(stringToHex(question.join(' ')))
  return hash.slice(2, 10)
}
