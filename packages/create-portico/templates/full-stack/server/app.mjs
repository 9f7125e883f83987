// Sign-in, and what only those get who have signed in.
import { createSiwx, memoryStore } from '@portico/siwx/server'
import { evmVerifier } from '@portico/siwx/server/evm'

/**
 * @param {object} options
 * @param {readonly string[]} options.origins of your pages
 * @param {string} options.rpcUrl a node of Ethereum, which knows contracts' signatures
 * @returns {(request: Request) => Promise<Response>}
 */
export function createApp({ origins, rpcUrl }) {
  const siwx = createSiwx({
    origins,
    chains: ['eip155:1'],
    store: memoryStore(), // forgets with the process: @portico/siwx/server/kysely keeps sessions in SQLite or Postgres
    verifiers: { eip155: evmVerifier({ rpcUrls: { 'eip155:1': rpcUrl } }) },
  })
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/siwx/')) return siwx.handler(request)
    if (pathname === '/api/hello') {
      const [session] = await siwx.sessions(request)
      if (!session) return Response.json({ error: 'For members' }, { status: 401 })
      return Response.json({ hello: session.account })
    }
    return Response.json({ error: 'There is nothing here' }, { status: 404 })
  }
}
