import {
  type Instruction,
  type Solana,
  associatedTokenAddress,
  bought,
  createTokenAccount,
  pools,
  routeThroughPool,
  unsignedTransaction,
  unwrapSol,
  wrapSol,
  wrappedSol,
} from '@portico/chains/solana'
import { base58 } from '@scure/base'
import { z } from 'zod'

const mint = z.string().refine((text) => isAddress(text), 'is no address')
const orderQuery = z.object({
  inputMint: mint,
  outputMint: mint,
  amount: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
  taker: z.optional(mint),
  slippageBps: z.coerce.number().int().min(0).max(10_000).default(50),
})

/** Lamports for a signature. */
const signatureFee = 5000

/**
 * What Jupiter would answer to `GET /swap/v2/order`, for the pools of the seed: the gateway asks here as it does outside. One pool is all
 * that a route goes through.
 * @returns an `error` in the place of an order where there is no pool
 */
export function orderOf(asked: Record<string, string>, solana: Pick<Solana, 'balanceOf' | 'tokenBalanceOf' | 'blockhash'>) {
  const { data: query } = orderQuery.safeParse(asked)
  if (!query) return { error: 'Invalid query' }
  const { inputMint, outputMint, amount, taker, slippageBps } = query
  const pool = pools.find(({ sides }) => [inputMint, outputMint].every((each) => sides.some((side) => side.mint === each)))
  const [from, to] = pool?.sides[0].mint === inputMint ? pool.sides : (pool?.sides.toReversed() ?? [])
  if (!pool || !from || !to || inputMint === outputMint || amount === 0n) return { error: 'Could not find any route' }

  const reserves = { in: solana.tokenBalanceOf(from.vault), out: solana.tokenBalanceOf(to.vault) }
  const received = bought(amount, reserves)
  const atFirst = (amount * reserves.out * 997n) / (reserves.in * 1000n) // had the amount not moved the price
  const impact = atFirst > 0n ? Number(((received - atFirst) * 1_000_000n) / atFirst) / 1_000_000 : 0
  const order = {
    mode: 'manual',
    router: 'iris',
    swapMode: 'ExactIn',
    requestId: crypto.randomUUID(),
    inputMint,
    outputMint,
    inAmount: String(amount),
    outAmount: String(received),
    otherAmountThreshold: String((received * BigInt(10_000 - slippageBps)) / 10_000n),
    slippageBps,
    priceImpactPct: String(impact),
    feeBps: 0,
    signatureFeeLamports: signatureFee,
    gasless: false,
    taker: taker ?? null,
  }
  const held = taker === undefined ? 0n : holding(solana, { owner: taker, ...from })
  if (taker === undefined || held < amount) return { ...order, transaction: null }
  const route = routeThroughPool({ pool, user: taker, mint: inputMint, units: amount, quoted: received, slippage: slippageBps })
  const instructions: readonly Instruction[] = [
    ...(inputMint === wrappedSol ? wrapSol(taker, amount) : []),
    createTokenAccount({ payer: taker, owner: taker, mint: to.mint, program: to.program }),
    route,
    ...(inputMint === wrappedSol || outputMint === wrappedSol ? [unwrapSol(taker)] : []),
  ]
  const transaction = unsignedTransaction(instructions, { payer: taker, blockhash: solana.blockhash() })
  return { ...order, transaction: Buffer.from(transaction).toString('base64') }
}

const holding = (
  solana: Pick<Solana, 'balanceOf' | 'tokenBalanceOf'>,
  at: { readonly owner: string; readonly mint: string; readonly program: string },
): bigint => (at.mint === wrappedSol ? solana.balanceOf(at.owner) : solana.tokenBalanceOf(associatedTokenAddress(at)))

function isAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
