import { defineSlot } from '../../../kit/slot.js'
import { defineStore } from '../../../kit/store.js'
import type { Portico } from '../../../portico/createPortico.js'
import { readItem } from '../../../storage/storage.js'
import { writeItem } from '../../../storage/writeItem.js'
import type { CallBatch, CallStep } from './batch.js'
import { parseBatches, writeBatches } from './schema.js'

declare module '../../../router/views.js' {
  interface PorticoViews {
    /** How far a batch is that is sent one by one. */
    Calls: { readonly id: string }
  }
}

/** How many batches are remembered. */
export const batchLimit = 20

/**
 * Batches that are, or were, sent one by one, the newest first. Read from storage by {@link loadBatches}.
 * @example const open = callsStore(portico).getState().filter(({ state }) => state === 'paused')
 */
export const callsStore = defineStore<readonly CallBatch[]>('calls', () => [])

/**
 * Why a batch is paused, while this page view knows it.
 * @example const error = callsErrorStore(portico).getState()[id]
 */
export const callsErrorStore = defineStore<Readonly<Record<string, Error>>>('errors of calls', () => ({}))

/** Batches that this page view has begun or gone on with: only of these the wallet is asked for the next call without a press. */
export const drivenOf = defineSlot<Set<string>>('driven calls', () => new Set())

/** They could not be written: from here on, memory knows more than storage (R14). */
const unsaved = defineSlot('calls unsaved', () => false)

/** Reads what is stored: by an earlier page view, or by another tab since. What this one alone knows stays. */
export function loadBatches(portico: Portico): void {
  if (unsaved(portico)) return
  const stored = parseBatches(readItem(portico, 'calls'))
  const ids = stored.map(({ id }) => id)
  const own = callsStore(portico)
    .getState()
    .filter(({ id }) => !ids.includes(id))
  if (stored.length > 0) callsStore(portico).setState([...own, ...stored].slice(0, batchLimit), true)
}

/**
 * A batch as it stands; undefined for an id of none that was sent one by one.
 * @example const batch = findBatch(portico, id) // undefined: the wallet has it, or nobody
 */
export function findBatch(portico: Portico, id: string): CallBatch | undefined {
  const known = (batches: readonly CallBatch[]) => batches.find((batch) => batch.id === id)
  const found = known(callsStore(portico).getState())
  if (found) return found
  loadBatches(portico)
  return known(callsStore(portico).getState())
}

/** Puts a batch before the others, or in the place that it has. Of the others, what another tab has written since stays (R15). */
export function keepBatch(portico: Portico, batch: CallBatch): void {
  loadBatches(portico)
  const before = callsStore(portico).getState()
  const isKnown = before.some(({ id }) => id === batch.id)
  keep(portico, isKnown ? before.map((one) => (one.id === batch.id ? batch : one)) : [batch, ...before])
}

export function forgetBatch(portico: Portico, id: string): void {
  loadBatches(portico)
  keep(
    portico,
    callsStore(portico)
      .getState()
      .filter((one) => one.id !== id),
  )
}

/** Changes what is known of a batch, if there is one. */
export function changeBatch(portico: Portico, id: string, change: (batch: CallBatch) => Partial<CallBatch>): void {
  loadBatches(portico)
  const batch = findBatch(portico, id)
  if (batch) keepBatch(portico, { ...batch, ...change(batch) })
}

export const changeStep = (portico: Portico, id: string, at: number, step: CallStep): void =>
  changeBatch(portico, id, ({ steps }) => ({ steps: steps.map((one, place) => (place === at ? step : one)) }))

/** Says why a batch is paused, or that it no longer is. */
export function noteError(portico: Portico, id: string, error: Error | undefined): void {
  const { [id]: _, ...others } = callsErrorStore(portico).getState()
  callsErrorStore(portico).setState(error ? { ...others, [id]: error } : others, true)
}

function keep(portico: Portico, batches: readonly CallBatch[]): void {
  const kept = batches.slice(0, batchLimit)
  callsStore(portico).setState(kept, true)
  unsaved.put(portico, !writeItem(portico, 'calls', writeBatches(kept)))
}
