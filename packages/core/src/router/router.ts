import { InvalidOptionError, PorticoError } from '../errors.js'
import type { Portico } from '../portico.js'
import { defineStore } from '../store.js'

/** Every view and the parameters it takes. A feature adds its own by declaration merging, beside the code that opens it. */
export interface PorticoViews {
  Connect: undefined | { readonly namespace?: string }
  AllWallets: undefined
  ConnectingExternal: { readonly connectorId: string; readonly namespace?: string }
  Account: undefined
  Wallets: undefined
  Disconnect: undefined
  Settings: undefined
  Networks: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  GetWallet: undefined | { readonly walletId?: string }
}

export type ViewName = keyof PorticoViews

/** A view with its parameters: left out where the view needs none. */
export type ViewRequest = {
  [V in ViewName]: undefined extends PorticoViews[V]
    ? { readonly view: V; readonly params?: PorticoViews[V] }
    : { readonly view: V; readonly params: PorticoViews[V] }
}[ViewName]

/** One step of the history. `key` tells two visits to one view apart. */
export interface HistoryEntry {
  readonly key: number
  readonly view: ViewName
  readonly params: unknown
  /** False where the visitor must decide before going on (spec point 2). */
  readonly closable: boolean
}

/** What to do when a transaction ends (spec point 4, transaction stack outcomes). */
export interface TransactionEntry {
  readonly onSuccess?: () => void
  readonly onError?: () => void
  readonly onCancel?: () => void
}

export interface RouterState {
  /** The views passed on the way here, the one on screen last. Empty when the modal is closed. */
  readonly history: readonly HistoryEntry[]
  readonly direction: 'forward' | 'back' | 'none'
  readonly transactions: readonly TransactionEntry[]
  /** Grows each time closing was refused, so that the modal can say so. */
  readonly refusals: number
  readonly lastKey: number
}

export const routerStore = defineStore<RouterState>('router', () => ({ history: [], direction: 'none', transactions: [], refusals: 0, lastKey: 0 }))

/** There is no view of that name. */
export class UnknownViewError extends PorticoError {
  override readonly name = 'UnknownViewError'
  constructor({ view, known }: { view: string; known: readonly string[] }) {
    super(`Unknown view '${view}'.`, { hint: known.length ? `There are ${known.join(', ')}.` : 'Render <Modal /> first.' })
  }
}

/** The view on screen, or undefined when the modal is closed. */
export const currentEntry = ({ history }: RouterState): HistoryEntry | undefined => history.at(-1)

type Opening = ViewRequest & { readonly closable?: boolean }

/**
 * Opens the modal on a view, or goes on to it when the modal is open already. The view on screen is ignored (spec point 2).
 * @throws {@link UnknownViewError}
 */
export function openModal(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const state = store.getState()
  if (state.history.length === 0) {
    store.setState({ ...step(portico, state, request), direction: 'none', transactions: [] })
    portico.events.emit('modal.opened', { view: request.view })
  } else {
    pushView(portico, request)
  }
}

/** Goes on to a view. The one on screen, with the same parameters, is ignored. @throws {@link UnknownViewError} */
export function pushView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const state = store.getState()
  const next = step(portico, state, request)
  const current = currentEntry(state)
  if (current?.view === request.view && sameParams(current.params, request.params)) return
  store.setState({ ...next, history: [...state.history, ...next.history], direction: 'forward' })
}

/** Puts a view in the place of the one on screen. @throws {@link UnknownViewError} */
export function replaceView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const state = store.getState()
  const next = step(portico, state, request)
  const current = currentEntry(state)
  if (current?.view === request.view && sameParams(current.params, request.params)) return
  store.setState({ ...next, history: [...state.history.slice(0, -1), ...next.history], direction: 'none' })
}

/** Starts the history over from a view. @throws {@link UnknownViewError} */
export function resetView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const state = store.getState()
  const next = step(portico, state, request)
  const current = currentEntry(state)
  if (current?.view === request.view && sameParams(current.params, request.params)) store.setState({ history: [current], direction: 'none' })
  else store.setState({ ...next, direction: 'none' })
}

/**
 * Goes back one view; from the first one, closes. A connected visitor who would land on Connect comes to Account instead.
 * @param connected whether a wallet is connected
 */
export function goBack(portico: Portico, { connected = false }: { readonly connected?: boolean } = {}): void {
  const store = routerStore(portico)
  const state = store.getState()
  const { history } = state
  if (history.length <= 1) return closeModal(portico)
  if (currentEntry(state)?.closable === false) return refuse(portico)
  const previous = history.at(-2)
  const back = history.slice(0, -1)
  if (connected && previous?.view === 'Connect') {
    store.setState({ ...step(portico, state, { view: 'Account' }), direction: 'back' })
  } else {
    store.setState({ history: back, direction: 'back' })
  }
}

/** Closes the modal. A view that must be answered first refuses, unless `force`. */
export function closeModal(portico: Portico, { force = false }: { readonly force?: boolean } = {}): void {
  const store = routerStore(portico)
  const state = store.getState()
  if (state.history.length === 0) return
  if (!force && currentEntry(state)?.closable === false) return refuse(portico)
  store.setState({ history: [], direction: 'none', transactions: [] })
  for (const { onCancel } of [...state.transactions].reverse()) onCancel?.()
  portico.events.emit('modal.closed', undefined)
}

/** Notes what should happen when the transaction that begins now has ended. */
export function pushTransaction(portico: Portico, entry: TransactionEntry): void {
  routerStore(portico).setState(({ transactions }) => ({ transactions: [...transactions, entry] }))
}

/** Ends the newest transaction. Error and cancel go back one view (spec point 4). Without one, nothing happens. */
export function popTransaction(portico: Portico, outcome: 'success' | 'error' | 'cancel'): void {
  const store = routerStore(portico)
  const { transactions } = store.getState()
  const entry = transactions.at(-1)
  if (!entry) return
  store.setState({ transactions: transactions.slice(0, -1) })
  if (outcome === 'success') return entry.onSuccess?.()
  if (outcome === 'error') entry.onError?.()
  else entry.onCancel?.()
  goBack(portico)
}

/** Names the views that a user interface can show. @returns a function that takes them back */
export function registerViews(portico: Portico, views: readonly string[]): () => void {
  for (const view of views) portico.views.add(view)
  return () => {
    for (const view of views) portico.views.delete(view)
  }
}

function step(portico: Portico, { lastKey }: RouterState, { view, params, closable = true }: Opening) {
  if (typeof view !== 'string') throw new InvalidOptionError({ option: 'view', problem: 'expected the name of a view' })
  if (portico.views.size > 0 && !portico.views.has(view)) throw new UnknownViewError({ view, known: [...portico.views].sort() })
  const key = lastKey + 1
  return { history: [{ key, view, params, closable }], lastKey: key }
}

function refuse(portico: Portico) {
  routerStore(portico).setState(({ refusals }) => ({ refusals: refusals + 1 }))
}

const sameParams = (a: unknown, b: unknown) => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
