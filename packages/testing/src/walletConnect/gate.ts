import type { SocketConstructor } from '@portico/walletconnect/wallet'

type Listener = (event: Event) => void

/** A network that can be taken away: the sockets that go through it, and the events by which a page learns of it. */
export interface Gate {
  readonly WebSocket: SocketConstructor
  readonly page: { addEventListener(type: string, listener: Listener): void; removeEventListener(type: string, listener: Listener): void }
  readonly isOpen: () => boolean
  open(): void
  shut(): void
}

/** @throws when there is no WebSocket */
export function createGate(given: SocketConstructor | undefined): Gate {
  const Base: SocketConstructor | undefined = given ?? globalThis.WebSocket
  if (!Base) throw new Error('There is no WebSocket here: hand in that of ws.')
  const sockets = new Set<InstanceType<SocketConstructor>>()
  const events = new EventTarget()
  let isOpen = true
  return {
    WebSocket: new Proxy(Base, {
      construct(Target, [url]: [string]) {
        if (!isOpen) throw new Error('There is no network.')
        const socket = new Target(url)
        sockets.add(socket)
        return socket
      },
    }),
    page: {
      addEventListener(type, listener) {
        events.addEventListener(type, listener)
        globalThis.window?.addEventListener(type, listener)
      },
      removeEventListener(type, listener) {
        events.removeEventListener(type, listener)
        globalThis.window?.removeEventListener(type, listener)
      },
    },
    isOpen: () => isOpen,
    open() {
      if (isOpen) return
      isOpen = true
      events.dispatchEvent(new Event('online'))
    },
    shut() {
      isOpen = false
      for (const socket of sockets) {
        // What is still on its way in is lost, as it would be: the relay keeps what nobody acknowledged.
        socket.onmessage = null
        socket.close()
      }
      sockets.clear()
    },
  }
}
