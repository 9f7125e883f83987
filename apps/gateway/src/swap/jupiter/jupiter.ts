import { z } from 'zod'
import { createAsk } from '../../providers/ask.js'
import { SwapRefusedError } from '../errors.js'
import { type Made, checkOptions, makeAsPromised, readingRefusals, units, writeMinimum } from '../hosted.js'
import { type SwapProviderFactory, type SwapRequest, leastOf, native } from '../types.js'

const coin = 'So11111111111111111111111111111111111111112'
/** Who trade by programs of their own: clients read and check what goes by Jupiter's. */
const otherRouters = 'jupiterz,dflow,okx'
/** Its program. */
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

const lamports = z.nullish(z.int().min(0).max(1e12).transform(BigInt))
const order = z.object({
  outAmount: units,
  otherAmountThreshold: z.optional(units),
  feeBps: z.optional(z.int().min(0).max(10_000)),
  /** A share, with a sign that says which side of the price it is on. */
  priceImpactPct: z.nullish(z.string().regex(/^-?\d{1,3}(\.\d{1,30})?$/)),
  signatureFeeLamports: lamports,
  prioritizationFeeLamports: lamports,
  /** Base64. Null where the account has too little to be swapped. */
  transaction: z.nullish(z.string()),
})
const refusal = z.object({ error: z.string() })

/** Jupiter's swaps on Solana: `{ kind: 'jupiter', key }`. Its transaction is base64, and is signed and sent by the visitor's wallet. */
export const jupiter: SwapProviderFactory = (parameters) => {
  checkOptions(parameters, { namespace: 'solana', key: true })
  const { options, fetch } = parameters
  const ask = createAsk({ kind: 'jupiter', fetch: readingRefusals(fetch, [400, 404]) })
  const init = { headers: { 'x-api-key': options.key ?? '' } }
  const read = async ({ from, to, amount, user, signal }: SwapRequest, slippage: number): Promise<z.output<typeof order>> => {
    const trade = { inputMint: idOf(from), outputMint: idOf(to), amount: String(amount), taker: user, slippageBps: String(slippage) }
    const query = { ...trade, excludeRouters: otherRouters }
    const url = `${options.url ?? 'https://api.jup.ag'}/swap/v2/order?${new URLSearchParams(query)}`
    const answer = await ask({ url, init, signal }, z.union([order, refusal]))
    if ('error' in answer || answer.outAmount === 0n) throw new SwapRefusedError('noRoute')
    return answer
  }
  return {
    kind: 'jupiter',
    // Nothing is allowed on Solana: who signs the transaction pays.
    spenders: () => Promise.resolve([]),
    quote: async (request) => {
      const answer = await read(request, request.slippage)
      const { outAmount, otherAmountThreshold, feeBps, priceImpactPct } = answer
      const minOut = otherAmountThreshold ?? leastOf(outAmount, request.slippage)
      const fee = feeBps ? [{ name: 'Jupiter', amount: (outAmount * BigInt(feeBps)) / 10_000n, token: request.to, included: true }] : []
      const path = [request.from, request.to].map(idOf)
      return {
        amountOut: outAmount,
        minOut,
        spender: null,
        target: program,
        path,
        impact: priceImpactPct?.replace('-', ''),
        fees: fee,
        gas: gasOf(answer),
        plan: writeMinimum(minOut),
      }
    },
    build: (request, plan) =>
      makeAsPromised(request, plan, async (slippage): Promise<Made> => {
        const answer = await read(request, slippage)
        const { outAmount, otherAmountThreshold, transaction } = answer
        if (!transaction) throw new SwapRefusedError('noRoute')
        const minOut = otherAmountThreshold ?? leastOf(outAmount, slippage)
        return { to: program, data: transaction, value: 0n, gas: gasOf(answer), amountOut: outAmount, minOut, spender: null }
      }),
  }
}

/** What the network takes, in lamports: on Solana a unit of gas costs one. */
const gasOf = ({ signatureFeeLamports, prioritizationFeeLamports }: z.output<typeof order>): bigint =>
  (signatureFeeLamports ?? 0n) + (prioritizationFeeLamports ?? 0n)

const idOf = (token: string): string => (token === native ? coin : token)
