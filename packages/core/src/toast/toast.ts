import type { Portico } from '../portico/createPortico.js'
import { defineSlot } from '../kit/slot.js'
import { defineStore } from '../kit/store.js'

/** How long the old toast is gone before the new one shows, in milliseconds. */
export const toastSwitchDelay = 150
/** How long a toast stays, in milliseconds, by variant. A loading one stays until it is replaced or closed. */
export const toastDurations = { success: 3000, error: 5000 } as const

export type ToastVariant = 'loading' | 'success' | 'error'

export interface Toast {
  readonly key: number
  readonly variant: ToastVariant
  /** What to say, in the visitor's language. */
  readonly message: string
  /** The failure behind it. The modal looks for a translation by its name, and falls back to `message`. */
  readonly error?: Error
}

/**
 * The toast on screen, undefined while there is none. {@link showToast} changes it: it leaves time between two.
 * @example const unsubscribe = toastStore(portico).subscribe(({ toast }) => showMyOwn(toast?.variant, toast?.message))
 */
export const toastStore = defineStore<{ readonly toast: Toast | undefined; readonly lastKey: number }>('toast', () => ({
  toast: undefined,
  lastKey: 0,
}))

export interface ShowToastParameters {
  readonly variant: ToastVariant
  readonly message: string
  readonly error?: Error
  /** Default: true, but for loading. */
  readonly autoClose?: boolean
}

/**
 * Shows a toast. One that is open closes first, and the new one follows 150 ms later; of several that wait, the last wins.
 * @example const take = showToast(portico, { variant: 'success', message: 'Copied' })
 * @returns a function that closes this toast, and only this one
 */
export function showToast(
  portico: Portico,
  { variant, message, error, autoClose = variant !== 'loading' }: ShowToastParameters,
): () => void {
  const store = toastStore(portico)
  const timers = timersOf(portico)
  const { toast, lastKey } = store.getState()
  const key = lastKey + 1
  const waiting = timers.next !== undefined
  clearTimeout(timers.close)
  clearTimeout(timers.next)
  timers.next = undefined
  store.setState({ toast: undefined, lastKey: key })

  const show = () => {
    timers.next = undefined
    store.setState({ toast: { key, variant, message, ...(error && { error }) } })
    if (autoClose) timers.close = setTimeout(() => closeToast(portico, key), toastDurations[variant === 'success' ? 'success' : 'error'])
  }
  if (toast || waiting) timers.next = setTimeout(show, toastSwitchDelay)
  else show()
  return () => closeToast(portico, key)
}

/** Closes the open toast, or the one with that key, on screen or still waiting. */
export function closeToast(portico: Portico, key?: number): void {
  const store = toastStore(portico)
  const timers = timersOf(portico)
  const { toast, lastKey } = store.getState()
  if (key !== undefined && toast?.key !== key && !(timers.next !== undefined && lastKey === key)) return
  clearTimeout(timers.close)
  clearTimeout(timers.next)
  timers.next = undefined
  if (toast) store.setState({ toast: undefined })
}

type Timer = ReturnType<typeof setTimeout> | undefined
const timersOf = defineSlot<{ close: Timer; next: Timer }>('toast timers', () => ({ close: undefined, next: undefined }))
