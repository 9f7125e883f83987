import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { evmAddress, hexData } from '../../rpc/node.js'
import { SwapRefusedError } from '../errors.js'
import { type Made, checkContract, makeAsPromised, units, writeMinimum } from '../hosted.js'
import { permit2 } from '../trade.js'
import { type SwapProviderFactory, type SwapRequest, native } from '../types.js'
import { amounts, createZeroEx, feesOf, idOf } from './wire.js'

const priced = z.object({ ...amounts, gas: units })
/** What the visitor signs, as 0x proposes it. */
const permitTransferFrom = z.object({
  domain: z.object({ name: z.literal('Permit2'), chainId: z.int(), verifyingContract: evmAddress }),
  primaryType: z.literal('PermitTransferFrom'),
  message: z.object({ permitted: z.object({ token: evmAddress, amount: units }), spender: evmAddress, nonce: units, deadline: units }),
})
const made = z.object({
  ...amounts,
  transaction: z.object({ to: evmAddress, data: hexData, value: units, gas: units }),
  permit2: z.object({ eip712: permitTransferFrom }),
})

/**
 * 0x's swaps, API 2, by Permit2: `{ kind: 'zeroex-permit2', key }`. The visitor signs for each swap, and what takes the token is 0x's Settler
 * of the day, which only the transaction names; the client asks the chain whose it is. The coin needs no permit, and goes by `zeroex`.
 */
export const zeroexPermit2: SwapProviderFactory = (parameters) => {
  const read = createZeroEx(parameters, 'swap/permit2')
  const chainId = Number(parameters.chain.id.slice(7))
  const checked = <Answer extends { readonly allowanceTarget?: string | null | undefined }>(answer: Answer): Answer => {
    checkContract('zeroex-permit2', answer.allowanceTarget ?? '', permit2)
    return answer
  }
  const make = async (request: SwapRequest, slippage: number): Promise<Made> => {
    const answer = checked(await read('quote', request, slippage, made))
    const { buyAmount, minBuyAmount, transaction } = answer
    const { domain, message } = answer.permit2.eip712
    const { permitted, spender, nonce, deadline } = message
    const isAsked = permitted.token === request.from && permitted.amount === request.amount && spender === transaction.to
    if (!isAsked || domain.chainId !== chainId || domain.verifyingContract !== permit2)
      throw new ProviderError('malformed', 'zeroex-permit2 would have something else signed than what is swapped.')
    return { ...transaction, amountOut: buyAmount, minOut: minBuyAmount, spender: permit2, permit2: { spender, nonce, deadline } }
  }
  return {
    kind: 'zeroex-permit2',
    isSigned: true,
    spenders: () => Promise.resolve([permit2]),
    quote: async (request) => {
      if (request.from === native) throw new SwapRefusedError('noRoute')
      const { buyAmount, minBuyAmount, gas, fees } = checked(await read('price', request, request.slippage, priced))
      return {
        amountOut: buyAmount,
        minOut: minBuyAmount,
        spender: permit2,
        target: null,
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
