import { AbortedError, QueueFullError, RejectedError, TooManyRequestsError } from './errors.js'

/** Requests that wait behind the one on the screen (S12). */
export const mostWaiting = 5
/** Requests of one site within a minute (S12). */
export const mostPerMinute = 10
/** Milliseconds after which a request that nobody answered is rejected (S12). */
export const expiresAfter = 5 * 60_000

const minute = 60_000

/** What a request gets when it is its turn. */
export interface Turn {
  /** Aborted when the request expires, is taken back, or the page goes away. */
  readonly signal: AbortSignal
  /** From here on nothing takes the request back: the visitor has approved. */
  readonly commit: () => void
  /** The visitor is sent elsewhere on purpose (a window, a mailbox): a hidden page is no rejection meanwhile. */
  readonly away: (away: boolean) => void
}

export interface QueueOptions {
  readonly now: () => number
  /** Times of admitted requests within the last minute, in milliseconds; kept over a reload, so that reloading is no way around the limit. */
  readonly recent?: readonly number[]
  readonly onAdmitted?: (recent: readonly number[]) => void
  /** Called with the number of requests that are on the screen or wait. */
  readonly onChange?: (open: number) => void
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** What the visitor opened themselves: it waits for its turn, and neither counts nor expires. */
  readonly own?: boolean
}

interface Entry {
  readonly id: string
  readonly ended: AbortController
  readonly start: () => Promise<void>
  away: boolean
  committed: boolean
}

/** One request on the screen, five that wait, ten a minute, five minutes each (S12). */
export function createQueue({ now, recent = [], onAdmitted = () => {}, onChange = () => {} }: QueueOptions) {
  let times = [...recent]
  let active: Entry | undefined
  const waiting: Entry[] = []

  const changed = () => onChange((active ? 1 : 0) + waiting.length)

  function admit(): void {
    const at = now()
    // A clock that was put back must not close the door for longer than a minute.
    times = times.filter((time) => time > at - minute && time <= at)
    const [oldest] = times
    if (times.length >= mostPerMinute && oldest !== undefined)
      throw new TooManyRequestsError({ retryAfter: Math.ceil((oldest + minute - at) / 1000) })
    if (active && waiting.length >= mostWaiting) throw new QueueFullError()
    times.push(at)
    onAdmitted(times)
  }

  function next(): void {
    active = waiting.shift()
    changed()
    void active?.start()
  }

  function take(entry: Entry, reason: Error): void {
    if (!entry.committed) entry.ended.abort(reason)
  }

  return {
    /**
     * Runs `task` when it is its turn.
     * @throws QueueFullError -32002, TooManyRequestsError -32005, RejectedError 4001, AbortedError, and what the task throws
     */
    async run<T>(id: string, task: (turn: Turn) => Promise<T>, { signal, own = false }: RunOptions = {}): Promise<T> {
      signal?.throwIfAborted()
      if (!own) admit()
      return new Promise<T>((resolve, reject) => {
        const ended = new AbortController()
        const entry: Entry = { id, ended, away: own, committed: false, start }
        const timer = own
          ? undefined
          : setTimeout(() => take(entry, new RejectedError({ because: 'The request was not answered in time' })), expiresAfter)
        const onSignal = () => take(entry, new AbortedError())
        signal?.addEventListener('abort', onSignal)

        function settle(): void {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onSignal)
          if (active === entry) return next()
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          changed()
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
            away: (away) => void (entry.away = away),
          }
          try {
            resolve(await task(turn))
          } catch (error) {
            reject(error)
          }
          if (!ended.signal.aborted) settle()
        }

        if (active) {
          waiting.push(entry)
          changed()
        } else {
          active = entry
          changed()
          void start()
        }
      })
    },
    /** Takes back one request, or every one, as the site asks (`APP_RPC_ABORT`). */
    abort(id?: string): void {
      for (const entry of [...waiting, ...(active ? [active] : [])]) {
        if (id === undefined || entry.id === id) take(entry, new AbortedError())
      }
    },
    /** The page was hidden or is being left: what waits for an answer is rejected, 4001. */
    hide({ leaving = false }: { readonly leaving?: boolean } = {}): void {
      if (active?.away && !leaving) return
      for (const entry of [...waiting, ...(active ? [active] : [])])
        take(entry, new RejectedError({ because: 'The page was left before the request was answered' }))
    },
    /** How many are on the screen, and how many wait. */
    counts: () => ({ active: active ? 1 : 0, waiting: waiting.length }),
  }
}

export type RequestQueue = ReturnType<typeof createQueue>
