import { z } from 'zod'
import { accounts } from '../accounts.js'
import { tokens } from '../contracts/tokens.js'
import { type ChainId, type ChainName, chains, namedChains } from '../parts.js'

const chainIds = chains.map(({ id }) => id)

export const chainId = z.literal(chainIds, { error: `chainId must be one of ${chainIds.join(', ')}` })

/** A chain id in a path. */
export const chainIdInPath = z.pipe(z.string().regex(/^\d+$/).transform(Number), chainId)

const names = namedChains.map(({ part }) => part)
const chainName = z.enum(names, { error: `chain must be one of ${names.join(', ')}` })

/** A chain in a path: the id of one of Ethereum's kind, or a name. */
export const chainInPath = z.union([chainIdInPath, chainName])

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)], {
  error: 'address must be 0x and 40 hex digits',
})

const symbols = Object.keys(tokens)
const token = z.string().transform((value, context): keyof typeof tokens => {
  for (const [symbol, { address }] of Object.entries(tokens)) {
    if (isSymbol(symbol) && [symbol, address].some((name) => name?.toLowerCase() === value.toLowerCase())) return symbol
  }
  context.issues.push({
    code: 'custom',
    message: `token must be one of ${symbols.join(', ')}, or the address of one`,
    input: value,
  })
  return z.NEVER
})

function isSymbol(value: string): value is keyof typeof tokens {
  return Object.hasOwn(tokens, value)
}

const seeded = z.int().min(0).max(9).default(0)

const blocks = z.int().min(1).max(1000).default(1)
export const mineBody = z.strictObject({ chainId, blocks })
export const mineNamedBody = z.strictObject({ chain: chainName, blocks })

/** `amount` is a whole number of the smallest units, lamports or satoshi, as a decimal. */
export const faucetNamedBody = z.strictObject({
  chain: chainName,
  address: z.string().min(1).max(100),
  token: z.optional(z.string().min(1).max(100)),
  amount: z.optional(z.string().regex(/^\d{1,19}$/, 'amount must be a whole number of the smallest units, such as "1000"')),
})

/** `amount` is a decimal number of whole units, `"1.5"`. */
export const faucetBody = z.strictObject({
  chainId,
  address,
  token: token.default('ETH'),
  amount: z.optional(z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, 'amount must be a decimal number of whole units, such as "1.5"')),
})

export const timeBody = z.strictObject({
  chainId,
  seconds: z
    .int()
    .min(1)
    .max(10 * 365 * 86_400),
})
/** Whose lives: an address of Ethereum's kind, and accounts of Solana's and Bitcoin's seeds by their number. */
export const lifeBody = z.strictObject({ evm: address.default(accounts[0].address), solana: seeded, bitcoin: seeded })

export const reorgBody = z.strictObject({ chainId, blocks: z.int().min(1).max(64).default(1) })

export const automineBody = z.strictObject({ chainId, enabled: z.boolean() })

/** 0 seconds = a block for each transaction again. */
export const intervalBody = z.strictObject({ chainId, seconds: z.int().min(0).max(3600) })

/**
 * Which requests fail, and how. Without a `route` they are requests to `/rpc` and `/esplora`, of every chain and method that the
 * other fields do not rule out. A failure with `latencyMs` alone is slow and then answered. `/fail` and `/reset` never fail.
 */
export const failBody = z
  .strictObject({
    part: z.optional(z.enum([...chains, ...namedChains].map(({ part }) => part))),
    /** A path of this API; what is below it fails too. */
    route: z.optional(z.string().startsWith('/').max(200)),
    chainId: z.optional(chainId),
    chain: z.optional(chainName),
    /** Only meets requests through `/rpc`. */
    rpcMethod: z.optional(z.string().min(1).max(100)),
    latencyMs: z.optional(z.int().min(0).max(60_000)),
    /** An HTTP status to answer with. */
    status: z.optional(z.int().min(400).max(599)),
    /** Seconds for the Retry-After header. */
    retryAfter: z.optional(z.int().min(0).max(3600)),
    /** A JSON-RPC error to answer with. */
    rpcError: z.optional(z.strictObject({ code: z.int(), message: z.string().max(500), data: z.optional(z.json()) })),
    /** Cuts the connection without an answer. */
    disconnect: z.optional(z.literal(true)),
    /** How many requests it meets before it is gone. Without it, it stays until it is cleared. */
    times: z.optional(z.int().min(1).max(10_000)),
  })
  .transform(({ part, ...failure }): Failure => {
    const id = failure.chainId ?? chains.find((chain) => chain.part === part)?.id
    const name = failure.chain ?? namedChains.find((chain) => chain.part === part)?.part
    return { ...failure, ...(id !== undefined && { chainId: id }), ...(name !== undefined && { chain: name }) }
  })
  .refine(({ latencyMs, status, rpcError, disconnect }) => latencyMs !== undefined || status || rpcError || disconnect, {
    error: 'say how it fails: latencyMs, status, rpcError or disconnect',
  })

export interface Failure {
  route?: string | undefined
  chainId?: ChainId | undefined
  chain?: ChainName | undefined
  rpcMethod?: string | undefined
  latencyMs?: number | undefined
  status?: number | undefined
  retryAfter?: number | undefined
  rpcError?: { code: number; message: string; data?: z.core.util.JSONType | undefined } | undefined
  disconnect?: true | undefined
  times?: number | undefined
}
