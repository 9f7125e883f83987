import { z } from 'zod'
import { fiatDecimals, plain, unitsOf } from './amounts.js'
import { onrampFiats, onrampMethods } from './types.js'

const word = z.string().min(1).max(100)
/** Text, or a number of existing clients. */
const decimal = z
  .union([z.string().max(60), z.number().nonnegative()])
  .transform(plain)
  .refine((text) => unitsOf(text, fiatDecimals) !== undefined, 'must be a decimal number')
const fiat = z.enum(onrampFiats, { error: `must be one of ${onrampFiats.join(', ')}` })
const method = z.enum(onrampMethods, { error: `must be one of ${onrampMethods.join(', ')}` })
const country = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[A-Z]{2}$/.test(text), 'must have two letters (ISO 3166-1)')
/** What shows whose an address is, and where the visitor is led back to. */
const shown = {
  redirectUrl: z.optional(z.url().max(2048)),
  proof: z.optional(z.object({ message: z.string().max(4096), signature: z.string().max(20_000) })),
  grant: z.optional(z.string().max(100)),
}
/** Who is asked for what, as far as it is said. */
const wanted = { provider: z.optional(word), paymentMethod: z.optional(method), country: z.optional(country) }

export const optionsQuery = z.object({ country: z.optional(country) })

export const quoteBody = z.object({
  purchaseCurrency: word,
  paymentCurrency: fiat,
  amount: decimal,
  network: word,
  ...wanted,
})

export const buyBody = z.object({
  destinationWallets: z
    .array(
      z.object({
        address: word,
        blockchains: z.array(word).max(50).default([]),
        assets: z.array(word).max(50).default([]),
      }),
    )
    .min(1)
    .max(20),
  defaultNetwork: z.optional(word),
  defaultExperience: z.optional(z.literal(['buy', 'send'])),
  presetFiatAmount: z.optional(decimal),
  quoteId: z.optional(z.string().max(200)),
  paymentCurrency: z.optional(fiat),
  purchaseCurrency: z.optional(word),
  network: z.optional(word),
  ...wanted,
  ...shown,
})
export type BuyBody = z.output<typeof buyBody>

export const sellBody = z.object({
  address: word,
  network: word,
  sellCurrency: word,
  amount: decimal,
  paymentCurrency: z.optional(fiat),
  ...wanted,
  ...shown,
})
export type SellBody = z.output<typeof sellBody>

/** `POST /v1/json-rpc`: exchanges, as existing clients ask for them. */
export const exchangeCall = z.object({
  jsonrpc: z.optional(z.literal('2.0')),
  id: z.union([z.string().max(100), z.number(), z.null()]).default(null),
  method: z.string().max(100),
  // By name, or as the only one of a list.
  params: z.union([z.array(z.record(z.string(), z.unknown())).max(1), z.record(z.string(), z.unknown())]).default({}),
})
export const exchangesParams = z.object({
  page: z.optional(z.int().min(0)),
  includeOnly: z.optional(z.array(word)),
  exclude: z.optional(z.array(word)),
  asset: z.optional(z.string().max(300)),
})
export const payUrlParams = z.object({
  exchangeId: word,
  asset: z.string().max(300),
  amount: decimal,
  recipient: z.string().max(300),
  ...shown,
})
export const buyStatusParams = z.object({ exchangeId: z.optional(word), sessionId: z.string().max(100) })
