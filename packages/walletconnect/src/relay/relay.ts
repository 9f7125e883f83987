import { RequestAbortedError } from '@portico/core/kit'
import { clientIdOf, signToken } from '../crypto/clientAuth.js'
import { hashText, isKey, type KeyPair } from '../crypto/agreement.js'
import { RelayError, ClientClosedError } from '../errors.js'
import { isRecord, readText } from '../peer/parse.js'
import { backoff } from './backoff.js'
import { limitLog, type Log } from './log.js'
import type { PageEvents, Publication, Relay, RelayListener, RelayStatus, Socket, SocketConstructor } from './types.js'

/** The heartbeat, in milliseconds: how often an open line is looked at. */
const heartbeat = 5_000
/** How long a connection may take to open, in milliseconds. */
const openTimeout = 10_000
/** A line on which nothing is heard for this long after something was asked is dead, in milliseconds. */
const deafTime = 5_000
/** The same when other things are heard meanwhile. */
const answerTimeout = 15_000
/** How long an open line may take to answer a page that is back, in milliseconds: phones end connections without a word. */
const wakeTimeout = 2_000
/** A line that has been quiet for this long is asked whether it is still there, in milliseconds. */
const quietTime = 25_000
/** How long a line that nobody needs stays open, in milliseconds. */
const lingerTime = 5_000
/** Topics in one request, by the rules of the relay. */
const batch = 500
/** Longest text that is read, in characters. */
const textLimit = 2_000_000
/** How often a message is sent again that the relay has answered with an error. */
const publishRetries = 3
/** Errors that the same message would meet again: malformed, unknown method, too large. */
const lasting: readonly number[] = [-32_600, -32_601, -32_602, -32_011]
/** Closing codes that say that asking again will not help: the hosted relay does not know the project, or the origin. */
const refusals: readonly number[] = [3000]

export interface RelayOptions {
  /** ws(s)://… of the relay, exactly as it calls itself. */
  readonly url: string
  /** Asked for by a hosted relay. */
  readonly projectId?: string
  /** Who the client is to the relay: an Ed25519 pair. Asked for when a connection is made. */
  readonly identity: () => Promise<KeyPair>
  /** Default: the global one. Node 20 has none. */
  readonly WebSocket?: SocketConstructor
  /** Default: the window, where there is one. */
  readonly page?: PageEvents
  readonly log?: Log
}

interface Job {
  readonly publication: Publication
  /** Of the monotonic clock, in milliseconds. */
  readonly until: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  inFlight: boolean
  failures: number
}

interface Call {
  readonly sentAt: number
  readonly done: (result: unknown, error?: { readonly code: number; readonly message: string }) => void
}

/** The time since some moment, in milliseconds. The system's clock may be set back (R16); this one never goes back. */
const clock = () => performance.now()

