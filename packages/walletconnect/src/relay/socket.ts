import { clientIdOf, signToken } from '../crypto/clientAuth.js'
import type { KeyPair } from '../crypto/agreement.js'
import { isRecord, readText } from '../peer/parse.js'
import type { Socket, SocketConstructor } from './types.js'

/** Longest text that is read, in characters. */
const textLimit = 2_000_000

export interface RelayAddress {
  /** ws(s)://… of the relay, exactly as it calls itself. */
  readonly url: string
  /** Asked for by a hosted relay. */
  readonly projectId?: string
  /** Who the client is to the relay: an Ed25519 pair. Asked for when a connection is made. */
  readonly identity: () => Promise<KeyPair>
  /** Default: the global one. Node 20 has none. */
  readonly WebSocket?: SocketConstructor
}

/** What a question was answered with. */
export type Answered = (error?: { readonly code: number; readonly message: string }) => void

/** One connection to the relay, from the first try to its end. What it is asked once it has ended is not asked. */
export interface Connection {
  /** When it was begun. This and the other times are of the monotonic clock, in milliseconds. */
  readonly startedAt: number
  /** When something was last heard; before that, when it was begun. */
  readonly heardAt: number
  /** When the oldest question was asked that has no answer yet; Infinity without one. */
  readonly askedAt: () => number
  /** What the relay knows this client by; empty before it is open. */
  readonly clientId: string
  readonly ask: (method: string, params: object, answered?: Answered) => void
  /** Tells the relay that a message has arrived. */
  readonly acknowledge: (id: unknown) => void
  /** Ends it. Nothing is told of it any more. */
  readonly end: () => void
}

export interface ConnectionListener {
  readonly onOpen: () => void
  /** A message of a topic, not checked yet. */
  readonly onMessage: (id: unknown, data: Readonly<Record<string, unknown>>) => void
  readonly onAnswer: () => void
  /** It has broken. @param code why, where the relay has said so */
  readonly onLost: (code?: number) => void
  /** It cannot be made here at all. */
  readonly onFailed: (cause: unknown) => void
}

/** The time since some moment, in milliseconds. The system's clock may be set back (R16); this one never goes back. */
export const clock = () => performance.now()

/** Begins a connection to the relay: signs a token, opens a WebSocket and asks questions in JSON-RPC. */
export function openConnection({ url, projectId, identity, WebSocket: given }: RelayAddress, listener: ConnectionListener): Connection {
  const calls = new Map<string, { readonly sentAt: number; readonly answered: Answered | undefined }>()
  let socket: Socket | undefined
  let lastId = 0
  let hasEnded = false

  async function dial() {
    const me = await identity()
    const token = await signToken({ identity: me, audience: url, issuedAt: Math.floor(Date.now() / 1000) })
    if (hasEnded) return
    connection.clientId = clientIdOf(me.publicKey)
    const Constructor = given ?? globalThis.WebSocket
    if (typeof Constructor !== 'function') throw new TypeError('There is no WebSocket here.')
    const address = new URL(url)
    address.searchParams.set('auth', token)
    if (projectId) address.searchParams.set('projectId', projectId)
    address.searchParams.set('useOnCloseEvent', 'true')
    const made: Socket = new Constructor(address.href)
    socket = made
    let isOpen = false
    made.onopen = () => {
      isOpen = true
      connection.heardAt = clock()
      listener.onOpen()
    }
    made.onmessage = ({ data }: { readonly data: unknown }) => {
      connection.heardAt = clock()
      if (typeof data === 'string' && data.length <= textLimit) hear(data)
    }
    made.onclose = ({ code }: { readonly code?: number }) => listener.onLost(code)
    made.onerror = () => {
      if (!isOpen) listener.onLost()
    }
  }

  function hear(text: string) {
    let said: unknown
    try {
      said = JSON.parse(text)
    } catch {
      return
    }
    if (!isRecord(said)) return
    const { id, method, params } = said
    if (method !== undefined) {
      if (method === 'irn_subscription' && isRecord(params) && isRecord(params['data'])) listener.onMessage(id, params['data'])
      return
    }
    const call = calls.get(String(id))
    if (!call) return
    calls.delete(String(id))
    listener.onAnswer()
    const error = isRecord(said['error']) ? said['error'] : undefined
    call.answered?.(error && { code: Number(error['code']) || 0, message: readText(error['message']) ?? '' })
  }

  function write(value: object) {
    if (hasEnded) return
    try {
      socket?.send(JSON.stringify(value))
    } catch {
      listener.onLost()
    }
  }

  const startedAt = clock()
  const connection = {
    startedAt,
    heardAt: startedAt,
    clientId: '',
    askedAt: () => Math.min(...[...calls.values()].map(({ sentAt }) => sentAt)),
    ask(method: string, params: object, answered?: Answered) {
      lastId = Math.max(lastId + 1, Date.now() * 1000)
      const id = String(lastId)
      calls.set(id, { sentAt: clock(), answered })
      write({ id, jsonrpc: '2.0', method, params })
    },
    acknowledge: (id: unknown) => write({ id, jsonrpc: '2.0', result: true }),
    end() {
      hasEnded = true
      calls.clear()
      if (!socket) return
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.onerror = () => {} // a socket that fails while it closes would throw without one
      try {
        socket.close()
      } catch {
        // It was never open.
      }
    },
  }
  dial().catch((cause: unknown) => hasEnded || listener.onFailed(cause))
  return connection
}
