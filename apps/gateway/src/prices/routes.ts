import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { addressOn, namespaceOf } from '../chains/address.js'
import { InvalidQueryError } from '../errors.js'
import { readJson } from '../http/body.js'
import { type PriceAnswer, accountId } from '../providers/wire.js'
import type { Prices } from './prices.js'

/** What clients call a chain's own coin. */
const nativeIds: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** Tokens in one call. */
const most = 100

const body = z.object({
  currency: z.literal('usd', "must be 'usd'").default('usd'),
  addresses: z.array(accountId, 'must be a list').min(1, 'must name at least one token').max(most, `must name at most ${most} tokens`),
})

/** `POST /v1/fungible/price`: tokens that the operator lists, and the chains' own coins. What has no price is left out. */
export function priceRoutes({ chains, start }: Accounts, prices: Prices): Hono {
  const app = new Hono()
  app.post('/price', async (context) => {
    const { currency, addresses } = await readJson(context, body)
    await start()
    const fungibles = await Promise.all(
      addresses.map(async (address): Promise<PriceAnswer['fungibles']> => {
        const [namespace = '', reference = '', token = ''] = address.split(':')
        const at = chains.get(`${namespace}:${reference}`)
        if (!at) return []
        const isNative = token.toLowerCase() === nativeIds[namespace]?.toLowerCase()
        const id = isNative ? 'native' : addressOn(namespaceOf(at.chain.id), token)
        if (id === undefined) throw new InvalidQueryError([`addresses ${token.slice(0, 64)} is no address of its chain`])
        const facts = isNative ? at.chain.native : at.chain.tokens.find((each) => each.address === id)
        const price = facts && (await prices({ at, tokens: [id], currency })).get(id)
        if (!facts || price === undefined) return []
        return [{ address, name: facts.name, symbol: facts.symbol, iconUrl: facts.iconUrl, price }]
      }),
    )
    context.header('cache-control', 'no-store')
    return context.json({ fungibles: fungibles.flat() } satisfies PriceAnswer)
  })
  return app
}
