import type { Socket, SocketConstructor } from '../relay/types.js'

/** What happens to one delivery of a message: nothing, or some deliveries. */
export type Fate = (message: {
  readonly topic: string
  readonly message: string
}) => readonly { readonly topic: string; readonly message: string }[]

interface Stored {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly from: string
  readonly acked: Set<string>
}

interface Line {
  readonly client: string
  readonly topics: Set<string>
  readonly push: (text: string) => void
  readonly end: () => void
}

/** A relay in this process, without sockets and as fast as promises: for properties that are tried thousands of times. */
export interface MemoryRelay {
  readonly WebSocket: SocketConstructor
  readonly published: readonly Stored[]
  readonly calls: readonly { readonly method: string; readonly client: string }[]
  readonly connections: () => number
  readonly opened: () => number
  fate: Fate
  /** Ends every connection. */
  readonly drop: () => void
  /** Refuses connections from now on, or takes them again. */
  readonly away: (isAway: boolean) => void
  /** Hears nothing of what is sent, from now on, or hears again. */
  readonly deaf: (isDeaf: boolean) => void
  /** Delivers a message to everybody on the topic, or to one of those connected, as a relay that lies could. */
  readonly inject: (topic: string, message: string, to?: number) => void
  /** Sends a text to everybody, whatever it is. */
  readonly say: (text: string) => void
  /** How requests are answered instead of with success. */
  refuse: (method: string) => { readonly code: number; readonly message: string } | undefined
}

export function createMemoryRelay(): MemoryRelay {
  const stored: Stored[] = []
  const known = new Set<string>()
  const calls: { readonly method: string; readonly client: string }[] = []
  const lines = new Set<Line>()
  const pushes = new Map<number, { readonly one: Stored; readonly client: string }>()
  let isAway = false
  let isDeaf = false
  let opened = 0
  let count = 0

  const deliver = (line: Line, one: Stored) => {
    for (const { topic, message } of relay.fate(one)) {
      count += 1
      pushes.set(count, { one, client: line.client })
      line.push(
        JSON.stringify({
          id: count,
          jsonrpc: '2.0',
          method: 'irn_subscription',
          params: { id: 'x', data: { topic, message, publishedAt: Date.now(), tag: one.tag } },
        }),
      )
    }
  }

  function handle(line: Line, text: string) {
    if (isDeaf) return
    const { id, method, params } = JSON.parse(text) as {
      readonly id: number
      readonly method?: string
      readonly params: { readonly topic: string; readonly topics: readonly string[]; readonly message: string; readonly tag: number }
    }
    if (!method) {
      const pushed = pushes.get(id)
      pushed?.one.acked.add(pushed.client)
      return
    }
    calls.push({ method, client: line.client })
    const error = relay.refuse(method)
    line.push(JSON.stringify({ id, jsonrpc: '2.0', ...(error ? { error } : { result: true }) }))
    if (error) return
    if (method === 'irn_publish') {
      const { topic, message, tag } = params
      if (known.has(topic + message)) return
      known.add(topic + message)
      const one: Stored = { topic, message, tag, from: line.client, acked: new Set([line.client]) }
      stored.push(one)
      for (const other of lines) if (other.client !== line.client && other.topics.has(topic)) deliver(other, one)
    } else if (method === 'irn_batchSubscribe') {
      for (const topic of params.topics) {
        line.topics.add(topic)
        for (const one of stored) if (one.topic === topic && !one.acked.has(line.client)) deliver(line, one)
      }
    } else if (method === 'irn_unsubscribe') line.topics.delete(params.topic)
  }

  class MemorySocket implements Socket {
    readyState = 0
    onopen: ((event: never) => void) | null = null
    onmessage: ((event: never) => void) | null = null
    onclose: ((event: never) => void) | null = null
    onerror: ((event: never) => void) | null = null
    readonly #line: Line
    constructor(url: string) {
      const token = new URL(url).searchParams.get('auth') ?? ''
      const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { readonly iss: string }
      this.#line = {
        client: claims.iss,
        topics: new Set(),
        push: (text) => queueMicrotask(() => this.readyState === 1 && this.onmessage?.({ data: text } as never)),
        end: () => this.#end(),
      }
      queueMicrotask(() => {
        if (isAway) return this.#end()
        this.readyState = 1
        opened += 1
        lines.add(this.#line)
        this.onopen?.({} as never)
      })
    }
    #end() {
      if (this.readyState === 3) return
      this.readyState = 3
      lines.delete(this.#line)
      this.onclose?.({ code: 1006 } as never)
    }
    send(text: string) {
      if (this.readyState !== 1) throw new Error('Not open.')
      queueMicrotask(() => this.readyState === 1 && handle(this.#line, text))
    }
    close() {
      queueMicrotask(() => this.#end())
    }
  }

  const relay: MemoryRelay = {
    WebSocket: MemorySocket,
    published: stored,
    calls,
    connections: () => lines.size,
    opened: () => opened,
    fate: (message) => [message],
    refuse: () => undefined,
    drop: () => {
      for (const line of [...lines]) line.end()
    },
    away: (now) => void (isAway = now),
    deaf: (now) => void (isDeaf = now),
    inject(topic, message, to) {
      const one: Stored = { topic, message, tag: 1108, from: 'somebody', acked: new Set() }
      const hearers = to === undefined ? [...lines] : [...lines].slice(to % lines.size, (to % lines.size) + 1)
      for (const line of hearers)
        if (line.topics.has(topic))
          for (const copy of [one])
            line.push(JSON.stringify({ id: (count += 1), jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data: copy } }))
    },
    say: (text) => {
      for (const line of lines) line.push(text)
    },
  }
  return relay
}
