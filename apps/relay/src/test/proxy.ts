import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export interface Proxy {
  url: string
  /** Drops every connection. New ones wait for `to`. */
  drop(): void
  /** Passes nothing more on over the connections that there are, and tells neither side: as a firewall does that has forgotten them. */
  freeze(): void
  /** Where connections go from now on. */
  to(url: string): void
  close(): Promise<void>
}

/** A TCP proxy in front of a relay, as a balancer is: it goes on listening while the relay behind it is replaced. */
export async function startProxy(): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  let target: URL | undefined

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    return socket.once('close', () => sockets.delete(socket))
  }
  const join = (client: Socket, { port, hostname }: URL): void => {
    const relay = track(connect(Number(port), hostname))
    client.pipe(relay).pipe(client)
    client.once('close', () => relay.destroy())
    relay.once('close', () => client.destroy())
  }
  const server = createServer((client) => {
    track(client)
    if (target) join(client, target)
    else waiting.add(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = (): void => {
    target = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    to: (url) => {
      target = new URL(url)
      for (const client of waiting) join(client, target)
      waiting.clear()
    },
    close: async () => {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
