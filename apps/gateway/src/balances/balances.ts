import { LRUCache } from 'lru-cache'
import type { AccountChain } from '../account/accounts.js'
import type { OwnPictures } from '../pictures/own.js'
import type { Prices } from '../prices/prices.js'
import type { Balance } from '../providers/wire.js'
import { type Span, lasts } from '../span.js'

export interface BalancesOfParameters {
  readonly at: AccountChain
  /** As the chain writes it. */
  readonly address: string
  readonly currency: 'usd'
  /** What is cached is not good enough. */
  readonly fresh: boolean
}

/**
 * What an account holds, with what it is worth, as it goes out: the JSON of each balance, with commas between them. Hundreds of tokens
 * take longer to write down than to look up. @throws ProviderError
 */
export type Balances = (parameters: BalancesOfParameters) => Promise<string>

export interface CreateBalancesParameters {
  readonly prices: Prices
  readonly own: OwnPictures
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Milliseconds that an answer is given again: several tabs ask at once, a block takes longer. One that there is nothing is not: who asks waits for the first coins. */
const freshMs = 2000
/** Characters of all answers that are kept. */
const mostKept = 32_000_000
/** How long the sources may take, in milliseconds. */
const timeoutMs = 20_000

export function createBalances({ prices, own, clock }: CreateBalancesParameters): Balances {
  const kept = new LRUCache<string, Span & { readonly text: string }>({
    maxSize: mostKept,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  })
  const underWay = new Map<string, Promise<string>>()

  const read = async ({ at, address, currency, fresh }: BalancesOfParameters): Promise<{ text: string; isNothing: boolean }> => {
    // Others may wait for the same answer: it does not end with the one who asked first.
    const signal = AbortSignal.timeout(timeoutMs)
    const held = await at.sources.balances({ address, fresh, signal })
    const unpriced = held.flatMap((balance) => (balance.price > 0 ? [] : [tokenOf(balance)]))
    const told = unpriced.length > 0 ? await prices({ at, tokens: unpriced, currency }) : new Map<string, number>()
    const priced = held.map((balance) => {
      const price = balance.price > 0 ? balance.price : told.get(tokenOf(balance))
      return price === undefined ? balance : { ...balance, price, value: price * Number(balance.quantity.numeric) }
    })
    const isNothing = priced.every(({ quantity }) => Number(quantity.numeric) === 0)
    return { text: JSON.stringify(await own.balances(priced)).slice(1, -1), isNothing }
  }

  return (parameters) => {
    const key = `${parameters.at.chain.id}/${parameters.address}/${parameters.currency}`
    const now = clock()
    if (!parameters.fresh) {
      const known = kept.get(key)
      if (known && lasts(known, now)) return Promise.resolve(known.text)
      const asked = underWay.get(key)
      if (asked) return asked
    }
    const answer: Promise<string> = read(parameters)
      .then(({ text, isNothing }) => {
        // One that was asked for later is newer, whichever comes first.
        if (underWay.get(key) === answer && !isNothing) kept.set(key, { from: now, until: now + freshMs, text })
        return text
      })
      .finally(() => {
        if (underWay.get(key) === answer) underWay.delete(key)
      })
    underWay.set(key, answer)
    return answer
  }
}

/** What a price is asked for by: the contract, as the chain writes it. */
function tokenOf({ address, chainId }: Balance): string {
  const token = address?.slice(chainId.length + 1)
  if (token === undefined) return 'native'
  return chainId.startsWith('eip155:') ? token.toLowerCase() : token
}
