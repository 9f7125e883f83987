import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { priceOf } from '../../kit/amount/fiat.js'
import { parseAmount } from '../../kit/amount/parse.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import { operations, type ActivityRow, type ActivityTransfer } from './row.js'

/** The answer of `GET /v1/account/{address}/history`, its rows not read yet: {@link rowOf} does. */
export const historyAnswer = z.object({
  data: z.array(z.unknown()),
  next: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
  missing: orElse(z.optional(z.array(z.string())), undefined),
})

const text = z.string().check(z.maxLength(4096))
const maybe = orElse(z.optional(z.nullable(text)), undefined)
const numeric = z.string().check(z.maxLength(400), z.regex(/^\d+(\.\d+)?$/))
const flags = orElse(z.optional(z.object({ is_spam: z.boolean() })), undefined)
const money = orElse(z.optional(z.nullable(z.number())), undefined)

const metadata = z.object({
  operationType: orElse(z.enum(operations), 'execute'),
  hash: text,
  minedAt: text,
  sentFrom: orElse(text, ''),
  sentTo: orElse(text, ''),
  status: z.enum([
    'confirmed',
    'failed',
    'pending',
    'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    'ONRAMP_TRANSACTION_STATUS_FAILED',
  ]),
  chain: text,
  application: orElse(z.optional(z.nullable(z.object({ name: maybe }))), undefined),
  fee: orElse(z.optional(z.object({ numeric, symbol: text })), undefined),
})

const row = z.object({ id: text.check(z.minLength(1)), metadata, transfers: orElse(z.array(z.unknown()), []) })

const moved = {
  direction: orElse(z.enum(['in', 'out', 'self']), 'self'),
  quantity: z.object({ numeric }),
  value: money,
  sender: maybe,
  recipient: maybe,
}
const token = z.object({
  ...moved,
  fungible_info: z.object({
    name: orElse(text, ''),
    symbol: orElse(text, ''),
    icon: orElse(z.optional(z.nullable(z.object({ url: maybe }))), undefined),
    address: maybe,
    flags,
  }),
})
const picture = orElse(z.optional(z.nullable(z.object({ url: maybe }))), undefined)
const nft = z.object({
  ...moved,
  quantity: orElse(z.object({ numeric }), { numeric: '1' }),
  nft_info: z.object({
    name: orElse(text, ''),
    content: orElse(z.optional(z.nullable(z.object({ preview: picture }))), undefined),
    flags,
    address: maybe,
    token_id: maybe,
  }),
})

const statuses = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'confirmed',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
} as const

type PictureOf = (url: string | null | undefined) => string | undefined

/**
 * A row of the answer; undefined where it is of another network, or not to be read.
 * @param pictureOf the picture that may be asked for, of the one that is named
 */
export function rowOf(entry: unknown, networkId: NetworkId, pictureOf: PictureOf): ActivityRow | undefined {
  const parsed = z.safeParse(row, entry)
  if (!parsed.success) return undefined
  const { id, metadata: about, transfers } = parsed.data
  const minedAt = Date.parse(about.minedAt)
  if (about.chain !== networkId || Number.isNaN(minedAt)) return undefined
  const { status, fee, application } = about
  return {
    id,
    networkId,
    hash: about.hash,
    operation: about.operationType,
    status: status in statuses ? statuses[status as keyof typeof statuses] : (status as ActivityRow['status']), // one or the other
    minedAt,
    from: about.sentFrom,
    to: about.sentTo,
    transfers: transfers.slice(0, 100).flatMap((transfer) => transferOf(transfer, pictureOf) ?? []),
    ...(fee && { fee: { amount: fee.numeric, symbol: fee.symbol } }),
    ...(application?.name && { application: application.name }),
  }
}

function transferOf(entry: unknown, pictureOf: PictureOf): ActivityTransfer | undefined {
  const asToken = z.safeParse(token, entry)
  if (asToken.success) {
    const { fungible_info: info, ...rest } = asToken.data
    return {
      kind: 'token',
      name: info.name,
      symbol: info.symbol,
      spam: info.flags?.is_spam ?? false,
      ...given(rest, info, pictureOf(info.icon?.url)),
    }
  }
  const asNft = z.safeParse(nft, entry)
  if (!asNft.success) return undefined
  const { nft_info: info, ...rest } = asNft.data
  return {
    kind: 'nft',
    name: info.name,
    symbol: '',
    spam: info.flags?.is_spam ?? false,
    ...given(rest, info, pictureOf(info.content?.preview?.url)),
    ...(info.token_id && { tokenId: info.token_id }),
  }
}

interface Moved {
  readonly direction: ActivityTransfer['direction']
  readonly quantity: { readonly numeric: string }
  readonly value?: number | null | undefined
  readonly sender?: string | null | undefined
  readonly recipient?: string | null | undefined
}

function given(
  { direction, quantity, value: said, sender, recipient }: Moved,
  info: { readonly address?: string | null | undefined },
  icon?: string,
) {
  const decimals = quantity.numeric.split('.')[1]?.length ?? 0
  const value = priceOf(said)
  const address = info.address?.split(':').at(-1)
  return {
    direction,
    units: parseAmount(quantity.numeric, decimals),
    decimals,
    ...(value !== undefined && { value }),
    ...(icon && { icon }),
    ...(address && { address }),
    ...(sender && { sender }),
    ...(recipient && { recipient }),
  }
}
