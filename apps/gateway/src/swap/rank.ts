import { setTimeout as pause } from 'node:timers/promises'
import type { AccountChain } from '../account/accounts.js'
import type { Prices } from '../prices/prices.js'
import { type SwapFee, type SwapQuote, type SwapRequest, native } from './types.js'

export interface RankParameters<Quote extends SwapQuote> {
  readonly quotes: readonly Quote[]
  readonly request: SwapRequest
  readonly at: AccountChain
  readonly prices: Prices
}

/** Milliseconds that prices are waited for, where no provider knows what gas costs. */
const pricesMs = 500
/** Parts that one coin is counted in. */
const scale = 10n ** 18n

/** The best first: by what is left when gas is paid for, and the fees that are not off it already. */
export async function rank<Quote extends SwapQuote>({ quotes, request, at, prices }: RankParameters<Quote>): Promise<readonly Quote[]> {
  if (quotes.length < 2) return quotes
  const rate = await rateOf({ quotes, request, at, prices })
  const onTop = ({ amount, token, included }: SwapFee): bigint => {
    if (included) return 0n
    if (token === request.to) return amount
    return token === native ? (amount * rate) / scale : 0n
  }
  const netOf = ({ amountOut, gas, fees }: SwapQuote): bigint =>
    amountOut - (gas * request.gasPrice * rate) / scale - fees.reduce((sum, fee) => sum + onTop(fee), 0n)
  return quotes.toSorted((a, b) => (netOf(a) < netOf(b) ? 1 : netOf(a) > netOf(b) ? -1 : 0))
}

/** How much of the bought token 10^18 of the coin's smallest unit are worth. 0 where nobody knows: then gas is not weighed. */
async function rateOf({ quotes, request: { to, gasPrice }, at, prices }: RankParameters<SwapQuote>): Promise<bigint> {
  if (to === native) return scale
  const told = quotes.find(({ gasCost, gas }) => gasCost !== undefined && gas * gasPrice > 0n)
  if (told?.gasCost !== undefined) return (told.gasCost * scale) / (told.gas * gasPrice)
  const token = at.chain.tokens.find(({ address }) => address === to)
  if (!token) return 0n
  const worth = await Promise.race([prices({ at, tokens: [native, to], currency: 'usd' }), pause(pricesMs, undefined, { ref: false })])
  const [coin, bought] = [worth?.get(native), worth?.get(to)]
  if (coin === undefined || bought === undefined || bought === 0) return 0n
  // Nine digits are enough to weigh gas by.
  const ratio = BigInt(Math.round((coin / bought) * 1e9))
  return (ratio * 10n ** BigInt(token.decimals) * scale) / 10n ** BigInt(at.chain.native.decimals) / 1_000_000_000n
}
