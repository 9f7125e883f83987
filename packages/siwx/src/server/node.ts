import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: Request) => Promise<Response>

/**
 * Mounts a Fetch handler where Node's own requests come in: `createServer(toNodeListener(siwx.handler))`, or in Express
 * `app.use('/siwx', toNodeListener(siwx.handler))`, before or behind `express.json()`.
 * @example createServer(toNodeListener(siwx.handler)).listen(3000)
 */
export function toNodeListener(handler: Handler): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      const response = await handler(await toRequest(incoming))
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
      outgoing.writeHead(response.status, [...headers, ...response.headers.getSetCookie().map((cookie) => ['set-cookie', cookie])].flat())
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    } catch (error) {
      console.error(error) // who waits for the answer is not told why, and nobody else would be
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'cache-control': 'no-store' })
      outgoing.end()
    }
  }
}

/**
 * A request of Node's as one of Fetch. Its host decides nothing and is not looked at.
 * @example const request = await toRequest(incoming)
 */
export async function toRequest(incoming: IncomingMessage & { readonly body?: unknown }): Promise<Request> {
  const headers = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2)
    // Of a proxy's own connection, or with a meaning for Fetch.
    if (!/^(:|connection$|transfer-encoding$|keep-alive$|upgrade$|expect$)/i.test(name)) headers.append(name, value)
  }
  const { method = 'GET', url = '/' } = incoming
  const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(incoming)
  return new Request(new URL(url.startsWith('/') ? `http://node.invalid${url}` : url), { method, headers, ...(body && { body }) })
}

/** The bytes that came, or what a parser in front has made of them. */
async function bodyOf(incoming: IncomingMessage & { readonly body?: unknown }): Promise<string | undefined> {
  if (incoming.body !== undefined) return typeof incoming.body === 'string' ? incoming.body : JSON.stringify(incoming.body)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    // The handler refuses what is as long.
    if (length <= 262_144) chunks.push(bytes)
  }
  return length === 0 ? undefined : Buffer.concat(chunks).toString('utf8')
}
