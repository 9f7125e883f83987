import { asError } from '../../kit/asError.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { goBack, replaceView } from '../../router/router.js'
import { currentEntry, pushView, routerStore } from '../../router/store.js'
import type { ViewRequest } from '../../router/views.js'
import { canShow } from '../../router/knownViews.js'
import { embeddedStore, type EmbeddedControllerState } from './store.js'

/** What a question of a flow came to. `over`: the flow is, and the answer says nothing any more (R2). */
export type Answer<T> =
  | { readonly status: 'over' }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly error: Error }

/** An answer that is looked at in the moment in which it is used: the visitor may turn away between it and whoever waits for it. */
export interface Asking<T> {
  readonly take: () => Answer<T>
}

/** Which machine of the store it is. */
type Slice = keyof EmbeddedControllerState
type StateOf<K extends Slice> = EmbeddedControllerState[K]

/** One try, from the visitor's press to its end. A newer one of the same flow ends it (R2). */
export interface Attempt<S> {
  /** Aborted when it is over, however it ended. */
  readonly signal: AbortSignal
  /** Goes to another state, which ends what the last one waited for. Once the attempt is over, nothing happens. @returns the signal of the new state */
  readonly enter: (state: S) => AbortSignal
  /** Changes the state that it is in. Once the attempt is over, nothing happens. */
  readonly update: (state: S) => void
  /** Asks, and resolves once there is an answer or nobody waits for it any more. Never rejects. `late` hears a good answer that came too late. */
  readonly ask: <T>(
    question: () => Promise<T>,
    options?: { readonly signal?: AbortSignal; readonly late?: (value: T) => void },
  ) => Promise<Asking<T>>
  /** Shows a view of the flow: in the place of the flow's last one, or on top. */
  readonly show: (request: ViewRequest) => void
  /** Ends it in a state that is still shown: failed, or done. */
  readonly stop: (state: S) => void
}

interface Flow {
  work: AbortController | undefined
  /** Shorter than the work: of the state that it is in. */
  phase: AbortController | undefined
  /** Longer than the work: how it ended is shown until the visitor leaves. */
  shown: AbortController | undefined
  /** The flow's own view in the history. */
  entry: number | undefined
  moving: boolean
}

const idle = (): Flow => ({ work: undefined, phase: undefined, shown: undefined, entry: undefined, moving: false })
const flows = defineSlot<Readonly<Record<Slice, Flow>>>('embedded flows', () => ({ login: idle(), emailUpdate: idle() }))
const flowOf = (portico: Portico, slice: Slice): Flow => flows(portico)[slice]

/** Whether an attempt is under way. */
export const isUnderWay = (portico: Portico, slice: Slice): boolean => flowOf(portico, slice).work?.signal.aborted === false

/** The attempt that is under way, to take it one step further; undefined where there is none. */
export function currentAttemptOf<K extends Slice>(portico: Portico, slice: K): Attempt<StateOf<K>> | undefined {
  const { work } = flowOf(portico, slice)
  return work?.signal.aborted === false ? attemptOf(portico, slice, work.signal) : undefined
}

/**
 * Begins an attempt. Whatever the flow was doing before is over.
 * @param onLeave what to do once the visitor has left the flow's views
 * @param keeps views that belong to the flow beside its own; by default the view on screen now, until there is one of its own
 */
export function begin<K extends Slice>(
  portico: Portico,
  slice: K,
  { onLeave, keeps = [] }: { readonly onLeave: () => void; readonly keeps?: readonly string[] },
): Attempt<StateOf<K>> {
  const flow = flowOf(portico, slice)
  flow.work?.abort()
  flow.shown?.abort()
  const [work, shown] = [new AbortController(), new AbortController()]
  Object.assign(flow, { work, shown })
  work.signal.addEventListener('abort', () => flow.phase?.abort())
  const router = routerStore(portico)
  const start = currentEntry(router.getState())?.key
  const known = router.getState().history.some(({ key }) => key === flow.entry)
  if (!known) flow.entry = undefined

  const isHere = () => {
    const { history } = router.getState()
    if (history.some(({ view }) => keeps.includes(view))) return true
    if (flow.entry !== undefined) return history.some(({ key }) => key === flow.entry)
    return start === undefined || history.at(-1)?.key === start
  }
  const unfollow = router.subscribe(() => {
    if (!flow.moving && !isHere()) onLeave()
  })
  shown.signal.addEventListener('abort', unfollow)
  return attemptOf(portico, slice, work.signal)
}

