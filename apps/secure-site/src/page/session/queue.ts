import { expiresAfter, mostWaiting } from '../../server/api.js'
import { AbortedError, QueueFullError, RejectedError, TooManyRequestsError } from './errors.js'
import type { Place, Places } from './places.js'

/** Milliseconds between two looks for the turn, while one waits behind another frame's. */
const lookMs = 1_000
/** Milliseconds between two words to the server that this page is still there. */
const holdMs = 15_000

/** Milliseconds until a visitor is told that what they asked for waits for another page: longer than it takes to learn that none is there any more. */
const elsewhereMs = 1_500

/** What a request gets when it is its turn. */
export interface Turn {
  /** Aborted when the request expires, is taken back, or the page goes away. */
  readonly signal: AbortSignal
  /** From here on nothing takes the request back: the visitor has approved. */
  readonly commit: () => void
  /** The visitor is sent elsewhere on purpose (a window, a mailbox): a hidden page is no rejection meanwhile. */
  readonly away: (away: boolean) => void
  /** Its place in the site's line. Undefined for what the visitor opened themselves. */
  readonly place: Place | undefined
}

export interface QueueOptions {
  /** The site's line, over all its frames. */
  readonly places: Places
  /** Called with the number of requests that are on the screen or wait. */
  readonly onChange?: (open: number) => void
  /** Nothing is on the screen here, and the first that waits does so for another page's. It is rejected with `reject`. */
  readonly onElsewhere?: (reject: () => void) => void
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** What the visitor opened themselves: it waits for its turn in this frame, and neither counts nor expires. */
  readonly own?: boolean
}

interface Entry {
  readonly id: string
  readonly own: boolean
  readonly ended: AbortController
  readonly start: () => Promise<void>
  place: Place | undefined
  /** The line lets it be shown. */
  ready: boolean
  away: boolean
  committed: boolean
}

