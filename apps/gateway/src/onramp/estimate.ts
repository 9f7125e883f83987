import { parseUnits } from 'viem'
import type { AccountChain } from '../account/accounts.js'
import { ProviderError } from '../providers/errors.js'
import { coinsOf, fiatDecimals, fiatOf, unitsOf } from './amounts.js'
import type { OnrampOffer, OnrampProvider, OnrampQuestion } from './types.js'

/** From which age on a price is none. */
const staleMs = 3_600_000
const leastConfidence = 0.9
/** Digits of a price that are counted with. */
const priceDecimals = 8
/** What a euro is worth is what one is sold for as a token: Circle's EURC, on the first of these chains that the gateway follows and has a price of. */
const euros = [
  { chain: 'eip155:1', token: '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c' },
  { chain: 'eip155:8453', token: '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42' },
  { chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', token: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr' },
  { chain: 'eip155:43114', token: '0xc891eb4cbdeff6e073e859e987815ed1505c2acd' },
] as const

export interface Estimate extends OnrampOffer {
  /** Of the oldest price in it, in milliseconds since 1970. */
  readonly pricedAt: number
}

interface Priced {
  readonly units: bigint
  readonly at: number
}

/**
 * What a purchase may come to, by the gateway's own prices and the highest fee that the provider names: for when no provider says it.
 * Nobody stands by it (R10). Undefined where the gateway knows no price that is young enough.
 */
export async function estimate(
  chains: ReadonlyMap<string, AccountChain>,
  provider: OnrampProvider,
  { asset, fiat, amount, signal }: OnrampQuestion,
  now: number,
): Promise<Estimate | undefined> {
  const priceOf = async (chain: string, token: string): Promise<Priced | undefined> => {
    const at = chains.get(chain)
    if (!at) return undefined
    const told = await at.sources.prices({ tokens: [token], currency: 'usd', signal }).catch((error: unknown) => {
      if (error instanceof ProviderError) return []
      throw error
    })
    const found = told.find((each) => each.token === token)
    if (!found || !(found.price > 0) || now - found.at > staleMs || (found.confidence ?? 1) < leastConfidence) return undefined
    return { units: parseUnits(found.price.toFixed(priceDecimals), priceDecimals), at: found.at }
  }
  const euro = async (): Promise<Priced | undefined> => {
    for (const { chain, token } of euros) {
      const priced = await priceOf(chain, token)
      if (priced) return priced
    }
    return undefined
  }
  const cents = unitsOf(amount, fiatDecimals)
  const [coin, money] = await Promise.all([
    priceOf(
      asset.network,
      asset.address === '' ? 'native' : asset.network.startsWith('eip155:') ? asset.address.toLowerCase() : asset.address,
    ),
    fiat === 'USD' ? { units: 10n ** BigInt(priceDecimals), at: now } : euro(),
  ])
  if (!coin || !money || coin.units === 0n || cents === undefined) return undefined
  const fee = (cents * BigInt(Math.round(provider.feeRange.max * 100))) / 10_000n
  const net = cents - fee
  const units = (net * money.units * 10n ** BigInt(asset.decimals)) / (coin.units * 10n ** BigInt(fiatDecimals))
  return {
    id: '',
    paymentTotal: fiatOf(cents, fiat),
    paymentSubtotal: fiatOf(net, fiat),
    purchaseAmount: coinsOf(units, asset),
    networkFee: fiatOf(0n, fiat),
    providerFee: fiatOf(fee, fiat),
    expiresAt: now + 30_000,
    isFirm: false,
    pricedAt: Math.min(coin.at, money.at),
  }
}
