import type { AccountChain } from '../account/accounts.js'
import { ProviderError } from '../providers/errors.js'
import { type Span, lasts } from '../span.js'

/** Prices of tokens by address; `native` for the chain's own coin. Without those that nobody is sure about. */
export type Prices = (parameters: PricesOfParameters) => Promise<ReadonlyMap<string, number>>

export interface PricesOfParameters {
  readonly at: AccountChain
  readonly tokens: readonly string[]
  readonly currency: 'usd'
}

/** Milliseconds that a price is kept, and that one which nobody knows is not asked for again. */
const freshMs = 60_000
/** From which age on, and below which confidence, a price is rather left out than shown. */
const staleMs = 3_600_000
const leastConfidence = 0.9
/** How many are kept. */
const most = 50_000
/** How long the sources may take, in milliseconds. */
const timeoutMs = 20_000

/** @param clock milliseconds since 1970 */
export function createPrices(clock: () => number): Prices {
  const known = new Map<string, Span & { readonly price: number | undefined }>()

  return async ({ at: { chain, sources }, tokens, currency }) => {
    const keyOf = (token: string): string => `${chain.id}/${token}/${currency}`
    const now = clock()
    const unknown = tokens.filter((token) => !lasts(known.get(keyOf(token)), now))
    // What is told is kept for everybody: it does not end with the one who asked first.
    const asked = { tokens: unknown, currency, signal: AbortSignal.timeout(timeoutMs) }
    const told = unknown.length > 0 ? await sources.prices(asked).catch(notThere) : []
    for (const token of unknown) {
      const found = told?.find((price) => price.token === token)
      const isSure = found !== undefined && found.price > 0 && now - found.at < staleMs && (found.confidence ?? 1) >= leastConfidence
      known.delete(keyOf(token))
      // Who failed is asked again the next time.
      if (told) known.set(keyOf(token), { price: isSure ? found.price : undefined, from: now, until: now + freshMs })
    }
    for (const key of known.keys()) {
      if (known.size <= most) break
      known.delete(key)
    }
    return new Map(
      tokens.flatMap((token): [string, number][] => {
        const price = known.get(keyOf(token))?.price
        return price === undefined ? [] : [[token, price]]
      }),
    )
  }
}

/** A balance without its price is better than none. */
function notThere(error: unknown): undefined {
  if (!(error instanceof ProviderError)) throw error
}
