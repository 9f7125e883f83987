import type { EmbeddedWallet } from './wallet.js'

/** Size of the window for a page of somebody else's, in CSS pixels. */
const [width, height] = [600, 800]
/** How often it is looked at whether the window is still there, in milliseconds: a closed one is noticed within 1 s (R23). */
const lookEvery = 400

/** A window for a page of somebody else's: a social login, a payment. */
export interface Popup {
  /** Leads it to the page. @returns whether that worked: false once it is closed */
  readonly go: (uri: string) => boolean
  readonly close: () => void
  /** Closed by somebody else, or cut off by the page in it (Cross-Origin-Opener-Policy): from here both look the same. */
  readonly isGone: () => boolean
}

/**
 * Opens an empty window. Call it in a press, before anything is awaited.
 * @param severed the page in it has nothing to tell this one, and cannot lead it away
 * @returns undefined where the browser refuses
 */
export function openPopup({ severed = false }: { readonly severed?: boolean } = {}): Popup | undefined {
  if (typeof window === 'undefined' || typeof window.open !== 'function') return undefined
  const { outerWidth = width, outerHeight = height, screenX = 0, screenY = 0 } = window
  const left = Math.max(Math.round(screenX + (outerWidth - width) / 2), 0)
  const top = Math.max(Math.round(screenY + (outerHeight - height) / 2), 0)
  let opened: Window | null
  try {
    opened = window.open('about:blank', '', `popup,width=${width},height=${height},left=${left},top=${top}`)
  } catch {
    return undefined
  }
  if (!opened || opened.closed) return undefined
  const there = opened
  let isDone = false
  if (severed) there.opener = null
  return {
    go(uri) {
      try {
        if (there.closed) return false
        there.location.replace(uri)
        return true
      } catch {
        return false // cut off already
      }
    },
    close() {
      isDone = true
      try {
        there.close()
      } catch {
        // cut off: it closes itself, or the visitor does
      }
    },
    isGone: () => there.closed && !isDone,
  }
}

/** Calls back once when the window is gone, within 1 s, unless `signal` aborts before. */
export function whenGone(popup: Popup, signal: AbortSignal, then: () => void): void {
  if (signal.aborted) return
  const timer = setInterval(() => {
    if (!popup.isGone()) return
    clearInterval(timer)
    then()
  }, lookEvery)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Whether a page is the secure site's own, which alone is opened and believed (S19). */
export const isOwnPage = (uri: unknown, { origin }: Pick<EmbeddedWallet, 'origin'>): uri is string =>
  typeof uri === 'string' && uri.length <= 2048 && URL.canParse(uri) && new URL(uri).origin === origin && /^https?:/.test(uri)

/** What the window's last page is told, so that it closes. */
const received = { type: 'portico_social_received' }

/** Calls back with what the window reports. Heard from the secure site's exact origin alone, in the one form it has; everything else is dropped (S1). */
export function whenReported(embedded: Pick<EmbeddedWallet, 'origin'>, signal: AbortSignal, then: (resultUri: string) => void): void {
  if (typeof window === 'undefined' || signal.aborted) return
  const hear = ({ origin, data, source }: MessageEvent<unknown>) => {
    if (origin !== embedded.origin || typeof data !== 'object' || data === null) return
    const { type, resultUri }: { type?: unknown; resultUri?: unknown } = data
    if (type !== 'portico_social' || !isOwnPage(resultUri, embedded)) return
    source?.postMessage(received, { targetOrigin: embedded.origin })
    then(resultUri)
  }
  window.addEventListener('message', hear, { signal })
}
