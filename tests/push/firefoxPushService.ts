import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface FirefoxPushService {
  /** Where Firefox asks for its messages: its preference `dom.push.serverURL`. */
  readonly url: string
  /** Of the endpoints that it gives out. */
  readonly origin: string
  /** Messages that were sent to an endpoint of it. */
  readonly sent: readonly { readonly ttl: string | undefined; readonly bytes: number }[]
  /** How many of them Firefox says it has read. */
  readonly read: () => number
  /** Firefox goes away, or comes: what is sent meanwhile waits. */
  readonly close: () => Promise<void>
}

/**
 * The push service that Firefox has, on this machine: an endpoint for whoever sends (RFC 8030), and for the browser Mozilla's own protocol
 * over a WebSocket (autopush). It hands on what it is sent as it is, and cannot read it.
 */
export async function startFirefoxPushService(): Promise<FirefoxPushService> {
  const sent: { ttl: string | undefined; bytes: number }[] = []
  const browsers = new Map<string, WebSocket>()
  let read = 0

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const channelID = new URL(request.url ?? '', origin).pathname.slice(1)
      const browser = browsers.get(channelID)
      if (request.method !== 'POST' || !browser) return void response.writeHead(404).end()
      const body = Buffer.concat(chunks)
      sent.push({ ttl: request.headers.ttl?.toString(), bytes: body.length })
      const headers = { encoding: String(request.headers['content-encoding']) }
      const version = randomBytes(8).toString('hex')
      browser.send(JSON.stringify({ messageType: 'notification', channelID, version, data: body.toString('base64url'), headers }))
      response.writeHead(201, { location: `/message/${version}` }).end()
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message))
    socket.on('message', (data: Buffer) => {
      const said = Object(JSON.parse(data.toString()))
      const { messageType, channelID } = said
      if (messageType === 'hello')
        say({ messageType, uaid: randomBytes(16).toString('hex'), status: 200, use_webpush: true, broadcasts: {} })
      if (messageType === 'register') {
        browsers.set(channelID, socket)
        say({ messageType, channelID, status: 200, pushEndpoint: `${origin}/${channelID}` })
      }
      if (messageType === 'ack') read += said.updates.filter(({ code }: { code: number }) => code === 100).length
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    url: `ws://127.0.0.1:${port}/`,
    origin,
    sent,
    read: () => read,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
