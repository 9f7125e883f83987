import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { addressOn, checkAddress, namespaceOf } from '../chains/address.js'
import { readQuery, searchOf } from '../http/query.js'
import { chainId } from '../providers/wire.js'
import type { Balances } from './balances.js'

const query = z.object({
  currency: z.literal('usd', "must be 'usd'").default('usd'),
  chainId: z.optional(chainId),
  /** CAIP-10 ids, with commas: what clients know to have changed. */
  forceUpdate: z.optional(z.string().max(4096, 'must have at most 4096 characters')),
})

/** `GET /v1/account/:address/balance`: of one chain, or of all that know such an address. */
export function balanceRoutes({ chains, start }: Accounts, balances: Balances): Hono {
  const app = new Hono()
  app.get('/:address/balance', async (context) => {
    const { currency, chainId: only, forceUpdate } = readQuery(searchOf(context.req.url), query)
    const text = context.req.param('address')
    checkAddress(text, only && namespaceOf(only))
    await start()
    const asked = [...chains.values()].flatMap((at) => {
      const address = addressOn(namespaceOf(at.chain.id), text)
      return address !== undefined && (only === undefined || only === at.chain.id) ? [{ at, address }] : []
    })
    const fresh = forceUpdate !== undefined
    const told = await Promise.all(asked.map((each) => balances({ ...each, currency, fresh })))
    context.header('cache-control', 'no-store')
    return context.body(`{"balances":[${told.filter(Boolean).join(',')}]}`, 200, { 'content-type': 'application/json' })
  })
  return app
}