/** One request on the screen of all frames together, for five minutes at the most (S12). What waits, and how many may, is the server's. */
export function createQueue({ places, onChange = () => {}, onElsewhere = () => {} }: QueueOptions) {
  let active: Entry | undefined
  const waiting: Entry[] = []
  let looking: { readonly soon: boolean; readonly timer: ReturnType<typeof setTimeout> } | undefined
  let told: { readonly of: Entry; readonly timer: ReturnType<typeof setTimeout> } | undefined
  // What the server has said: it is not asked again before.
  let refused: { readonly until: number } | undefined

  const changed = () => onChange((active ? 1 : 0) + waiting.length)
  const all = () => [...(active ? [active] : []), ...waiting]

  /** What the server would refuse in any case does not become a call of it. */
  function checkHere(): void {
    const wait = refused ? refused.until - performance.now() : 0
    if (wait > 0) throw new TooManyRequestsError({ retryAfter: Math.ceil(wait / 1000) })
    if (all().filter(({ own }) => !own).length > mostWaiting) throw new QueueFullError()
  }

  function next(): void {
    const at = active ? -1 : waiting.findIndex(({ ready }) => ready)
    if (at >= 0) [active] = waiting.splice(at, 1)
    changed()
    if (at >= 0) void active?.start()
    tellElsewhere()
    look()
  }

  function tellElsewhere(): void {
    const first = active ? undefined : waiting.find(({ place, ready }) => place && !ready)
    if (first === told?.of) return
    clearTimeout(told?.timer)
    const tell = (of: Entry) => onElsewhere(() => take(of, new RejectedError()))
    told = first && { of: first, timer: setTimeout(tell, elsewhereMs, first) }
  }

  /** Keeps the places, and learns whose turn it is. */
  function look(): void {
    const isHeld = all().some(({ place }) => place)
    const soon = waiting.some(({ place, ready }) => place && !ready)
    // What comes meanwhile does not put it off.
    if (isHeld && looking && (looking.soon || !soon)) return
    clearTimeout(looking?.timer)
    looking = isHeld ? { soon, timer: setTimeout(() => void hold(), soon ? lookMs : holdMs) } : undefined
  }
  async function hold(): Promise<void> {
    clearTimeout(looking?.timer)
    looking = undefined
    const ids = all().flatMap(({ place }) => place?.id ?? [])
    if (ids.length === 0) return
    // A server that does not answer is asked again; what it has given away meanwhile it says then.
    const held = await places.hold(ids, { away: active?.away === true }).catch(() => undefined)
    for (const entry of all()) {
      if (!entry.place) continue
      if (held?.over.includes(entry.place.id)) take(entry, new RejectedError({ because: 'The request was not answered in time' }))
      else if (entry.place.id === held?.turn) entry.ready = true
    }
    next()
  }

  function take(entry: Entry, reason: Error): void {
    if (!entry.committed) entry.ended.abort(reason)
  }

  return {
    /**
     * Runs `task` when it is its turn.
     * @throws QueueFullError -32002, TooManyRequestsError -32005, ServerUnreachableError, RejectedError 4001, AbortedError, and what the task throws
     */
    async run<T>(id: string, task: (turn: Turn) => Promise<T>, { signal, own = false }: RunOptions = {}): Promise<T> {
      signal?.throwIfAborted()
      if (!own) checkHere()
      return new Promise<T>((resolve, reject) => {
        const ended = new AbortController()
        const entry: Entry = { id, own, ended, place: undefined, ready: own, away: own, committed: false, start }
        const timer = own
          ? undefined
          : setTimeout(() => take(entry, new RejectedError({ because: 'The request was not answered in time' })), expiresAfter)
        const onSignal = () => take(entry, new AbortedError())
        signal?.addEventListener('abort', onSignal)

        function settle(): void {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onSignal)
          const given = entry.place && places.end([entry.place.id])
          if (active === entry) active = undefined
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          next()
          // The next one in this frame need not wait for the next look.
          if (waiting.some(({ place, ready }) => place && !ready)) void given?.then(hold)
        }
        ended.signal.addEventListener('abort', () => {
          reject(ended.signal.reason instanceof Error ? ended.signal.reason : new AbortedError())
          settle()
        })
        async function start(): Promise<void> {
          const turn: Turn = {
            signal: ended.signal,
            commit: () => {
              ended.signal.throwIfAborted()
              entry.committed = true
            },
            away: (away) => {
              entry.away = away
              // Said before the page may be put to sleep.
              if (entry.place && away) void hold()
            },
            place: entry.place,
          }
          try {
            resolve(await task(turn))
          } catch (error) {
            reject(error)
          }
          if (!ended.signal.aborted) settle()
        }
        async function ask(): Promise<void> {
          try {
            const place = await places.take()
            // Taken back while the server was asked.
            if (ended.signal.aborted) return await places.end([place.id])
            entry.place = place
            entry.ready = place.turn
            next()
          } catch (error) {
            if (error instanceof TooManyRequestsError) refused = { until: performance.now() + error.retryAfter * 1000 }
            if (!ended.signal.aborted) ended.abort(error)
          }
        }

        waiting.push(entry)
        if (own) return next()
        changed()
        void ask()
      })
    },
    /** Takes back one request, or every one, as the site asks (`APP_RPC_ABORT`). */
    abort(id?: string): void {
      for (const entry of all().toReversed()) {
        if (id === undefined || entry.id === id) take(entry, new AbortedError())
      }
    },
    /** The page was hidden or is being left: what waits for an answer is rejected, 4001, and its place given back. */
    hide({ leaving = false }: { readonly leaving?: boolean } = {}): void {
      if (active?.away && !leaving) return
      for (const entry of all().toReversed())
        take(entry, new RejectedError({ because: 'The page was left before the request was answered' }))
    },
    /** How many are on the screen, and how many wait. */
    counts: () => ({ active: active ? 1 : 0, waiting: waiting.length }),
  }
}

export type RequestQueue = ReturnType<typeof createQueue>
