import type { Portico } from '../portico/createPortico.js'
import { canShow } from './knownViews.js'
import { currentEntry, entryOf, isOn, routerStore, show, type Opening } from './store.js'

/**
 * Puts a view in the place of the one on screen; where that view is the one before it, goes back to it. @throws UnknownViewError
 * @example replaceView(portico, { view: 'Networks' })
 */
export function replaceView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const below = store.getState().history.slice(0, -1)
  const before = below.at(-1)
  if (before && isOn(before, request)) store.setState({ history: below, direction: 'none' })
  else show(portico, request, { below, direction: 'none' })
}

/**
 * Starts the history over from a view. @throws UnknownViewError
 * @example resetView(portico, { view: 'Connect' })
 */
export function resetView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const current = currentEntry(store.getState())
  if (current && isOn(current, request)) store.setState({ history: [current], direction: 'none' })
  else show(portico, request, { below: [], direction: 'none' })
}

/**
 * Goes back one view; from the first one, closes. A connected visitor who would land on Connect comes to Account instead.
 * @example goBack(portico)
 * @param connected whether a wallet is connected
 */
export function goBack(portico: Portico, { connected = false }: { readonly connected?: boolean } = {}): void {
  const store = routerStore(portico)
  const state = store.getState()
  const { history } = state
  if (history.length <= 1) return closeModal(portico)
  if (currentEntry(state)?.closable === false) return refuse(portico)
  const back = history.slice(0, -1)
  if (connected && back.at(-1)?.view === 'Connect' && back.every(({ closable }) => closable) && canShow(portico, 'Account')) {
    const account = entryOf(portico, state, { view: 'Account' })
    store.setState({ history: [account], lastKey: account.key, direction: 'back' })
  } else {
    store.setState({ history: back, direction: 'back' })
  }
}

/**
 * Closes the modal. While one of its views must be answered first, on screen or further back, it refuses, unless `force`.
 * @example closeModal(portico)
 */
export function closeModal(portico: Portico, { force = false }: { readonly force?: boolean } = {}): void {
  const store = routerStore(portico)
  const { history } = store.getState()
  if (history.length === 0) return
  if (!force && history.some(({ closable }) => !closable)) return refuse(portico)
  store.setState({ history: [], direction: 'none' })
  portico.events.emit('modal.closed', undefined)
}

function refuse(portico: Portico) {
  routerStore(portico).setState(({ refusals }) => ({ refusals: refusals + 1 }))
}
