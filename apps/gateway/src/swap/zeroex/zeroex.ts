import { z } from 'zod'
import { createAsk } from '../../providers/ask.js'
import { evmAddress, hexData } from '../../rpc/node.js'
import { SwapRefusedError } from '../errors.js'
import { type Made, checkContract, checkOptions, makeAsPromised, units, writeMinimum } from '../hosted.js'
import { type SwapFee, type SwapProviderFactory, type SwapRequest, native } from '../types.js'

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Takes tokens, and is where transactions go. Nothing else is ever allowed anything. */
const allowanceHolder = '0x0000000000001ff3684f28c67538d4d072c22734'

const fee = z.nullish(z.object({ amount: units, token: evmAddress }))
/** A pair without a route is answered with 200. */
const nothing = z.object({ liquidityAvailable: z.literal(false) })
const amounts = {
  liquidityAvailable: z.literal(true),
  buyAmount: units,
  minBuyAmount: units,
  allowanceTarget: z.nullish(evmAddress),
  fees: z.optional(z.object({ integratorFee: fee, zeroExFee: fee, gasFee: fee })),
}
const priced = z.object({ ...amounts, gas: units })
const made = z.object({ ...amounts, transaction: z.object({ to: evmAddress, data: hexData, value: units, gas: units }) })

/** 0x's swaps, API 2, by its AllowanceHolder: `{ kind: 'zeroex', key }`. */
export const zeroex: SwapProviderFactory = (parameters) => {
  checkOptions(parameters, { namespace: 'eip155', key: true })
  const { chain, options, fetch } = parameters
  const ask = createAsk({ kind: 'zeroex', fetch })
  const init = { headers: { '0x-api-key': options.key ?? '', '0x-version': 'v2' } }
  const urlOf = (path: 'price' | 'quote', { from, to, amount, user }: SwapRequest, slippage: number): string => {
    const query = {
      chainId: chain.id.slice(7),
      sellToken: idOf(from),
      buyToken: idOf(to),
      sellAmount: String(amount),
      taker: user,
      slippageBps: String(slippage),
    } // prettier-ignore
    return `${options.url ?? 'https://api.0x.org'}/swap/allowance-holder/${path}?${new URLSearchParams(query)}`
  }
  const make = async (request: SwapRequest, slippage: number): Promise<Made> => {
    const answer = await ask({ url: urlOf('quote', request, slippage), init, signal: request.signal }, z.union([made, nothing]))
    const { buyAmount, minBuyAmount, transaction } = checked(answer, request)
    checkContract('zeroex', transaction.to, allowanceHolder)
    const spender = request.from === native ? null : allowanceHolder
    return { ...transaction, amountOut: buyAmount, minOut: minBuyAmount, spender }
  }
  return {
    kind: 'zeroex',
    spenders: () => Promise.resolve([allowanceHolder]),
    quote: async (request) => {
      const { from, to, slippage, signal } = request
      const answer = await ask({ url: urlOf('price', request, slippage), init, signal }, z.union([priced, nothing]))
      const { buyAmount, minBuyAmount, gas, fees } = checked(answer, request)
      const named = [
        ['0x', fees?.zeroExFee],
        ['Site', fees?.integratorFee],
        ['Gas', fees?.gasFee],
      ] as const // prettier-ignore
      return {
        amountOut: buyAmount,
        minOut: minBuyAmount,
        spender: from === native ? null : allowanceHolder,
        target: allowanceHolder,
        path: [idOf(from), idOf(to)],
        impact: undefined,
        fees: named.flatMap(([name, told]): SwapFee[] =>
          told ? [{ name, amount: told.amount, token: tokenOf(told.token), included: true }] : [],
        ),
        gas,
        plan: writeMinimum(minBuyAmount),
      }
    },
    build: (request, plan) => makeAsPromised(request, plan, (slippage) => make(request, slippage)),
  }
}

const idOf = (token: string): string => (token === native ? coin : token)
const tokenOf = (id: string): string => (id === coin ? native : id)

function checked<Answer extends z.output<typeof priced> | z.output<typeof made>>(
  answer: Answer | z.output<typeof nothing>,
  { from }: SwapRequest,
): Answer {
  if (!answer.liquidityAvailable) throw new SwapRefusedError('noRoute')
  if (from !== native) checkContract('zeroex', answer.allowanceTarget ?? '', allowanceHolder)
  return answer
}
