import { RequestAbortedError } from '@portico/core/kit'
import { ClientClosedError, RelayError } from '../errors.js'
import { isKey } from '../crypto/agreement.js'
import { isRecord, readTexts } from '../peer/parse.js'
import type { Channel } from '../peer/records.js'
import type { Locks } from '../peer/options.js'
import { createRelay, type RelayOptions } from './relay.js'
import type { Homes, SeveralLines } from './several.js'
import type { Publication, Relay, RelayListener, RelayMessage, RelayStatus } from './types.js'

export interface LineOptions extends Omit<RelayOptions, 'url'> {
  /** ws(s)://… of the relays, each exactly as it calls itself. */
  readonly urls: readonly string[]
  /** Where topics are known to be, with several relays. */
  readonly homes: Homes
  /** What several relays take. */
  readonly several?: SeveralLines | undefined
  /** Tells the lines of one site apart. */
  readonly name: string
  readonly locks?: Locks
  readonly channel?: Channel
}

/** A line to the relays: of this page alone, or with locks and a channel the one that all tabs of the site share. */
export function createLine({ name, locks, channel, ...options }: LineOptions, listener: RelayListener): Relay {
  return locks && channel ? createSharedLine({ ...options, name, locks, channel }, listener) : createOwnLine(options, listener)
}

function createOwnLine(
  { urls, homes, several, ...options }: Omit<LineOptions, 'name' | 'locks' | 'channel'>,
  listener: RelayListener,
): Relay {
  const start = (url: string, told: RelayListener) => createRelay({ ...options, url }, told)
  const [first = ''] = urls
  return several && urls.length > 1 ? several(urls, homes, start, listener) : start(first, listener)
}

interface Waiting {
  readonly publication: Publication
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  /** Takes it back, when it was handed to this tab's own connection. */
  abort: AbortController
}

const pageEvents = ['pagehide', 'pageshow', 'visibilitychange']
const statuses: readonly RelayStatus[] = ['idle', 'connecting', 'open', 'waiting', 'refused', 'closed']

/**
 * One connection for all tabs. The tab that holds the lock owns it, hands every message to the others and sends what they ask
 * for; when it goes, the next one takes over with everything that was wanted and not yet sent.
 */
