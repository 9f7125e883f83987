import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { toNodeListener } from './node.js'
import { mountSiwx } from './test/fastify.js'
import { alice, bob, createSite, openBrowser, origin, signed } from './test/site.js'

/** A server on a port of its own, as what a browser's requests go to. */
async function listen(listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { ...over(port), port, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** Sends requests over the wire: Fetch itself would leave out the origin and the cookie. */
function over(port: number) {
  const send = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const body = request.body ? await request.text() : undefined
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { port, path: pathname, method: request.method, headers: Object.fromEntries(request.headers) },
        (incoming) => {
          const headers = new Headers()
          for (let at = 0; at < incoming.rawHeaders.length; at += 2)
            headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('end', () =>
            resolve(
              new Response(incoming.statusCode === 204 ? null : Buffer.concat(chunks), { status: incoming.statusCode ?? 0, headers }),
            ),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
  return { send }
}

const site = createSite()

/** Mounts the handler, and a members' page beside it that only a session opens. */
const mounts: Record<string, () => Promise<{ send: (request: Request) => Promise<Response>; close: () => Promise<unknown> }>> = {
  Hono: async () => {
    const app = new Hono()
    app.all('/siwx/*', (context) => site.handler(context.req.raw))
    app.get('/members', async (context) => context.json({ accounts: (await site.sessions(context.req.raw)).map(({ account }) => account) }))
    return listen(getRequestListener(app.fetch))
  },
  'node:http': async () => {
    const listener = toNodeListener(async (request) =>
      new URL(request.url).pathname === '/members'
        ? Response.json({ accounts: (await site.sessions(request)).map(({ account }) => account) })
        : site.handler(request),
    )
    return listen(listener)
  },
  "node:http by Hono's listener": async () => {
    const members = async (request: Request) => Response.json({ accounts: (await site.sessions(request)).map(({ account }) => account) })
    return listen(getRequestListener((request) => (request.url.endsWith('/members') ? members(request) : site.handler(request))))
  },
  'Express 5': async () => {
    const app = express()
    app.use('/siwx', toNodeListener(site.handler))
    app.get(
      '/members',
      toNodeListener(async (request) => Response.json({ accounts: (await site.sessions(request)).map(({ account }) => account) })),
    )
    return listen(app)
  },
  'Express 5 behind express.json()': async () => {
    const app = express()
    app.use(express.json())
    app.use('/siwx', toNodeListener(site.handler))
    app.get(
      '/members',
      toNodeListener(async (request) => Response.json({ accounts: (await site.sessions(request)).map(({ account }) => account) })),
    )
    return listen(app)
  },
  Fastify: async () => {
    const app = fastify()
    await mountSiwx(app, site)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = app.addresses()
    return { ...over(address?.port ?? 0), close: () => app.close() }
  },
  "a route handler's form, as Next.js has it": async () => {
    // app/siwx/[...path]/route.ts: `export const GET = siwx.handler; export const POST = siwx.handler`
    const routes: Record<string, (request: Request) => Promise<Response>> = { GET: site.handler, POST: site.handler }
    const members = async (request: Request) => Response.json({ accounts: (await site.sessions(request)).map(({ account }) => account) })
    const send = async (request: Request) =>
      request.url.endsWith('/members') ? members(request) : (routes[request.method]?.(request) ?? new Response(null, { status: 405 }))
    return { send, close: async () => {} }
  },
}

describe.each(Object.entries(mounts))('%s', (_, mount) => {
  test('signs in, opens what a session opens, and signs out', async () => {
    const { send, close } = await mount()
    const browser = openBrowser(send, { base: `${origin}/siwx` })
    const members = async () =>
      (
        await (
          await send(new Request(`${origin}/members`, { headers: browser.cookie === undefined ? {} : { cookie: browser.cookie } }))
        ).json()
      ).accounts
    expect(await members()).toEqual([])
    const answer = await browser.post('verify', await signed(alice, await browser.nonce()))
    expect(answer).toMatchObject({ status: 200, json: { sessions: [{ account: `eip155:1:${alice.address}` }] } })
    expect(await members()).toEqual([`eip155:1:${alice.address}`])

    const stranger = openBrowser(send, { base: `${origin}/siwx`, from: 'https://evil.example' })
    expect((await stranger.post('verify', await signed(bob, await browser.nonce()))).status).toBe(403)
    expect(await browser.post('verify', { message: 'a' })).toMatchObject({ status: 400, json: { error: 'malformed' } })
    expect((await browser.get('session')).json.sessions).toHaveLength(1)
    expect((await browser.post('sign-out')).status).toBe(204)
    expect(await members()).toEqual([])
    await close()
  })
})

test('a body that is too long is refused, and the server goes on', async () => {
  const server = await listen(toNodeListener(site.handler))
  const browser = openBrowser(server.send)
  expect((await browser.post('verify', { message: 'a'.repeat(1_000_000), signature: 'b' })).status).toBe(400)
  expect((await browser.get('session')).status).toBe(200)
  await server.close()
})

test('a handler that fails is a plain 500, and the log says why', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failure = new Error('secret')
  const server = await listen(toNodeListener(() => Promise.reject(failure)))
  const response = await server.send(new Request(`${origin}/siwx/session`))
  expect([response.status, await response.text()]).toEqual([500, ''])
  expect(log).toHaveBeenCalledExactlyOnceWith(failure)
  log.mockRestore()
  await server.close()
})
