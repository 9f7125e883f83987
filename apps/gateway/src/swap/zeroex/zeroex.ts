import { z } from 'zod'
import { evmAddress, hexData } from '../../rpc/node.js'
import { type Made, checkContract, makeAsPromised, units, writeMinimum } from '../hosted.js'
import { type SwapProviderFactory, type SwapRequest, native } from '../types.js'
import { amounts, createZeroEx, feesOf, idOf } from './wire.js'

/** Takes tokens, and is where transactions go. Nothing else is ever allowed anything. */
const allowanceHolder = '0x0000000000001ff3684f28c67538d4d072c22734'

const priced = z.object({ ...amounts, gas: units })
const made = z.object({ ...amounts, transaction: z.object({ to: evmAddress, data: hexData, value: units, gas: units }) })

/** 0x's swaps, API 2, by its AllowanceHolder: `{ kind: 'zeroex', key }`. */
export const zeroex: SwapProviderFactory = (parameters) => {
  const read = createZeroEx(parameters, 'swap/allowance-holder')
  const spenderOf = ({ from }: SwapRequest) => (from === native ? null : allowanceHolder)
  const make = async (request: SwapRequest, slippage: number): Promise<Made> => {
    const answer = await read('quote', request, slippage, made)
    const { buyAmount, minBuyAmount, transaction } = checked(answer, request)
    checkContract('zeroex', transaction.to, allowanceHolder)
    return { ...transaction, amountOut: buyAmount, minOut: minBuyAmount, spender: spenderOf(request) }
  }
  return {
    kind: 'zeroex',
    spenders: () => Promise.resolve([allowanceHolder]),
    quote: async (request) => {
      const { buyAmount, minBuyAmount, gas, fees } = checked(await read('price', request, request.slippage, priced), request)
      return {
        amountOut: buyAmount,
        minOut: minBuyAmount,
        spender: spenderOf(request),
        target: allowanceHolder,
        path: [idOf(request.from), idOf(request.to)],
        impact: undefined,
        fees: feesOf(fees),
        gas,
        plan: writeMinimum(minBuyAmount),
      }
    },
    build: (request, plan) => makeAsPromised(request, plan, (slippage) => make(request, slippage)),
  }
}

function checked<Answer extends z.output<typeof priced> | z.output<typeof made>>(answer: Answer, { from }: SwapRequest): Answer {
  if (from !== native) checkContract('zeroex', answer.allowanceTarget ?? '', allowanceHolder)
  return answer
}
