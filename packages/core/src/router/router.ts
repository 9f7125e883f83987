import type { Portico } from '../portico/createPortico.js'
import { canShow, currentEntry, entryOf, isOn, routerStore, show, type Opening, type TransactionEntry } from './store.js'

/** Puts a view in the place of the one on screen. @throws {@link UnknownViewError} */
export function replaceView(portico: Portico, request: Opening): void {
  const { history } = routerStore(portico).getState()
  show(portico, request, { below: history.slice(0, -1), direction: 'none' })
}

/** Starts the history over from a view. @throws {@link UnknownViewError} */
export function resetView(portico: Portico, request: Opening): void {
  const store = routerStore(portico)
  const current = currentEntry(store.getState())
  if (current && isOn(current, request)) store.setState({ history: [current], direction: 'none' })
  else show(portico, request, { below: [], direction: 'none' })
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
  const back = history.slice(0, -1)
  if (connected && back.at(-1)?.view === 'Connect' && back.every(({ closable }) => closable) && canShow(portico, 'Account')) {
    const account = entryOf(portico, state, { view: 'Account' })
    store.setState({ history: [account], lastKey: account.key, direction: 'back' })
  } else {
    store.setState({ history: back, direction: 'back' })
  }
}

/** Closes the modal. While one of its views must be answered first, on screen or further back, it refuses, unless `force`. */
export function closeModal(portico: Portico, { force = false }: { readonly force?: boolean } = {}): void {
  const store = routerStore(portico)
  const { history, transactions } = store.getState()
  if (history.length === 0) return
  if (!force && history.some(({ closable }) => !closable)) return refuse(portico)
  store.setState({ history: [], direction: 'none', transactions: [] })
  portico.events.emit('modal.closed', undefined)
  for (const { onCancel } of [...transactions].reverse()) tell(onCancel)
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
  if (outcome === 'success') return tell(entry.onSuccess)
  tell(outcome === 'error' ? entry.onError : entry.onCancel)
  goBack(portico)
}

/** One that throws is reported and does not leave the visitor on a dead view. */
function tell(callback: (() => void) | undefined) {
  try {
    callback?.()
  } catch (error) {
    console.error('Portico: the callback of a transaction threw', error)
  }
}

function refuse(portico: Portico) {
  routerStore(portico).setState(({ refusals }) => ({ refusals: refusals + 1 }))
}