/** A line to a relay over one WebSocket of its own. Listens and connects only once there is a topic or a message. */
export function createRelay(
  { url, projectId, identity, WebSocket: given, page = globalThis.window, log = () => {} }: RelayOptions,
  { onMessage, onStatus }: RelayListener,
): Relay {
  const say = limitLog(log)
  const wanted = new Set<string>()
  const jobs: Job[] = []
  const calls = new Map<string, Call>()
  let status: RelayStatus = 'idle'
  let socket: Socket | undefined
  /** The connection that is being made, or made. */
  let line: object | undefined
  let clientId = ''
  let startedAt = 0
  let heardAt = 0
  let lostAt: number | undefined
  let failures = 0
  let lastId = 0
  let isAway = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let linger: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let doubt: ReturnType<typeof setTimeout> | undefined
  let beatAt = { date: 0, clock: 0 }

  const isNeeded = () => wanted.size > 0 || jobs.length > 0

  function become(next: RelayStatus) {
    if (status === next) return
    status = next
    onStatus?.(next)
  }

  /** Connects when that is needed, or lets go when it is not any more. */
  function settle() {
    if (status === 'closed' || isAway) return
    if (isNeeded()) {
      clearTimeout(linger)
      linger = undefined
      listen()
      if (!line && retry === undefined && status !== 'refused') connect()
    } else if (linger === undefined) {
      linger = setTimeout(() => {
        linger = undefined
        if (!isNeeded()) drop({ again: false })
      }, lingerTime)
    }
  }

  function connect() {
    clearTimeout(retry)
    retry = undefined
    const mine = {}
    line = mine
    startedAt = heardAt = clock()
    become('connecting')
    startBeat()
    const dial = async () => {
      const me = await identity()
      const token = await signToken({ identity: me, audience: url, issuedAt: Math.floor(Date.now() / 1000) })
      if (line !== mine) return
      clientId = clientIdOf(me.publicKey)
      openSocket(token)
    }
    dial().catch((cause: unknown) => line === mine && fail(new RelayError({ problem: 'cannot be reached', cause })))
  }

  function openSocket(token: string) {
    const Constructor = given ?? globalThis.WebSocket
    if (typeof Constructor !== 'function') throw new TypeError('There is no WebSocket here.')
    const address = new URL(url)
    address.searchParams.set('auth', token)
    if (projectId) address.searchParams.set('projectId', projectId)
    address.searchParams.set('useOnCloseEvent', 'true')
    const mine: Socket = new Constructor(address.href)
    socket = mine
    mine.onopen = () => {
      if (socket !== mine) return
      heardAt = clock()
      become('open')
      subscribeTo([...wanted])
      flush()
    }
    mine.onmessage = ({ data }: { readonly data: unknown }) => {
      if (socket !== mine) return
      heardAt = clock()
      if (typeof data === 'string' && data.length <= textLimit) hear(data)
    }
    mine.onclose = ({ code }: { readonly code?: number }) => {
      if (socket !== mine) return
      if (code !== undefined && refusals.includes(code)) refuse(code)
      else drop({ again: true })
    }
    mine.onerror = () => {
      if (socket === mine && status === 'connecting') drop({ again: true })
    }
  }

  /** Nothing can be done here: whoever waits is told. */
  function fail(error: RelayError) {
    line = undefined
    say(error.message)
    become('refused')
    for (const job of jobs.splice(0)) job.reject(error)
  }

  function refuse(code: number) {
    drop({ again: false })
    fail(new RelayError({ problem: 'refused the connection', code }))
  }

  function drop({ again }: { readonly again: boolean }) {
    const old = socket
    socket = line = undefined
    clearTimeout(doubt)
    calls.clear()
    for (const job of jobs) job.inFlight = false
    if (old) {
      old.onopen = old.onmessage = old.onclose = null
      old.onerror = () => {} // a socket that fails while it closes would throw without one
      try {
        old.close()
      } catch {
        // It was never open.
      }
    }
    clearTimeout(retry)
    retry = undefined
    if (jobs.length === 0) stopBeat()
    if (status === 'closed') return
    if (!again || !isNeeded() || isAway) {
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

  function send(method: string, params: object, done: Call['done']) {
    if (!socket || status !== 'open') return
    lastId = Math.max(lastId + 1, Date.now() * 1000)
    const id = String(lastId)
    calls.set(id, { sentAt: clock(), done })
    write({ id, jsonrpc: '2.0', method, params })
  }

  function write(value: object) {
    try {
      socket?.send(JSON.stringify(value))
    } catch {
      drop({ again: true })
    }
  }

  function subscribeTo(topics: readonly string[]) {
    for (let at = 0; at < topics.length; at += batch) {
      send(
        'irn_batchSubscribe',
        { topics: topics.slice(at, at + batch) },
        (_, error) => error && say(`Portico: the relay refused a subscription (${error.code})`),
      )
    }
  }

  /** Sends what waits: one message at a time in each topic, so that they arrive in order. */
  function flush() {
    if (status !== 'open') return
    const busy = new Set<string>()
    for (const job of [...jobs]) {
      const { topic } = job.publication
      if (busy.has(topic)) continue
      busy.add(topic)
      if (job.inFlight) continue
      job.inFlight = true
      const finish = (settled: () => void) => {
        const at = jobs.indexOf(job)
        if (at >= 0) jobs.splice(at, 1)
        settled()
        flush()
        settle()
      }
      send('irn_publish', job.publication, (_, error) => {
        if (!error) return finish(job.resolve)
        job.failures += 1
        if (job.failures > publishRetries || lasting.includes(error.code))
          return finish(() => job.reject(new RelayError({ problem: 'did not take the message', code: error.code, cause: error })))
        setTimeout(
          () => {
            job.inFlight = false
            flush()
          },
          backoff(job.failures, 0, Math.random()),
        )
      })
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
      if (method === 'irn_subscription' && isRecord(params) && isRecord(params['data'])) {
        const { topic, message, publishedAt } = params['data']
        const isGood = isKey(topic) && wanted.has(topic) && typeof message === 'string'
        const from = line
        // Whatever it was, once is enough.
        const acknowledge = () => line === from && write({ id, jsonrpc: '2.0', result: true })
        const handled = isGood ? deliver(topic, message, publishedAt) : undefined
        if (handled) void handled.then(acknowledge)
        else acknowledge()
      }
      return
    }
    const key = String(id)
    const call = calls.get(key)
    if (!call) return
    calls.delete(key)
    failures = 0
    lostAt = undefined
    const error = isRecord(said['error']) ? said['error'] : undefined
    call.done(said['result'], error && { code: Number(error['code']) || 0, message: readText(error['message']) ?? '' })
  }

  function deliver(topic: string, message: string, publishedAt: unknown): Promise<void> | undefined {
    const failed = (error: unknown) => say(`Portico: a message could not be handled (${error instanceof Error ? error.name : 'unknown'})`)
    try {
      return onMessage({ topic, message, ...(typeof publishedAt === 'number' && { publishedAt }) })?.catch(failed)
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  function startBeat() {
    beatAt = { date: Date.now(), clock: clock() }
    beat ??= setInterval(look, heartbeat)
  }

  function stopBeat() {
    clearInterval(beat)
    beat = undefined
  }

  function look() {
    const now = clock()
    const gap = Math.max(now - beatAt.clock, Date.now() - beatAt.date)
    beatAt = { date: Date.now(), clock: now }
    for (const job of [...jobs]) {
      if (job.until > now) continue
      jobs.splice(jobs.indexOf(job), 1)
      job.reject(new RelayError({ problem: 'did not answer in time' }))
    }
    if (!line) {
      if (jobs.length === 0) stopBeat()
      return
    }
    if (status === 'connecting') {
      if (now - startedAt > openTimeout) drop({ again: true })
      return
    }
    const oldest = Math.min(...[...calls.values()].map(({ sentAt }) => sentAt))
    const isDeaf = now - oldest >= deafTime && heardAt < oldest
    if (isDeaf || now - oldest >= answerTimeout) drop({ again: true })
    else if (gap > 3 * heartbeat || (now - heardAt > quietTime && globalThis.document?.visibilityState !== 'hidden')) probe()
  }

  /** Asks for something that is known already: any answer will do, and what was missed comes with it. */
  function probe() {
    if (calls.size === 0) subscribeTo([...wanted])
  }

  /** A network, or the page itself, is back. */
  function wake() {
    if (status === 'closed' || isAway) return
    if (status === 'open') {
      const [mine, asked] = [line, clock()]
      probe()
      clearTimeout(doubt)
      doubt = setTimeout(() => line === mine && heardAt < asked && drop({ again: true }), wakeTimeout)
      return
    }
    if (status === 'connecting') return
    if (status === 'refused') become('idle')
    failures = 0
    clearTimeout(retry)
    retry = undefined
    settle()
  }

  /** Somebody waits for a message to go out: that is worth a try now, though not more than one a second. */
  function hurry() {
    if (status === 'refused') wake()
    else if (status === 'waiting' && clock() - startedAt > 1_000) {
      clearTimeout(retry)
      retry = undefined
    }
    settle()
  }

  const onPage = (event: Event) => {
    if (event.type === 'pagehide') {
      // An open socket keeps a page out of the back/forward cache.
      isAway = true
      drop({ again: false })
    } else if (event.type === 'pageshow') {
      isAway = false
      wake()
    } else if (event.type === 'online' || globalThis.document?.visibilityState === 'visible') wake()
  }
  const pageEvents = ['pagehide', 'pageshow', 'online', 'visibilitychange']
  let isListening = false
  function listen() {
    if (isListening) return
    isListening = true
    for (const type of pageEvents) page?.addEventListener(type, onPage)
  }

  return {
    status: () => status,
    leads: () => true,
    publish: (publication, signal) =>
      new Promise((resolve, reject) => {
        if (status === 'closed') return reject(new ClientClosedError())
        if (signal?.aborted) return reject(new RequestAbortedError())
        const withdraw = () => {
          const at = jobs.indexOf(job)
          if (at < 0 || job.inFlight) return
          jobs.splice(at, 1)
          job.reject(new RequestAbortedError())
          settle()
        }
        const over =
          <A extends readonly unknown[]>(settled: (...of: A) => void) =>
          (...of: A) => {
            signal?.removeEventListener('abort', withdraw)
            settled(...of)
          }
        const job: Job = {
          publication,
          until: clock() + publication.ttl * 1000,
          resolve: over(resolve),
          reject: over(reject),
          inFlight: false,
          failures: 0,
        }
        signal?.addEventListener('abort', withdraw)
        jobs.push(job)
        startBeat()
        if (status === 'open') flush()
        else hurry()
      }),
    subscribe(topics) {
      const fresh = topics.filter((topic) => !wanted.has(topic))
      if (status === 'closed' || fresh.length === 0) return
      for (const topic of fresh) wanted.add(topic)
      if (status === 'open') subscribeTo(fresh)
      settle()
    },
    unsubscribe(topics) {
      for (const topic of topics) {
        if (wanted.delete(topic)) send('irn_unsubscribe', { topic, id: hashText(topic + clientId) }, () => {})
      }
      settle()
    },
    wake,
    close() {
      if (status === 'closed') return
      become('closed')
      clearTimeout(linger)
      for (const type of isListening ? pageEvents : []) page?.removeEventListener(type, onPage)
      wanted.clear()
      for (const job of jobs.splice(0)) job.reject(new ClientClosedError())
      drop({ again: false })
      stopBeat()
    },
  }
}
