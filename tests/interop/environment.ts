import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '@portico/relay'
import { startAnvil } from '../../packages/testing/src/wallet/anvil.test.helper.js'
import { until } from './until.js'

/** What a row needs beside its two sides, in Node whatever they run in. */
export interface Services {
  readonly relayUrl: string
  readonly nodeUrl: string
  /** Ends every connection to the relay. Resolves once as many are back. */
  readonly drop: () => Promise<void>
  /** How many messages the relay has taken so far. */
  readonly published: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Portico's own relay, on a file, behind a proxy that can cut every connection, and a chain. */
export async function startServices(): Promise<Services> {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let arrived = 0
  let inner = 0
  const proxy = createServer((client) => {
    const upstream = connect(inner, '127.0.0.1')
    clients.add(client)
    client.on('close', () => clients.delete(client))
    arrived += 1
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
  const relayUrl = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const folder = await mkdtemp(join(tmpdir(), 'portico-interop-'))
  const storage = { sqlite: join(folder, 'relay.db') }
  const relay = createRelay({ port: 0, quiet: true, drainMs: 200, publicUrls: [relayUrl], storage })
  const [chain] = await Promise.all([startAnvil(1), relay.ready])
  inner = Number(new URL(relay.url).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    relayUrl,
    nodeUrl: chain.url,
    async drop() {
      const before = arrived
      const lost = clients.size
      cut()
      await until(() => arrived >= before + lost, 'the connections are back')
    },
    published: async () => relay.stats().published,
    async stop() {
      cut()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
      await Promise.all([relay.stop(), chain.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
