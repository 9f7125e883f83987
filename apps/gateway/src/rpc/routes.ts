import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { readJson } from '../http/body.js'
import { readQuery, searchOf } from '../http/query.js'
import { chainId } from '../providers/wire.js'
import { createFront, refusal } from './front.js'

const query = z.object({ chainId })

/** `POST /v1/?chainId=`: JSON-RPC of a chain, one call or a batch. */
export function rpcRoutes({ chains }: Accounts, clock: () => number): Hono {
  const fronts = new Map([...chains.values()].map((at) => [at.chain.id, createFront(at, clock)]))
  const app = new Hono()
  app.post('/', async (context) => {
    const front = fronts.get(readQuery(searchOf(context.req.url), query).chainId)
    context.header('cache-control', 'no-store')
    if (!front) return context.json(refusal(null, -32_600, 'This chain is not supported here.'), 400)
    const { status, body } = await front.answer(await readJson(context, z.unknown()), context.req.raw.signal)
    return context.json(body, status)
  })
  return app
}
