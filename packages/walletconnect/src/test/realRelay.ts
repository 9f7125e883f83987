import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '@portico/relay'
import type { ScenarioRelay } from './scenarios.js'

/** Portico's own relay, on a file as in production, behind a TCP proxy that can cut every connection. On a port that is free. */
export async function startRealRelay(): Promise<ScenarioRelay> {
  let inner = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(inner, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const folder = await mkdtemp(join(tmpdir(), 'portico-relay-'))
  const relay = createRelay({ port: 0, quiet: true, drainMs: 200, publicUrls: [url], storage: { sqlite: join(folder, 'relay.db') } })
  await relay.ready
  inner = Number(new URL(relay.url).port)
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
      await rm(folder, { recursive: true, force: true })
    },
  }
}
