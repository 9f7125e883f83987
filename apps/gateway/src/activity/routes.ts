import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { findAccount } from '../account/findAccount.js'
import { readQuery, searchOf } from '../http/query.js'
import type { Onramp } from '../onramp/onramp.js'
import { onrampRow } from '../onramp/rows.js'
import { type HistoryPage, chainId, pageCursor } from '../providers/wire.js'

/** Rows of a page. */
const limit = 50

const query = z.object({
  chainId: z.optional(chainId),
  cursor: z.optional(pageCursor),
  onramp: z.optional(z.literal('coinbase', "must be 'coinbase'")),
})

/** `GET /v1/account/:address/history`: what an address did on one chain, newest first. */
export function historyRoutes(accounts: Accounts, onramp: Pick<Onramp, 'ofAccount'> | undefined): Hono {
  const app = new Hono()
  app.get('/:address/history', async (context) => {
    const { chainId: only, cursor, onramp: bought } = readQuery(searchOf(context.req.url), query)
    const found = findAccount(accounts, context.req.param('address'), only)
    context.header('cache-control', 'no-store')
    const empty: HistoryPage = { data: [], next: null }
    if (bought !== undefined) {
      const sessions = (await onramp?.ofAccount(context.req.param('address'), only)) ?? []
      return context.json({ ...empty, data: sessions.map(onrampRow) })
    }
    if (!found) return context.json(empty)
    await accounts.start()
    const { at, address } = found
    const page = await at.sources.history({ address, cursor, limit, signal: context.req.raw.signal })
    return context.json(await accounts.own.history(page))
  })
  return app
}
