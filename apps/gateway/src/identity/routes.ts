import { Hono } from 'hono'
import { isAddress } from 'viem'
import { checkAddress } from '../chains/address.js'
import type { Identity } from './identity.js'

/** `GET /v1/identity/:address`: 200 for an address without a name, too. */
export function identityRoutes(identity: Identity): Hono {
  const app = new Hono()
  app.get('/:address', async (context) => {
    const address = context.req.param('address')
    checkAddress(address)
    context.header('cache-control', 'public, max-age=300')
    const isKnownKind = isAddress(address, { strict: false })
    return context.json(isKnownKind ? await identity(address) : { name: null, avatar: null })
  })
  return app
}
