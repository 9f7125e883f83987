import type { Database } from '@portico/service/database'
import { type Siwx, createSiwx } from '@portico/siwx/server'
import { bitcoinVerifier } from '@portico/siwx/server/bitcoin'
import { evmVerifier } from '@portico/siwx/server/evm'
import { kyselyStore } from '@portico/siwx/server/kysely'
import { solanaVerifier } from '@portico/siwx/server/solana'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { gatewayMembers } from './gatewayMembers.js'
import { addVisit } from './visits.js'

export interface MembersAppParameters {
  db: Database
  /** Origins of the site's pages. */
  origins: readonly string[]
  /** JSON-RPC of the sandbox's chains, by CAIP-2 id. */
  rpcUrls: Readonly<Record<string, string>>
  /** CAIP-2 ids of the chains that need no node. */
  otherChains: readonly string[]
  /** Origin of a gateway that signs in the visitors of pages that have no server. */
  gatewayUrl: string
}

/** The server of a site with a page for members: a plain Hono app as a site would write it, with the handler of sign-in mounted. */
export function createMembersApp({ db, origins, rpcUrls, otherChains, gatewayUrl }: MembersAppParameters): { app: Hono; siwx: Siwx } {
  const siwx = createSiwx({
    origins,
    chains: [...Object.keys(rpcUrls), ...otherChains],
    store: kyselyStore(db),
    verifiers: { eip155: evmVerifier({ rpcUrls }), solana: solanaVerifier(), bip122: bitcoinVerifier() },
  })
  const ofGateway = gatewayMembers({ url: gatewayUrl, audience: origins[0] ?? '' })
  const app = new Hono()

  app.all('/siwx/*', (context) => siwx.handler(context.req.raw))

  app.use('/members', cors({ origin: [...origins], credentials: true }))
  app.get('/members', async (context) => {
    context.header('cache-control', 'no-store')
    const token = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const all = token === undefined ? await siwx.sessions(context.req.raw) : await ofGateway(token)
    // Of several accounts that are signed in, the one that is asked for, or the latest.
    const asked = context.req.query('account')
    const session = asked === undefined ? all[0] : all.find(({ account }) => account === asked)
    if (!session) return context.json({ error: 'signedOut' }, 401)
    const { account, scope, signedInAt, expiresAt } = session
    return context.json({ account, scope, signedInAt, expiresAt, ...(await addVisit(db, account)) })
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  return { app, siwx }
}
