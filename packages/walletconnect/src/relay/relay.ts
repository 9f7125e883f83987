import { hashText, isKey } from '../crypto/agreement.js'
import { ClientClosedError, RelayError } from '../errors.js'
import { backoff } from './backoff.js'
import { limitLog, type Log } from './log.js'
import { createOutbox } from './outbox.js'
import { followPage } from './page.js'
import { clock, openConnection, type Connection, type RelayAddress } from './socket.js'
import type { PageEvents, Relay, RelayListener, RelayStatus } from './types.js'
import { createWatch } from './watch.js'

/** How long a line that nobody needs stays open, in milliseconds. */
const lingerTime = 5_000
/** Topics in one request, by the rules of the relay. */
const batch = 500
/** Closing codes that say that asking again will not help: the hosted relay does not know the project, or the origin. */
const refusals: readonly number[] = [3000]

export interface RelayOptions extends RelayAddress {
  /** Default: the window, where there is one. */
  readonly page?: PageEvents
  readonly log?: Log
}

/** A line to a relay over one WebSocket of its own. Listens and connects only once there is a topic or a message. */
export function createRelay(
  { page: given = globalThis.window, log = () => {}, ...address }: RelayOptions,
  { onMessage, onStatus }: RelayListener,
): Relay {
  const say = limitLog(log)
  const wanted = new Set<string>()
  let status: RelayStatus = 'idle'
  let connection: Connection | undefined
  /** Of the tries since the connection was lost. */
  let failures = 0
  let lostAt: number | undefined
  let triedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let linger: ReturnType<typeof setTimeout> | undefined

  const open = () => (status === 'open' ? connection : undefined)
  const lose = () => drop({ again: true })
  const outbox = createOutbox({
    send(publication, answered) {
      const line = open()
      line?.ask('irn_publish', publication, answered)
      return line !== undefined
    },
    onLess: settle,
  })
  const watch = createWatch({
    connection: () => connection,
    isOpen: () => status === 'open',
    probe: () => subscribeTo([...wanted]),
    onDead: lose,
    onBeat() {
      outbox.expire()
      if (!connection && outbox.isEmpty()) watch.stop()
    },
  })
  const page = followPage(given, { onLeave: () => drop({ again: false }), onWake: wake })

  const isNeeded = () => wanted.size > 0 || !outbox.isEmpty()

  function become(next: RelayStatus) {
    if (status === next) return
    status = next
    onStatus?.(next)
  }

  function stopWaiting() {
    clearTimeout(retry)
    retry = undefined
  }

  /** Connects when that is needed, or lets go when it is not any more. */
  function settle() {
    if (status === 'closed' || page.isAway()) return
    if (isNeeded()) {
      clearTimeout(linger)
      linger = undefined
      page.listen()
      if (!connection && retry === undefined && status !== 'refused') connect()
    } else if (linger === undefined) {
      linger = setTimeout(() => {
        linger = undefined
        if (!isNeeded()) drop({ again: false })
      }, lingerTime)
    }
  }

  function connect() {
    stopWaiting()
    triedAt = clock()
    connection = openConnection(address, {
      onOpen() {
        become('open')
        subscribeTo([...wanted])
        outbox.flush()
      },
      onMessage: take,
      onAnswer() {
        failures = 0
        lostAt = undefined
      },
      onLost(code) {
        if (code === undefined || !refusals.includes(code)) return lose()
        drop({ again: false })
        fail(new RelayError({ problem: 'refused the connection', code }))
      },
      onFailed: (cause) => fail(new RelayError({ problem: 'cannot be reached', cause })),
    })
    become('connecting')
    watch.start()
  }

  /** Nothing can be done here: whoever waits is told. */
  function fail(error: RelayError) {
    connection = undefined
    say(error.message)
    become('refused')
    outbox.giveUp(error)
  }

  function drop({ again }: { readonly again: boolean }) {
    const old = connection
    connection = undefined
    watch.trust()
    outbox.takeBack()
    old?.end()
    stopWaiting()
    if (outbox.isEmpty()) watch.stop()
    if (status === 'closed') return
    if (!again || !isNeeded() || page.isAway()) {
      become('idle')
      return
    }
    lostAt ??= clock()
    const pause = backoff(failures, clock() - lostAt, Math.random())
    failures += 1
    if (failures === 2) say('Portico: the relay is away, trying again')
    become('waiting')
    retry = setTimeout(
      () => {
        retry = undefined
        settle()
      },
      globalThis.navigator?.onLine === false ? Math.max(pause, 30_000) : pause,
    )
  }

  function subscribeTo(topics: readonly string[]) {
    for (let at = 0; at < topics.length; at += batch) {
      open()?.ask(
        'irn_batchSubscribe',
        { topics: topics.slice(at, at + batch) },
        (error) => error && say(`Portico: the relay refused a subscription (${error.code})`),
      )
    }
  }

  /** Hands a message on. Whatever it says, once is enough: the relay is told when it has been dealt with. */
  function take(id: unknown, { topic, message, publishedAt }: Readonly<Record<string, unknown>>) {
    const from = connection
    const acknowledge = () => from?.acknowledge(id)
    const failed = (error: unknown) => say(`Portico: a message could not be handled (${error instanceof Error ? error.name : 'unknown'})`)
    let handled: Promise<void> | undefined
    try {
      if (isKey(topic) && wanted.has(topic) && typeof message === 'string')
        handled = onMessage({ topic, message, ...(typeof publishedAt === 'number' && { publishedAt }) })
    } catch (error) {
      failed(error)
    }
    // What takes it may not have loaded: the relay keeps it, and brings it again with the next subscription.
    if (handled) void handled.then(acknowledge, failed)
    else acknowledge()
  }

  /** A network, or the page itself, is back. */
  function wake() {
    if (status === 'closed' || page.isAway()) return
    if (status === 'open') return watch.doubt()
    if (status === 'connecting') return
    if (status === 'refused') become('idle')
    failures = 0
    stopWaiting()
    settle()
  }

  return {
    status: () => status,
    leads: () => true,
    publish(publication, signal) {
      if (status === 'closed') return Promise.reject(new ClientClosedError())
      const published = outbox.put(publication, signal)
      if (signal?.aborted) return published
      watch.start()
      outbox.flush()
      // Somebody waits for it: that is worth a try now, though not more than one a second.
      if (status === 'refused') wake()
      else if (status === 'waiting' && clock() - triedAt > 1_000) stopWaiting()
      settle()
      return published
    },
    subscribe(topics) {
      const fresh = topics.filter((topic) => !wanted.has(topic))
      if (status === 'closed' || fresh.length === 0) return
      for (const topic of fresh) wanted.add(topic)
      subscribeTo(fresh)
      settle()
    },
    unsubscribe(topics) {
      for (const topic of topics) {
        const line = open()
        if (wanted.delete(topic) && line) line.ask('irn_unsubscribe', { topic, id: hashText(topic + line.clientId) })
      }
      settle()
    },
    settle: () => {},
    wake,
    close() {
      if (status === 'closed') return
      become('closed')
      clearTimeout(linger)
      page.ignore()
      wanted.clear()
      outbox.giveUp(new ClientClosedError())
      drop({ again: false })
      watch.stop()
    },
  }
}
