import { zeroAddress } from 'viem'
import { z } from 'zod'
import { createAsk } from '../../providers/ask.js'
import { ProviderError } from '../../providers/errors.js'
import { evmAddress, hexData } from '../../rpc/node.js'
import { SwapRefusedError } from '../errors.js'
import { type Made, checkContract, checkOptions, makeAsPromised, readingRefusals, units, writeMinimum } from '../hosted.js'
import { type SwapFee, type SwapProviderFactory, type SwapRequest, native } from '../types.js'

/** Its one contract on most chains, which takes tokens too. An answer that names another one is left out. */
const diamond = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
/** Of its own codes: no quote, and no tool that has one. */
const noRouteCodes: readonly number[] = [1002, 1003]
/** Units of gas where it does not say. */
const usualGas = 400_000n

const hexUnits = z.union([
  units,
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{1,64}$/)
    .transform(BigInt),
]) // prettier-ignore
const cost = z.object({ name: z.string().max(100), amount: units, token: z.object({ address: evmAddress }), included: z.boolean() })
const answerSchema = z.object({
  estimate: z.object({
    toAmount: units,
    toAmountMin: units,
    approvalAddress: evmAddress,
    feeCosts: z.optional(z.array(cost)),
    gasCosts: z.optional(z.array(z.object({ estimate: z.optional(units) }))),
  }),
  transactionRequest: z.object({ to: evmAddress, data: hexData, value: hexUnits, gasLimit: z.optional(hexUnits) }),
})
const refusal = z.object({ code: z.int(), message: z.string() })

/** LI.FI, which needs no key: `{ kind: 'lifi' }`, or with a `key` for more requests. Swaps within one chain. */
export const lifi: SwapProviderFactory = (parameters) => {
  checkOptions(parameters, { namespace: 'eip155' })
  const { chain, options, fetch } = parameters
  const ask = createAsk({ kind: 'lifi', fetch: readingRefusals(fetch, [400, 404]) })
  const init = options.key === undefined ? {} : { headers: { 'x-lifi-api-key': options.key } }
  const read = async ({ from, to, amount, user, signal }: SwapRequest, slippage: number): Promise<z.output<typeof answerSchema>> => {
    const number = chain.id.slice(7)
    const ends = { fromChain: number, toChain: number, fromToken: idOf(from), toToken: idOf(to) }
    const query = new URLSearchParams({ ...ends, fromAmount: String(amount), fromAddress: user, slippage: String(slippage / 10_000) })
    const url = `${options.url ?? 'https://li.quest'}/v1/quote?${query}`
    const answer = await ask({ url, init, signal }, z.union([answerSchema, refusal]))
    if ('code' in answer) {
      if (noRouteCodes.includes(answer.code)) throw new SwapRefusedError('noRoute')
      throw new ProviderError('refused', `lifi refuses the request with ${answer.code}.`)
    }
    checkContract('lifi', answer.transactionRequest.to, diamond)
    if (from !== native) checkContract('lifi', answer.estimate.approvalAddress, diamond)
    return answer
  }
  const gasOf = ({ estimate, transactionRequest }: z.output<typeof answerSchema>): bigint =>
    estimate.gasCosts?.reduce((sum, each) => sum + (each.estimate ?? 0n), 0n) || (transactionRequest.gasLimit ?? usualGas)

  return {
    kind: 'lifi',
    spenders: () => Promise.resolve([diamond]),
    quote: async (request) => {
      const answer = await read(request, request.slippage)
      const { toAmount, toAmountMin, feeCosts = [] } = answer.estimate
      return {
        amountOut: toAmount,
        minOut: toAmountMin,
        spender: request.from === native ? null : diamond,
        target: diamond,
        path: [request.from, request.to].map(idOf),
        impact: undefined,
        fees: feeCosts.map(({ token, ...each }): SwapFee => ({ ...each, token: token.address === zeroAddress ? native : token.address })),
        gas: gasOf(answer),
        plan: writeMinimum(toAmountMin),
      }
    },
    build: (request, plan) =>
      makeAsPromised(request, plan, async (slippage): Promise<Made> => {
        const answer = await read(request, slippage)
        const { to, data, value, gasLimit } = answer.transactionRequest
        const { toAmount, toAmountMin } = answer.estimate
        const spender = request.from === native ? null : diamond
        return { to, data, value, gas: gasLimit ?? gasOf(answer) * 2n, amountOut: toAmount, minOut: toAmountMin, spender }
      }),
  }
}

const idOf = (token: string): string => (token === native ? zeroAddress : token)
