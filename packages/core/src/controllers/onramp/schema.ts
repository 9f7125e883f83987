import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

const id = z.string().check(z.minLength(1), z.maxLength(200))
const name = z.string().check(z.maxLength(400))
const decimal = z.string().check(z.maxLength(80), z.regex(/^\d+(\.\d+)?$/))
const maybe = <S extends z.ZodMiniType>(schema: S) => orElse(z.optional(z.nullable(schema)), undefined)
const moment = z.int().check(z.gte(0))

/** `GET /v1/onramp/options`; entries are read one by one. */
export const optionsAnswer = z.object({
  paymentCurrencies: z.array(z.unknown()),
  purchaseCurrencies: z.array(z.unknown()),
  providers: maybe(z.array(z.unknown())),
  exchanges: maybe(z.boolean()),
  builtIn: maybe(z.boolean()),
})

export const paymentEntry = z.object({
  id: z.string().check(z.regex(/^[A-Z]{3}$/)),
  payment_method_limits: z.array(z.object({ id, min: decimal, max: decimal })),
})

export const purchaseEntry = z.object({
  id,
  name: orElse(name, ''),
  symbol: name,
  iconUrl: maybe(z.string()),
  networks: z.array(z.unknown()),
})

/** Of a gateway that follows the older wire, `caipNetworkId` and `decimals` are missing: such a network is left out. */
export const purchaseNetwork = z.object({
  caipNetworkId: id,
  decimals: z.int().check(z.gte(1), z.lte(36)),
  contract_address: maybe(z.string().check(z.maxLength(100))),
})

export const providerEntry = z.object({
  id,
  name: orElse(name, ''),
  feeRange: maybe(z.object({ min: z.number(), max: z.number() })),
  namespaces: orElse(z.array(z.string()), []),
  methods: orElse(z.array(z.string()), []),
  sell: orElse(z.boolean(), false),
})

const money = z.object({ amount: decimal, currency: name })

export const quoteEntry = z.object({
  paymentTotal: money,
  paymentSubtotal: maybe(money),
  purchaseAmount: money,
  networkFee: maybe(money),
  coinbaseFee: maybe(money),
  quoteId: maybe(id),
  provider: maybe(id),
  expiresAt: maybe(moment),
  fees: maybe(z.array(z.object({ id: name, amount: decimal, currency: name }))),
  estimate: maybe(z.boolean()),
})

/** `POST /v1/onramp/quote`; the others are read one by one. */
export const quoteAnswer = z.object({ others: maybe(z.array(z.unknown())) })

/** `POST /v1/fungible/price`. */
export const pricesAnswer = z.object({ fungibles: z.array(z.object({ price: z.union([z.number(), z.string()]) })) })

/** `POST /v1/onramp/nonce`. */
export const nonceAnswer = z.object({ nonce: z.string().check(z.regex(/^[a-zA-Z0-9]{8,200}$/)), expiresAt: maybe(moment) })

const grant = maybe(z.string().check(z.minLength(1), z.maxLength(4096)))

/** `POST /v1/generators/onrampurl` and `offrampurl`. A gateway that follows the older wire names no session. */
export const pageAnswer = z.object({
  url: z.string().check(z.maxLength(4096)),
  sessionId: maybe(z.string().check(z.regex(/^[\w.~-]{8,200}$/))),
  grant,
})

export const sessionStatuses = ['created', 'paid', 'processing', 'settled', 'failed', 'refunded', 'expired'] as const

/** `GET /v1/onramp/sessions/{id}`. */
export const sessionAnswer = z.object({
  status: z.enum(sessionStatuses),
  asset: maybe(z.object({ symbol: name, decimals: z.int().check(z.gte(0), z.lte(36)), address: maybe(id) })),
  paymentTotal: maybe(money),
  purchaseAmount: maybe(money),
  hash: maybe(id),
  reason: maybe(z.object({ name: z.string().check(z.maxLength(64)), description: maybe(z.string().check(z.maxLength(400))) })),
  depositAddress: maybe(z.string().check(z.minLength(1), z.maxLength(128))),
})

/** `POST /v1/json-rpc`. */
const rpc = <S extends z.ZodMiniType>(result: S) =>
  z.object({ result: z.optional(result), error: maybe(z.object({ data: maybe(z.object({ reason: z.string().check(z.maxLength(64)) })) })) })
export const exchangesAnswer = rpc(z.object({ exchanges: z.array(z.unknown()) }))
export const exchangeEntry = z.object({ id, name, imageUrl: maybe(z.string()) })
export const exchangePageAnswer = rpc(z.object({ url: z.string().check(z.maxLength(4096)), sessionId: id, grant }))
export const exchangeStatusAnswer = rpc(z.object({ status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']), txHash: maybe(id) }))

/** What is kept of a session between visits. Amounts as text. */
export const keptSession = z.object({
  id,
  kind: z.enum(['buy', 'sell', 'exchange']),
  provider: z.object({ id, name }),
  networkId: id,
  address: id,
  url: z.string().check(z.maxLength(4096)),
  startedAt: z.number(),
  status: z.enum(sessionStatuses),
  token: z.object({ symbol: name, name, decimals: z.int().check(z.gte(0), z.lte(36)), address: maybe(id), icon: maybe(name) }),
  units: maybe(z.string().check(z.regex(/^\d{1,78}$/))),
  paid: maybe(z.object({ units: z.string().check(z.regex(/^\d{1,78}$/)), currency: name })),
  fee: maybe(z.object({ units: z.string().check(z.regex(/^\d{1,78}$/)), currency: name })),
  method: maybe(name),
  hash: maybe(id),
  reason: maybe(z.string().check(z.maxLength(64))),
  depositAddress: maybe(id),
  seen: maybe(z.literal(true)),
})

export const keptGrant = z.object({ accountId: id, grant: z.string().check(z.maxLength(4096)), keptAt: z.number() })

/** The record in storage. */
export const keptRecord = z.object({ sessions: orElse(z.array(z.unknown()), []), grants: orElse(z.array(z.unknown()), []) })
