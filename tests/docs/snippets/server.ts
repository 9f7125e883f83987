import { createSiwx, memoryStore } from '@portico/siwx/server'
import { evmVerifier } from '@portico/siwx/server/evm'
import { Hono } from 'hono'

export const siwx = createSiwx({
  origins: ['http://localhost:3000'], // of your pages
  chains: ['eip155:1'],
  store: memoryStore(),
  verifiers: { eip155: evmVerifier({ rpcUrls: { 'eip155:1': process.env['RPC_URL'] ?? '' } }) },
})

export const app = new Hono()

app.all('/siwx/*', (context) => siwx.handler(context.req.raw))

app.get('/members', async (context) => {
  const [session] = await siwx.sessions(context.req.raw)
  if (!session) return context.json({ error: 'For members' }, 401)
  return context.json({ hello: session.account })
})