/**
 * Ends the flow: nothing of it is shown any more. A view of its own that is on screen goes back, and one below another view is
 * taken out of the history. With `isDone` the visitor has what they came for, and the gates decide where they go: the history stays.
 */
export function finish<K extends Slice>(portico: Portico, slice: K, state: StateOf<K>, { isDone = false } = {}): void {
  const flow = flowOf(portico, slice)
  const { entry } = flow
  flow.work?.abort()
  flow.shown?.abort()
  flow.entry = undefined
  setSlice(portico, slice, state)
  if (isDone) return
  const router = routerStore(portico)
  const { history } = router.getState()
  const at = history.findIndex(({ key }) => key === entry)
  if (at < 0) return
  if (at < history.length - 1) router.setState({ history: history.filter(({ key }) => key !== entry) })
  else goBack(portico)
}

/** The flow's own view in the history, by its key. */
export const ownEntry = (portico: Portico, slice: Slice): number | undefined => flowOf(portico, slice).entry

/** Whether the flow's own view is on screen. */
export const isShown = (portico: Portico, slice: Slice): boolean => {
  const { entry } = flowOf(portico, slice)
  return entry !== undefined && currentEntry(routerStore(portico).getState())?.key === entry
}

function setSlice<K extends Slice>(portico: Portico, slice: K, state: StateOf<K>) {
  embeddedStore(portico).setState((all) => ({ ...all, [slice]: state }))
}

function attemptOf<K extends Slice>(portico: Portico, slice: K, signal: AbortSignal): Attempt<StateOf<K>> {
  const flow = flowOf(portico, slice)
  return {
    signal,
    enter(state) {
      if (signal.aborted) return signal
      flow.phase?.abort()
      const phase = (flow.phase = new AbortController())
      setSlice(portico, slice, state)
      return phase.signal
    },
    update(state) {
      if (!signal.aborted) setSlice(portico, slice, state)
    },
    ask: (question, { signal: until = signal, late } = {}) => askOnce(question, until, late),
    show(request) {
      if (signal.aborted || !canShow(portico, request.view)) return
      const router = routerStore(portico)
      flow.moving = true // the view on screen is left on purpose
      try {
        if (isShown(portico, slice)) return replaceView(portico, request)
        router.setState(({ history }) => ({ history: history.filter(({ key }) => key !== flow.entry) })) // something was shown on top of it
        pushView(portico, request)
      } finally {
        flow.moving = false
        flow.entry = currentEntry(router.getState())?.key
      }
    },
    stop(state) {
      if (signal.aborted) return
      flow.work?.abort()
      setSlice(portico, slice, state)
    },
  }
}

function askOnce<T>(question: () => Promise<T>, signal: AbortSignal, late: ((value: T) => void) | undefined): Promise<Asking<T>> {
  return new Promise((resolve) => {
    const over = { take: () => ({ status: 'over' }) as const }
    const turnAway = () => resolve(over)
    if (signal.aborted) return turnAway()
    signal.addEventListener('abort', turnAway)
    const settle = (answer: Answer<T>) => {
      signal.removeEventListener('abort', turnAway)
      const tooLate = () => {
        if (answer.status === 'done') late?.(answer.value)
        return over.take()
      }
      if (signal.aborted) tooLate()
      else resolve({ take: () => (signal.aborted ? tooLate() : answer) })
    }
    const asked = async () => question()
    asked().then(
      (value) => settle({ status: 'done', value }),
      (thrown: unknown) => settle({ status: 'failed', error: asError(thrown) }),
    )
  })
}

/** Runs `then` after a while, unless `signal` aborts before. Counted by the page's own clock, whatever the visitor's says (R16). */
export function after(ms: number, signal: AbortSignal, then: () => void): void {
  if (signal.aborted) return
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', stop)
    then()
  }, ms)
  const stop = () => clearTimeout(timer)
  signal.addEventListener('abort', stop, { once: true })
}