function createSharedLine(
  { name, locks, channel, page = globalThis.window, ...options }: LineOptions & { readonly locks: Locks; readonly channel: Channel },
  { onMessage, onStatus }: RelayListener,
): Relay {
  const me = crypto.randomUUID()
  const wanted = new Set<string>()
  /** Topics that other tabs want, while this one leads. */
  const theirs = new Set<string>()
  const waiting = new Map<string, Waiting>()
  const foreign = new Map<string, AbortController>()
  let status: RelayStatus = 'idle'
  let own: Relay | undefined
  let release: (() => void) | undefined
  let candidacy: AbortController | undefined
  let isClosed = false
  let count = 0

  const post = (message: object) => channel.post({ line: name, from: me, ...message })

  function become(next: RelayStatus) {
    if (status === next) return
    status = next
    onStatus?.(next)
  }

  /** Stands for the lock, once there is something to connect for. */
  function stand() {
    if (candidacy || isClosed) return
    const mine = new AbortController()
    candidacy = mine
    const lead = () =>
      new Promise<void>((resolve) => {
        if (mine.signal.aborted) return resolve()
        release = resolve
        own = createOwnLine(
          { ...options, ...(page && { page: withoutPageHide(page) }) },
          {
            onMessage(message) {
              post({ kind: 'message', message })
              return onMessage(message)
            },
            onStatus(next) {
              if (own === undefined || next === 'closed') return
              post({ kind: 'status', status: next })
              become(next)
            },
          },
        )
        own.subscribe([...wanted])
        post({ kind: 'leader' })
        for (const [id, one] of waiting) hand(id, one)
      })
    // Where the browser denies its locks there is nobody to wait for.
    const alone = () => (mine.signal.aborted || own ? undefined : lead())
    locks
      .request(`${name}/relay`, { signal: mine.signal }, lead)
      .catch(alone)
      .catch(() => undefined)
  }

  function stepDown() {
    const old = own
    own = undefined
    candidacy?.abort()
    candidacy = undefined
    theirs.clear()
    for (const one of foreign.values()) one.abort()
    foreign.clear()
    for (const one of waiting.values()) one.abort = new AbortController()
    old?.close()
    release?.()
    release = undefined
  }

  /** Gives a message to whoever leads. */
  function hand(id: string, one: Waiting) {
    if (!own) return post({ kind: 'publish', id, publication: one.publication })
    const relay = own
    relay.publish(one.publication, one.abort.signal).then(
      () => finish(id),
      (error: unknown) => {
        if (own === relay) finish(id, error instanceof Error ? error : new RelayError({ problem: 'did not take the message' }))
      },
    )
  }

  function finish(id: string, error?: Error) {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error) one?.reject(error)
    else one?.resolve()
  }

  /** A tab that follows asks for something. */
  function serve(kind: unknown, from: string, said: Readonly<Record<string, unknown>>) {
    const relay = own
    if (!relay) return
    const key = `${from}:${String(said['id'])}`
    const topics = readTexts(said['topics'], { limit: 5_000, pattern: /^[\da-f]{64}$/i })
    const publication = readPublication(said['publication'])
    if (kind === 'hello') post({ kind: 'status', status })
    else if (kind === 'subscribe' && topics) {
      for (const topic of topics) theirs.add(topic)
      relay.subscribe(topics)
    } else if (kind === 'unsubscribe' && topics) {
      for (const topic of topics) theirs.delete(topic)
      relay.unsubscribe(topics.filter((topic) => !wanted.has(topic)))
    } else if (kind === 'publish' && publication && !foreign.has(key)) {
      const abort = new AbortController()
      foreign.set(key, abort)
      void relay
        .publish(publication, abort.signal)
        .then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
        )
        .then((error) => {
          foreign.delete(key)
          if (own === relay) post({ kind: 'published', to: from, id: said['id'], ...(error && { error }) })
        })
    } else if (kind === 'withdraw') foreign.get(key)?.abort()
    else if (kind === 'wake') relay.wake()
  }

  const unfollow = channel.follow((said) => {
    if (isClosed || !isRecord(said) || said['line'] !== name || typeof said['from'] !== 'string' || said['from'] === me) return
    const { kind, from } = said
    if (own) return serve(kind, from, said)
    const told = statuses.find((one) => one === said['status'])
    const message = readRelayMessage(said['message'])
    if (kind === 'message' && message) onMessage(message)?.catch(() => undefined)
    else if (kind === 'status' && told) become(told)
    else if (kind === 'published' && said['to'] === me && typeof said['id'] === 'string') {
      finish(
        said['id'],
        typeof said['error'] === 'string' ? new RelayError({ problem: 'did not take the message', cause: said['error'] }) : undefined,
      )
    } else if (kind === 'leader') {
      if (wanted.size > 0) post({ kind: 'subscribe', topics: [...wanted] })
      for (const [id, one] of waiting) hand(id, one)
    }
  })

  const onPage = (event: Event) => {
    if (event.type === 'pagehide') stepDown()
    else if (event.type === 'visibilitychange')
      return own || globalThis.document?.visibilityState === 'hidden' ? undefined : post({ kind: 'wake' })
    else if (wanted.size > 0 || waiting.size > 0) stand()
  }
  for (const type of pageEvents) page?.addEventListener(type, onPage)
  post({ kind: 'hello' })

  return {
    status: () => status,
    leads: () => own !== undefined,
    publish: (publication, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ClientClosedError())
        if (signal?.aborted) return reject(new RequestAbortedError())
        count += 1
        const id = `${me}:${count}`
        const withdraw = () => {
          one.abort.abort()
          if (own) return
          post({ kind: 'withdraw', id })
          finish(id, new RequestAbortedError())
        }
        const over =
          <A extends readonly unknown[]>(settled: (...of: A) => void) =>
          (...of: A) => {
            signal?.removeEventListener('abort', withdraw)
            settled(...of)
          }
        const one: Waiting = { publication, resolve: over(resolve), reject: over(reject), abort: new AbortController() }
        signal?.addEventListener('abort', withdraw)
        waiting.set(id, one)
        stand()
        hand(id, one)
      }),
    subscribe(topics) {
      const fresh = topics.filter((topic) => !wanted.has(topic))
      if (isClosed || fresh.length === 0) return
      for (const topic of fresh) wanted.add(topic)
      stand()
      if (own) own.subscribe(fresh)
      else post({ kind: 'subscribe', topics: fresh })
    },
    unsubscribe(topics) {
      const gone = topics.filter((topic) => wanted.delete(topic))
      if (gone.length === 0) return
      if (own) own.unsubscribe(gone.filter((topic) => !theirs.has(topic)))
      else post({ kind: 'unsubscribe', topics: gone })
    },
    settle: (topic, relay) => own?.settle(topic, relay),
    wake() {
      if (own) own.wake()
      else post({ kind: 'wake' })
    },
    close() {
      if (isClosed) return
      isClosed = true
      stepDown()
      unfollow()
      for (const type of pageEvents) page?.removeEventListener(type, onPage)
      for (const id of [...waiting.keys()]) finish(id, new ClientClosedError())
      wanted.clear()
      become('closed')
    },
  }
}

/** The page's events without those on which the line gives up its connection anyway. */
const withoutPageHide = (page: NonNullable<RelayOptions['page']>): NonNullable<RelayOptions['page']> => ({
  addEventListener: (type, listener) => type.startsWith('page') || page.addEventListener(type, listener),
  removeEventListener: (type, listener) => page.removeEventListener(type, listener),
})

function readRelayMessage(value: unknown): RelayMessage | undefined {
  if (!isRecord(value) || !isKey(value['topic']) || typeof value['message'] !== 'string') return undefined
  const { topic, message, publishedAt, relay } = value
  return {
    topic,
    message,
    ...(typeof publishedAt === 'number' && { publishedAt }),
    ...(typeof relay === 'string' && { relay }),
  }
}

function readPublication(value: unknown): Publication | undefined {
  const carried = readRelayMessage(value)
  if (!carried || !isRecord(value)) return undefined
  const { ttl, tag, prompt, attestation } = value
  if (typeof ttl !== 'number' || typeof tag !== 'number') return undefined
  return {
    topic: carried.topic,
    message: carried.message,
    ttl,
    tag,
    ...(prompt === true && { prompt }),
    ...(typeof attestation === 'string' && { attestation }),
  }
}
