import { parseSignature } from 'viem'
import { z } from 'zod'
import { createAsk, posted } from '../../providers/ask.js'
import { ProviderError } from '../../providers/errors.js'
import { SwapRefusedError } from '../errors.js'
import { checkContract, makeAsPromised, writeMinimum } from '../hosted.js'
import { permit2, tradeData, tradeTypes } from '../trade.js'
import { type SwapProviderFactory, type SwapRequest, type SwapTrade, native } from '../types.js'
import { amounts, createZeroEx, feesOf, idOf, initOf } from './wire.js'

const priced = z.object(amounts)
const kind = 'settler_metatransaction'
const made = z.object({ ...amounts, trade: z.object({ type: z.literal(kind), eip712: tradeData }) })
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const handedIn = z.object({ tradeHash: hash })
const progress = z.object({
  status: z.enum(['pending', 'submitted', 'succeeded', 'confirmed', 'failed']),
  transactions: z.optional(z.array(z.object({ hash }))),
})

/** How 0x has an EIP-712 signature told from others. */
const eip712Signature = 2

/**
 * 0x's gasless swaps, API 2: `{ kind: 'zeroex-gasless', key }`. The visitor signs the swap itself, as the witness of a permit, and 0x sends
 * it and takes what that costs off the token that is paid. Its signature for an allowance is not passed on, since that is for everything.
 */
export const zeroexGasless: SwapProviderFactory = (parameters) => {
  const read = createZeroEx(parameters, 'gasless')
  const { chain, options, fetch } = parameters
  const chainId = Number(chain.id.slice(7))
  const ask = createAsk({ kind: options.kind, fetch })
  const { headers } = initOf(options)
  const urlOf = (path: string): string => `${options.url ?? 'https://api.0x.org'}/gasless/${path}`
  const make = async (request: SwapRequest, slippage: number): Promise<SwapTrade & { readonly amountOut: bigint }> => {
    const { buyAmount, minBuyAmount, trade } = await read('quote', request, slippage, made)
    const { domain, message } = trade.eip712
    const { permitted, slippageAndActions: swap } = message
    const isAsked = permitted.token === request.from && BigInt(permitted.amount) === request.amount && swap.recipient === request.user
    const gives = swap.buyToken === idOf(request.to) && BigInt(swap.minAmountOut) >= minBuyAmount
    if (!isAsked || !gives || domain.chainId !== chainId || domain.verifyingContract !== permit2)
      throw new ProviderError('malformed', 'zeroex-gasless would have something else signed than what is swapped.')
    return { typedData: trade.eip712, amountOut: buyAmount, minOut: minBuyAmount, spender: permit2 }
  }
  return {
    kind: 'zeroex-gasless',
    isSigned: true,
    spenders: () => Promise.resolve([permit2]),
    quote: async (request) => {
      if (request.from === native) throw new SwapRefusedError('noRoute')
      const { buyAmount, minBuyAmount, allowanceTarget, fees } = await read('price', request, request.slippage, priced)
      if (allowanceTarget) checkContract('zeroex-gasless', allowanceTarget, permit2)
      return {
        amountOut: buyAmount,
        minOut: minBuyAmount,
        spender: permit2,
        target: null,
        path: [idOf(request.from), idOf(request.to)],
        impact: undefined,
        fees: feesOf(fees),
        gas: 0n,
        plan: writeMinimum(minBuyAmount),
      }
    },
    build: (request, plan) => makeAsPromised(request, plan, (slippage) => make(request, slippage)),
    trades: {
      submit: async (typedData, signature, signal) => {
        const { r, s, yParity } = parseSignature(signature)
        const signed = { v: yParity + 27, r, s, signatureType: eip712Signature }
        const body = { chainId, trade: { type: kind, eip712: { types: tradeTypes, ...typedData }, signature: signed } }
        const { tradeHash } = await ask({ url: urlOf('submit'), init: posted(body, headers), signal }, handedIn)
        return tradeHash
      },
      read: async (id, signal) => {
        const url = `${urlOf(`status/${id}`)}?${new URLSearchParams({ chainId: String(chainId) })}`
        const { status, transactions } = await ask({ url, init: { headers }, signal }, progress)
        const sent = transactions?.at(-1)?.hash
        // What has succeeded is in a block, and may have to be again.
        return { status: status === 'failed' ? 'failed' : status === 'confirmed' ? 'done' : 'pending', hash: sent }
      },
    },
  }
}
