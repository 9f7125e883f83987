import { z } from 'zod'
import { tokenDecimals } from '../wire.js'

export const units = z.string().regex(/^\d+$/).transform(BigInt)
const price = z.nullish(z.union([z.string().transform(Number), z.number()]))

/** What has to be repeated to get the next page: whatever it is, it goes back as it came. */
export const pageParameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export const next = z.nullish(pageParameters)
export type Next = z.output<typeof next>

export const token = z.object({
  address_hash: z.string(),
  name: z.nullish(z.string()),
  symbol: z.nullish(z.string()),
  decimals: tokenDecimals,
  exchange_rate: price,
  icon_url: z.nullish(z.string()),
  reputation: z.nullish(z.string()),
  is_scam: z.nullish(z.boolean()),
})

export const isScam = ({ reputation, is_scam: scam }: z.output<typeof token>) =>
  scam === true || reputation === 'scam' || reputation === 'spam'

export const account = z.object({ coin_balance: z.nullish(units), exchange_rate: price })
export const tokens = z.object({ items: z.array(z.object({ token, value: units })), next_page_params: next })
export const items = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^\d+$/),
      token,
      token_type: z.string(),
      value: z.nullish(z.string().regex(/^\d+$/)),
      image_url: z.nullish(z.string()),
      metadata: z.nullish(z.looseObject({ name: z.nullish(z.string()).catch(null) })).catch(null),
    }),
  ),
  next_page_params: next,
})

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const party = z.object({ hash: z.string().transform((text) => text.toLowerCase()) })
const time = z.iso.datetime({ offset: true })

/** `/transactions`; one that waits has no block. */
export const transaction = z.object({
  hash,
  block_number: z.nullable(z.int()),
  timestamp: z.nullish(time),
  position: z.nullish(z.int()),
  from: party,
  to: z.nullish(party),
  created_contract: z.nullish(party),
  nonce: z.int(),
  value: units,
  fee: z.nullish(z.object({ value: z.nullish(units) })),
  raw_input: z.nullish(z.string()),
  status: z.nullish(z.string()),
})

/** `/token-transfers`. What it says of the amount depends on the kind of the token. */
export const tokenTransfer = z.object({
  transaction_hash: hash,
  block_number: z.nullable(z.int()),
  timestamp: z.nullish(time),
  from: party,
  to: party,
  token: token.extend({ type: z.nullish(z.string()) }),
  total: z.nullish(z.object({ value: z.nullish(units), token_id: z.nullish(z.string().regex(/^\d+$/)) })),
})

/** `/internal-transactions`. */
export const internal = z.object({
  transaction_hash: hash,
  block_number: z.nullable(z.int()),
  timestamp: z.nullish(time),
  from: party,
  to: z.nullish(party),
  created_contract: z.nullish(party),
  success: z.nullish(z.boolean()),
  type: z.nullish(z.string()),
  value: units,
})

/** A page of a list, newest first. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ items: z.array(row), next_page_params: next })
