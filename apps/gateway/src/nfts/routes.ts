import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { findAccount } from '../account/findAccount.js'
import { readQuery, searchOf } from '../http/query.js'
import { type NftPage, chainId, pageCursor } from '../providers/wire.js'

/** Rows of a page. */
const limit = 50

const query = z.object({
  chainId: z.optional(chainId),
  cursor: z.optional(pageCursor),
})

/** `GET /v1/account/:address/nfts`: those of one chain. A page may be shorter than others and still not be the last. */
export function nftRoutes(accounts: Accounts): Hono {
  const app = new Hono()
  app.get('/:address/nfts', async (context) => {
    const { chainId: only, cursor } = readQuery(searchOf(context.req.url), query)
    const found = findAccount(accounts, context.req.param('address'), only)
    context.header('cache-control', 'no-store')
    const empty: NftPage = { data: [], next: null }
    if (!found) return context.json(empty)
    await accounts.start()
    const { at, address } = found
    const page = await at.sources.nfts({ address, cursor, limit, signal: context.req.raw.signal })
    return context.json(await accounts.own.nfts(page))
  })
  return app
}
