import { z } from 'zod'
import { createAsk } from '../../providers/ask.js'
import { evmAddress } from '../../rpc/node.js'
import { SwapRefusedError } from '../errors.js'
import { checkOptions, units } from '../hosted.js'
import { type SwapFee, type SwapProviderParameters, type SwapRequest, native } from '../types.js'

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const idOf = (token: string): string => (token === native ? coin : token)
const tokenOf = (id: string): string => (id === coin ? native : id)

const fee = z.nullish(z.object({ amount: units, token: evmAddress }))
/** A pair without a route is answered with 200. */
const nothing = z.object({ liquidityAvailable: z.literal(false) })
/** What prices and quotes of every kind say. */
export const amounts = {
  liquidityAvailable: z.literal(true),
  buyAmount: units,
  minBuyAmount: units,
  allowanceTarget: z.nullish(evmAddress),
  fees: z.optional(z.object({ integratorFee: fee, zeroExFee: fee, gasFee: fee })),
}
type Fees = z.output<(typeof amounts)['fees']>

/** What is kept by others, off what comes out. */
export function feesOf(fees: Fees): readonly SwapFee[] {
  const named = [
    ['0x', fees?.zeroExFee],
    ['Site', fees?.integratorFee],
    ['Gas', fees?.gasFee],
  ] as const // prettier-ignore
  return named.flatMap(([name, told]) => (told ? [{ name, amount: told.amount, token: tokenOf(told.token), included: true }] : []))
}

/** What every request of 0x's API 2 says. */
export const initOf = ({ key = '' }: SwapProviderParameters['options']) => ({ headers: { '0x-api-key': key, '0x-version': 'v2' } })

/** Asks 0x's API 2 for a price or a quote of one of its kinds. @throws OptionsError where the key is missing, or on a chain of another kind */
export function createZeroEx(parameters: SwapProviderParameters, kind: string) {
  checkOptions(parameters, { namespace: 'eip155', key: true })
  const { chain, options, fetch } = parameters
  const ask = createAsk({ kind: options.kind, fetch })
  const init = initOf(options)
  /** @throws SwapRefusedError where there is no route, ProviderError */
  return async function read<const Schema extends z.ZodType>(
    path: 'price' | 'quote',
    { from, to, amount, user, signal }: SwapRequest,
    slippage: number,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const query = {
      chainId: chain.id.slice(7),
      sellToken: idOf(from),
      buyToken: idOf(to),
      sellAmount: String(amount),
      taker: user,
      slippageBps: String(slippage),
    } // prettier-ignore
    const url = `${options.url ?? 'https://api.0x.org'}/${kind}/${path}?${new URLSearchParams(query)}`
    const answer = await ask({ url, init, signal }, z.union([nothing, schema]))
    if (isNothing(answer)) throw new SwapRefusedError('noRoute')
    return answer
  }
}

const isNothing = (answer: unknown): answer is z.output<typeof nothing> => nothing.safeParse(answer).success
