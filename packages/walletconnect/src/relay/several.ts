import { ClientClosedError } from '../errors.js'
import type { Relay, RelayListener, RelayStatus } from './types.js'

/** The relay that each topic is on, once that is known. */
export interface Homes {
  readonly get: (topic: string) => string | undefined
  readonly set: (topic: string, url: string) => void
  readonly delete: (topic: string) => void
}

/** Of several lines, in the order of which counts. */
const order: readonly RelayStatus[] = ['open', 'connecting', 'waiting', 'refused', 'idle']

/** Makes a line to several relays. A part of its own: most sites have one relay, and need no code for more. */
export type SeveralLines = typeof createSeveralLines

/**
 * A line to several relays at once. What nobody has answered yet goes over all of them; the relay over which a message of a topic
 * came that could be opened has the topic from then on, and the others hear no more of it.
 * @param start makes the line to one of them
 */
export function createSeveralLines(
  urls: readonly string[],
  homes: Homes,
  start: (url: string, listener: RelayListener) => Relay,
  { onMessage, onStatus }: RelayListener,
): Relay {
  /** Takes back what is still on its way to a relay, by topic and relay. */
  const sending = new Map<string, Set<{ readonly url: string; readonly abort: AbortController }>>()
  const wanted = new Set<string>()
  let status: RelayStatus = 'idle'

  const lines = urls.map((url) => ({
    url,
    line: start(url, { onMessage: (message) => onMessage({ ...message, relay: url }), onStatus: () => look() }),
  }))
  /** The relays of a topic: its home, or all of them. */
  const linesOf = (topic: string) => {
    const home = homes.get(topic)
    const known = lines.filter(({ url }) => url === home)
    return known.length > 0 ? known : lines
  }

  function look() {
    if (status === 'closed') return
    const all = lines.map(({ line }) => line.status())
    const next = order.find((one) => all.includes(one)) ?? 'idle'
    if (next === status) return
    status = next
    onStatus?.(next)
  }

  return {
    status: () => status,
    leads: () => true,
    async publish(publication, signal) {
      if (status === 'closed') throw new ClientClosedError()
      const { topic } = publication
      const under = sending.get(topic) ?? new Set()
      sending.set(topic, under)
      const published = linesOf(topic).map(async ({ url, line }) => {
        const one = { url, abort: new AbortController() }
        const abort = () => one.abort.abort()
        if (signal?.aborted) abort()
        signal?.addEventListener('abort', abort)
        under.add(one)
        try {
          await line.publish(publication, one.abort.signal)
        } finally {
          signal?.removeEventListener('abort', abort)
          under.delete(one)
          if (under.size === 0 && sending.get(topic) === under) sending.delete(topic)
        }
      })
      try {
        await Promise.any(published)
      } catch (error) {
        throw error instanceof AggregateError ? error.errors[0] : error
      }
    },
    subscribe(topics) {
      for (const topic of topics) wanted.add(topic)
      for (const one of lines) {
        const mine = topics.filter((topic) => linesOf(topic).includes(one))
        if (mine.length > 0) one.line.subscribe(mine)
      }
    },
    unsubscribe(topics) {
      for (const topic of topics) {
        wanted.delete(topic)
        homes.delete(topic)
      }
      for (const { line } of lines) line.unsubscribe(topics)
    },
    settle(topic, url) {
      if (!wanted.has(topic) || homes.get(topic) === url || !urls.includes(url)) return
      homes.set(topic, url)
      for (const one of sending.get(topic) ?? []) if (one.url !== url) one.abort.abort()
      for (const one of lines) {
        if (one.url === url) one.line.subscribe([topic])
        else one.line.unsubscribe([topic])
      }
    },
    wake() {
      for (const { line } of lines) line.wake()
    },
    close() {
      if (status === 'closed') return
      status = 'closed'
      for (const { line } of lines) line.close()
      onStatus?.('closed')
    },
  }
}
