import { inWords, OptionsError } from '@portico/service'
import { z } from 'zod'
import { chainId } from '../providers/wire.js'
import { swapOptions } from '../swap/settings.js'

const token = z.object({
  /** As the chain writes it; EVM addresses are compared in lower case. */
  address: z.string().min(1),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
  iconUrl: z.string().default(''),
})
export type Token = z.output<typeof token>

/** Contracts that the provider `pools` looks at. */
const contracts = { factory: z.optional(z.string()), stable: z.optional(z.string()), wrapped: z.optional(z.string()) }

/** Contracts that the provider `chainlink` looks at. */
const feeds = z.optional(z.record(z.string(), z.unknown()))

const chain = z.object({
  id: chainId,
  name: z.string().min(1),
  /** Of nodes, in the order in which they are asked. Solana: JSON-RPC; Bitcoin: where Esplora's paths begin. */
  rpc: z.array(z.url()).min(1),
  /** Of nodes that keep a transaction to themselves until it is in a block: signed ones are sent to these alone. The chain's own, unless told. */
  privateRpc: z.optional(z.array(z.url()).min(1)),
  native: z.object({ name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(36), iconUrl: z.string().default('') }),
  /** The first block that the built-in index holds. The chain's head at the first start, unless told. */
  startBlock: z.optional(z.int().min(0)),
  /** Down to which block the rows below that one are read, of accounts that somebody asks about. */
  olderFrom: z.int().min(0).default(0),
  /** Tokens that are looked for in each account, and are never taken for spam. */
  tokens: z.array(token).default([]),
  /** Milliseconds between two looks at the head. */
  pollMs: z.int().min(50).max(60_000).default(1000),
  /** Who is asked, in this order. The chain's own node, unless told. */
  providers: z
    .array(z.object({ kind: z.string(), url: z.optional(z.url()), key: z.optional(z.string()), ...contracts, feeds }))
    .min(1)
    .default([{ kind: 'node' }]),
  /** Tokens are swapped on it. Not unless told. */
  swap: z.optional(swapOptions),
})
/** A chain that the gateway answers for. */
export type Chain = z.output<typeof chain>
/** As a host writes it: what has a default may be left out. */
export type ChainOptions = z.input<typeof chain>

/** The chains of the options or the environment. @throws OptionsError naming what is wrong */
export function readChains(value: unknown): readonly Chain[] {
  const parsed = z.array(chain).safeParse(value, inWords())
  if (!parsed.success) throw new OptionsError(`chains: ${z.prettifyError(parsed.error)}`)
  const ids = parsed.data.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new OptionsError(`chains: ${twice} is there more than once`)
  return parsed.data.map((entry) =>
    entry.id.startsWith('eip155:')
      ? { ...entry, tokens: entry.tokens.map((each) => ({ ...each, address: each.address.toLowerCase() })) }
      : entry,
  )
}
