import { type Hex, decodeFunctionData, parseAbi } from 'viem'
import { z } from 'zod'
import { createAsk } from '../../providers/ask.js'
import { ProviderError } from '../../providers/errors.js'
import { evmAddress, hexData } from '../../rpc/node.js'
import { SwapRefusedError } from '../errors.js'
import { type Made, checkContract, checkOptions, makeAsPromised, readingRefusals, units, writeMinimum } from '../hosted.js'
import { type SwapProviderFactory, type SwapRequest, leastOf, native } from '../types.js'

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Units of gas where it does not say. */
const usualGas = 250_000n

const refusal = z.object({ description: z.string() })
const quoted = z.object({ dstAmount: units, gas: z.optional(units) })
const swapped = z.object({ dstAmount: units, tx: z.object({ to: evmAddress, data: hexData, value: units, gas: z.optional(units) }) })
const spenderAnswer = z.object({ address: evmAddress })

/** Of its sixth router. The only function whose least amount can be read: others are not asked for. */
const swapAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256, uint256)',
])

/** 1inch's classic swaps, API 6.1: `{ kind: 'oneinch', key }`. */
export const oneinch: SwapProviderFactory = (parameters) => {
  checkOptions(parameters, { namespace: 'eip155', key: true })
  const { chain, options, fetch } = parameters
  const ask = createAsk({ kind: 'oneinch', fetch: readingRefusals(fetch, [400]) })
  const init = { headers: { authorization: `Bearer ${options.key ?? ''}` } }
  const urlOf = (path: string, query: Record<string, string>): string =>
    `${options.url ?? 'https://api.1inch.dev'}/swap/v6.1/${chain.id.slice(7)}/${path}?${new URLSearchParams(query)}`
  const questionOf = ({ from, to, amount }: SwapRequest) => ({ src: idOf(from), dst: idOf(to), amount: String(amount), includeGas: 'true' })
  let router: Promise<string> | undefined

  const readRouter = (): Promise<string> => {
    router ??= ask({ url: urlOf('approve/spender', {}), init }, spenderAnswer).then(
      ({ address }) => address,
      (error: unknown) => {
        router = undefined
        throw error
      },
    )
    return router
  }
  const make = async (request: SwapRequest, slippage: number): Promise<Made> => {
    const { user, signal } = request
    // By its one function that says everything, and without a look at a balance that the visitor may still lack.
    const more = { from: user, origin: user, slippage: String(slippage / 100), disableEstimate: 'true', compatibility: 'true' }
    const [target, answer] = await Promise.all([
      readRouter(),
      ask({ url: urlOf('swap', { ...questionOf(request), ...more }), init, signal }, z.union([swapped, refusal])),
    ])
    const { dstAmount, tx } = routeOf(answer)
    checkContract('oneinch', tx.to, target)
    const minOut = leastIn(tx.data)
    const spender = request.from === native ? null : target
    return { to: target, data: tx.data, value: tx.value, gas: tx.gas ?? usualGas * 2n, amountOut: dstAmount, minOut, spender }
  }
  return {
    kind: 'oneinch',
    spenders: async () => [await readRouter()],
    quote: async (request) => {
      const { from, to, slippage, signal } = request
      const asked = ask({ url: urlOf('quote', questionOf(request)), init, signal }, z.union([quoted, refusal]))
      const [target, answer] = await Promise.all([readRouter(), asked])
      const { dstAmount, gas } = routeOf(answer)
      const minOut = leastOf(dstAmount, slippage)
      const spender = from === native ? null : target
      const path = [idOf(from), idOf(to)]
      return {
        amountOut: dstAmount,
        minOut,
        spender,
        target,
        path,
        impact: undefined,
        fees: [],
        gas: gas ?? usualGas,
        plan: writeMinimum(minOut),
      }
    },
    build: (request, plan) => makeAsPromised(request, plan, (slippage) => make(request, slippage)),
  }
}

const idOf = (token: string): string => (token === native ? coin : token)

/** @throws SwapRefusedError where it has no route, ProviderError for any other refusal */
function routeOf<Answer extends { dstAmount: bigint }>(answer: Answer | z.output<typeof refusal>): Answer {
  if ('dstAmount' in answer) {
    if (answer.dstAmount > 0n) return answer
    throw new SwapRefusedError('noRoute')
  }
  if (/liquidity|cannot find|no route/i.test(answer.description)) throw new SwapRefusedError('noRoute')
  throw new ProviderError('refused', 'oneinch refuses the request.')
}

function leastIn(data: Hex): bigint {
  try {
    return decodeFunctionData({ abi: swapAbi, data }).args[1].minReturnAmount
  } catch (cause) {
    throw new ProviderError('malformed', 'oneinch answered with another function.', { cause })
  }
}
