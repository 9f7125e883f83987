import type { NetworkId } from '@portico/core'
import { send } from '@portico/core/kit'
import * as z from 'zod/mini'
import type { FeeWorth, PreparedRequest } from '../types.js'

/** Milliseconds that an approval waits for a price: without one it shows the coin alone. */
const patienceMs = 1_000
/** Milliseconds that a price is kept. */
const freshMs = 60_000

/** What the gateway calls a chain's own coin. */
const coins: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

const answer = z.object({ fungibles: z.array(z.object({ price: z.number().check(z.gt(0)) })) })

export interface FeeWorthsOptions {
  /** The operator's gateway; undefined where none is set. */
  readonly gatewayUrl: string | undefined
  readonly fetch: typeof fetch
  /** Milliseconds of a clock that only goes on. */
  readonly now?: () => number
}

export interface FeeWorths {
  /** Asks for a coin's price before it is needed. */
  readonly warm: (networkId: NetworkId) => void
  /** What a fee is in dollars; undefined where nobody tells in time, and for a fee that is no coin. Never rejects. */
  readonly of: (request: Pick<PreparedRequest, 'fee' | 'networkId'>) => Promise<FeeWorth | undefined>
}

/** What fees are worth by the prices of the operator's gateway. For showing alone: nothing is decided by it. */
export function createFeeWorths({ gatewayUrl, fetch, now = () => performance.now() }: FeeWorthsOptions): FeeWorths {
  const known = new Map<NetworkId, { readonly price: Promise<number | undefined>; readonly until: number }>()

  async function ask(networkId: NetworkId): Promise<number | undefined> {
    const coin = coins[networkId.split(':')[0] ?? '']
    if (gatewayUrl === undefined || coin === undefined) return undefined
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currency: 'usd', addresses: [`${networkId}:${coin}`] }),
      credentials: 'omit',
      redirect: 'error',
    } as const
    const { text } = await send({ fetch, url: `${gatewayUrl}/v1/fungible/price`, path: 'price', init, retries: 0, timeout: patienceMs })
    return answer.parse(JSON.parse(text)).fungibles[0]?.price
  }

  function priceOf(networkId: NetworkId): Promise<number | undefined> {
    const kept = known.get(networkId)
    if (kept && kept.until > now()) return kept.price
    const price = ask(networkId).catch(() => {
      known.delete(networkId)
      return undefined
    })
    known.set(networkId, { price, until: now() + freshMs })
    return price
  }

  return {
    warm: (networkId) => void priceOf(networkId),
    async of({ fee, networkId }) {
      if (!fee || fee.isToken) return undefined
      const price = await priceOf(networkId)
      if (price === undefined) return undefined
      const worth = { expected: Number(fee.expected) * price, ceiling: Number(fee.ceiling) * price }
      // Of an absurd price, which would keep the whole request from being shown.
      return Number.isFinite(worth.ceiling) ? worth : undefined
    },
  }
}
