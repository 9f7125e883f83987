import { Hono } from 'hono'
import type { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import type { supportedChainsAnswer } from '../providers/wire.js'

/** `GET /v1/supported-chains`: clients ask nothing about a chain that is missing here. */
export function chainRoutes({ chains }: Accounts): Hono {
  const app = new Hono()
  app.get('/', (context) => {
    context.header('cache-control', 'public, max-age=300')
    const answer: z.output<typeof supportedChainsAnswer> = { http: [...chains.keys()], ws: [] }
    return context.json(answer)
  })
  return app
}
