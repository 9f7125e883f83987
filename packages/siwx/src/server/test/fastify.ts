import type { Siwx } from '@portico/siwx/server'
import { toNodeListener } from '@portico/siwx/server/node'
import type { FastifyInstance } from 'fastify'

/** Mounts the handler below `/siwx`, and a members' page beside it. */
export async function mountSiwx(app: FastifyInstance, siwx: Pick<Siwx, 'handler' | 'sessions'>): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const listener = toNodeListener(siwx.handler)
    scope.all('/siwx/*', (request, reply) => {
      reply.hijack()
      return listener(request.raw, reply.raw)
    })
  })
  app.get('/members', async (request) => {
    const sessions = await siwx.sessions({ headers: new Headers({ cookie: request.headers.cookie ?? '' }) })
    return { accounts: sessions.map(({ account }) => account) }
  })
}
