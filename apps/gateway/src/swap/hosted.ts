import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { ProviderError } from '../providers/errors.js'
import { SwapRefusedError } from './errors.js'
import type { SwapProviderParameters, SwapRequest, SwapTransaction } from './types.js'

/** Whole units, as services write them: text, or a number where it is small. */
export const units = z.union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative()]).transform(BigInt)

/** What a service made, as far as it says so itself. */
export interface Made extends SwapTransaction {
  readonly amountOut: bigint
}
type Promised = Pick<Made, 'amountOut' | 'minOut'>

/** What was promised, as a hosted quote's plan. */
export const writeMinimum = (minOut: bigint): string => minOut.toString(36)

/**
 * The transaction of a quote, asked anew, since hosted services keep none: it gives what was promised at least. Where the price has
 * moved, it is asked for with as much slippage as leaves that.
 * @param make asks the service, with a slippage in hundredths of a per cent
 * @throws SwapRefusedError where the promise can't be kept
 */
export async function makeAsPromised<Kind extends Promised>(
  { slippage }: SwapRequest,
  plan: string,
  make: (slippage: number) => Promise<Kind>,
): Promise<Kind> {
  const promised = readMinimum(plan)
  const first = await make(slippage)
  if (first.minOut >= promised) return first
  const room = first.amountOut > 0n ? Number(((first.amountOut - promised) * 10_000n) / first.amountOut) : 0
  const second = room >= 1 ? await make(Math.min(room, slippage)) : undefined
  if (!second || second.minOut < promised) throw new SwapRefusedError('priceMoved')
  return second
}

function readMinimum(plan: string): bigint {
  if (!/^[0-9a-z]{1,50}$/.test(plan)) throw new SwapRefusedError('quoteExpired')
  return [...plan].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n)
}

/** Answers with these statuses are read as well: they say why there is no route. */
export function readingRefusals(fetch: typeof globalThis.fetch, statuses: readonly number[]): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    return statuses.includes(response.status) ? new Response(response.body, { status: 200 }) : response
  }
}

/** @throws OptionsError for a chain of another kind, or where the key is missing */
export function checkOptions({ chain, options }: SwapProviderParameters, needs: { namespace: string; key?: boolean }): void {
  if (!chain.id.startsWith(`${needs.namespace}:`)) throw new OptionsError(`chains: ${options.kind} swaps nothing on ${chain.id}`)
  if (needs.key && options.key === undefined) throw new OptionsError(`chains: ${options.kind} of ${chain.id} needs a key`)
}

/** @throws ProviderError where a service names another contract than its own: nobody would be asked to allow that one anything */
export function checkContract(kind: string, named: string, known: string): void {
  if (named.toLowerCase() !== known) throw new ProviderError('malformed', `${kind} names another contract than its own.`)
}
