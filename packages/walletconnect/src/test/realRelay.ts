import { createServer, connect, type Socket } from 'node:net'
import { createRelay } from '@portico/relay'
import type { ScenarioRelay } from './scenarios.js'

/** Portico's own relay, behind a TCP proxy that can cut every connection. */
export async function startRealRelay(port: number): Promise<ScenarioRelay> {
  const url = `ws://127.0.0.1:${port}`
  const relay = createRelay({ port: 0, quiet: true, drainMs: 200, publicUrls: [url] })
  await relay.ready
  const inner = Number(new URL(relay.url).port)
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(inner, '127.0.0.1')
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url,
    drop,
    async close() {
      drop()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
      await relay.stop()
    },
  }
}
