import { Hono } from 'hono'
import { isAddress } from 'viem'
import { checkAddress } from '../chains/address.js'
import type { Identity } from './identity.js'

/** `GET /v1/identity/:address`: 200 for an address without a name, too. @param namesChange whether names are registered here */
export function identityRoutes(identity: Identity, { namesChange }: { namesChange: boolean }): Hono {
  const app = new Hono()
  app.get('/:address', async (context) => {
    const address = context.req.param('address')
    checkAddress(address)
    // A name that was registered a second ago shows at once.
    context.header('cache-control', namesChange ? 'no-cache' : 'public, max-age=300')
    const isKnownKind = isAddress(address, { strict: false })
    return context.json(isKnownKind ? await identity(address) : { name: null, avatar: null })
  })
  return app
}
