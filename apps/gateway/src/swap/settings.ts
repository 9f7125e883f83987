import { z } from 'zod'
import { evmAddress } from '../rpc/node.js'

/** Of pools with concentrated liquidity, in millionths. */
const usualFees = [100, 500, 3000, 10_000]

export const swapOptions = z.strictObject({
  /** Routers that speak as Uniswap V2's. Those of the network that are known, unless told. */
  v2: z.optional(z.array(evmAddress).max(4)),
  /** `QuoterV2` and `SwapRouter02` of Uniswap V3, or of who speaks as they do. Those of the network that are known, unless told. */
  v3: z.optional(z.array(z.strictObject({ quoter: evmAddress, router: evmAddress })).max(4)),
  /** Tokens that routes may go through; the wrapped coin always is one. Those of the network that are known, unless told. */
  hubs: z.optional(z.array(evmAddress).max(4)),
  fees: z.array(z.int().min(1).max(999_999)).min(1).max(8).default(usualFees),
  /** Who is asked, all at once. Where it says nothing else, the first one's is the contract that spends. */
  providers: z
    .array(z.strictObject({ kind: z.string(), url: z.optional(z.url()), key: z.optional(z.string().min(1)) }))
    .min(1)
    .max(8)
    .default([{ kind: 'onchain' }]),
})

/** Swaps of one chain, as the operator set them. */
export type SwapSettings = z.output<typeof swapOptions>
export type SwapProviderOptions = SwapSettings['providers'][number]
