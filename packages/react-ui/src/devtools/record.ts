import { accountStore, connectionStore, networkStore, type Portico } from '@portico/core'
import { createEmitter, routerStore, type Store } from '@portico/core/kit'
import { written } from './written.js'

/** How many entries of each kind are kept, the newest. */
export const recordLimit = 200

export interface RecordedEvent {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly name: string
  /** As JSON, without pairings. */
  readonly payload: string
}

export interface RecordedRequest {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** Without its query, which may hold a key. */
  readonly url: string
  /** HTTP status; a text where there was no answer; undefined while it is under way. */
  readonly status: number | string | undefined
  /** Milliseconds until the answer began. */
  readonly took?: number
}

/** What the modal was drawn from at a moment: connections, networks, facts of accounts, and the view. */
export interface Step {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Which of the four changed. */
  readonly changed: string
  readonly states: readonly object[]
}

/** What happens in a portico, from now on. */
export interface Recording {
  readonly events: () => readonly RecordedEvent[]
  readonly requests: () => readonly RecordedRequest[]
  readonly steps: () => readonly Step[]
  /**
   * Shows the page as it was at a step, by its place in `steps`; undefined: as it is now. Nothing is asked of a wallet or a server for it.
   * What happens meanwhile leads back to now.
   */
  readonly show: (step: number | undefined) => void
  /** The step that is shown; undefined is now. */
  readonly shown: () => number | undefined
  /** All of it as JSON, for a report. Addresses are in it; keys and pairings are not. */
  readonly toJson: () => string
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

const recorded = [
  ['connections', connectionStore],
  ['networks', networkStore],
  ['accounts', accountStore],
  ['view', routerStore],
] as const

/**
 * Records the events, the requests and the states of a portico. For development, and for support with a visitor who agrees: it holds what
 * the visitor's page holds.
 * @example
 * const recording = record(portico)
 * recording.show(0) // the page as it was when recording began
 */
export function record(portico: Portico): Recording {
  const events: RecordedEvent[] = []
  const requests: RecordedRequest[] = []
  const stores = recorded.map(([, storeOf]) => storeOf(portico) as Store<object>) // each of its own state, which is told by its place
  const now = () => stores.map((store) => store.getState())
  const steps: Step[] = [{ at: Date.now(), changed: 'start', states: now() }]
  const changes = createEmitter<{ change: undefined }>()
  const tell = () => changes.emit('change', undefined)
  let shown: number | undefined
  let latest = now()
  let isTravelling = false

  const keep = <T>(list: T[], entry: T) => {
    list.push(entry)
    if (list.length > recordLimit) list.shift()
    tell()
  }

  const stops = stores.map((store, at) =>
    store.subscribe(() => {
      if (isTravelling) return
      // What happens now is told of the state that was shown: what else was shown goes back to what it is.
      if (shown !== undefined) {
        shown = undefined
        put(latest.map((state, place) => (place === at ? store.getState() : state)))
      }
      latest = now()
      keep(steps, { at: Date.now(), changed: recorded[at]?.[0] ?? '', states: latest })
    }),
  )

  function put(states: readonly object[]) {
    isTravelling = true
    try {
      stores.forEach((store, at) => store.setState(states[at] ?? store.getState(), true))
    } finally {
      isTravelling = false
    }
  }

  const target = portico as { -readonly [K in keyof Portico]: Portico[K] } // what is put in here, `stop` takes out
  const { events: emitter, options } = portico
  target.events = {
    ...emitter,
    emit(name, payload) {
      keep(events, { at: Date.now(), name, payload: written(payload) })
      emitter.emit(name, payload)
    },
  }
  const watched: typeof fetch = async (input, init) => {
    const at = Date.now()
    const request = input instanceof Request ? input : undefined
    const url = (request?.url ?? (input instanceof URL ? input.href : (input as string))).replace(/[?#].*$/, '')
    const entry: RecordedRequest = { at, method: init?.method ?? request?.method ?? 'GET', url, status: undefined }
    keep(requests, entry)
    const end = (status: number | string) => {
      const place = requests.indexOf(entry)
      if (place >= 0) requests[place] = { ...entry, status, took: Date.now() - at }
      tell()
    }
    try {
      const response = await (options.fetch ?? fetch)(input, init)
      end(response.status)
      return response
    } catch (error) {
      end(error instanceof Error ? error.name : 'failed')
      throw error
    }
  }
  target.options = { ...options, fetch: watched }

  const show = (step: number | undefined) => {
    const states = step === undefined ? latest : steps[step]?.states
    if (!states) return
    shown = step
    put(states)
    tell()
  }
  return {
    events: () => events,
    requests: () => requests,
    steps: () => steps,
    show,
    shown: () => shown,
    toJson: () => written({ id: portico.id, events, requests, steps }, 2),
    subscribe: (listener) => changes.on('change', listener),
    stop() {
      if (shown !== undefined) show(undefined)
      for (const stop of stops) stop()
      target.events = emitter
      target.options = options
      changes.clear()
    },
  }
}
