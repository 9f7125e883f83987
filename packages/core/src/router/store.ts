import type { Portico } from '../portico/createPortico.js'
import { sameValue } from '../kit/sameValue.js'
import { defineSlot } from '../kit/slot.js'
import { defineStore } from '../kit/store.js'
import type { ViewName, ViewRequest } from './views.js'

/** One step of the history. `key` tells two visits to one view apart. */
export interface HistoryEntry {
  readonly key: number
  readonly view: ViewName
  readonly params: unknown
  /** False where the visitor must decide before going on. */
  readonly closable: boolean
}

export interface RouterState {
  /** The views passed on the way here, the one on screen last. Empty when the modal is closed. */
  readonly history: readonly HistoryEntry[]
  readonly direction: 'forward' | 'back' | 'none'
  /** Grows each time closing was refused, so that the modal can say so. */
  readonly refusals: number
  readonly lastKey: number
}

/**
 * The views of the modal: those passed on the way here, and the one on screen last; none while it is closed. {@link openModal}, {@link pushView}
 * and `closeModal` change it.
 * @example const unsubscribe = routerStore(portico).subscribe((state) => countView(currentEntry(state)?.view)) // undefined: the modal is closed
 */
export const routerStore = defineStore<RouterState>('router', () => ({
  history: [],
  direction: 'none',
  refusals: 0,
  lastKey: 0,
}))

/** What a user interface shows, once it has said so. */
export interface ViewChoice {
  /** Names of views that are the site's own. */
  readonly own: readonly string[]
  /** Ids of built-in features that the site leaves out; undefined: no user interface with the built-in ones is there. */
  readonly without: readonly string[] | undefined
}

/**
 * What a user interface with the built-in views has chosen of them. Their names are known when what confirms connections is there.
 * @example viewChoiceStore(portico).setState({ own: ['Points'], without: ['swap'] })
 */
export const viewChoiceStore = defineStore<ViewChoice>('view choice', () => ({ own: [], without: undefined }))

/** Throws for what is no view, once a user interface has named those that there are. */
export const viewCheck = defineSlot<((portico: Portico, view: unknown) => void) | undefined>('view check', () => undefined)

/**
 * The view on screen, or undefined when the modal is closed.
 * @example const view = currentEntry(routerStore(portico).getState())?.view
 */
export const currentEntry = ({ history }: RouterState): HistoryEntry | undefined => history.at(-1)

export type Opening = ViewRequest & { readonly closable?: boolean }

/**
 * Opens the modal on a view, Connect unless told otherwise, or goes on to it when the modal is open already. The view on screen is ignored. Before the names of views are
 * known, one that there is not opens Connect, or for a connected visitor Account, and the console says so.
 * @example openModal(portico, { view: 'Networks' })
 * @throws UnknownViewError once the names of views are known
 */
export function openModal(portico: Portico, request: Opening = { view: 'Connect' }): void {
  pushView(portico, request)
}

/**
 * Goes on to a view. The one on screen, with the same parameters, is ignored.
 * @example pushView(portico, { view: 'WhatIsAWallet' })
 * @throws UnknownViewError
 */
export function pushView(portico: Portico, request: Opening): void {
  const { history } = routerStore(portico).getState()
  show(portico, request, { below: history, direction: 'forward' })
}

/** Puts a view on top of `below`, unless it is on screen already. Showing the first one opens the modal. */
export function show(
  portico: Portico,
  request: Opening,
  { below, direction }: { readonly below: readonly HistoryEntry[]; readonly direction: 'forward' | 'none' },
) {
  const store = routerStore(portico)
  const state = store.getState()
  const entry = entryOf(portico, state, request)
  const current = currentEntry(state)
  if (current && isOn(current, request)) return
  store.setState({
    history: [...below, entry],
    lastKey: entry.key,
    direction: current ? direction : 'none',
  })
  if (!current) portico.events.emit('modal.opened', { view: request.view })
}

export function entryOf(portico: Portico, { lastKey }: RouterState, { view, params, closable = true }: Opening): HistoryEntry {
  viewCheck(portico)?.(portico, view)
  return { key: lastKey + 1, view, params, closable }
}

export const isOn = (entry: HistoryEntry, { view, params }: Opening) => entry.view === view && sameValue(entry.params ?? {}, params ?? {})
