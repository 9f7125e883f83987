import type { PageEvents } from './types.js'

const types = ['pagehide', 'pageshow', 'online', 'visibilitychange']

/** The page that a line lives in. */
export interface Page {
  /** Whether the browser has put it away. */
  readonly isAway: () => boolean
  /** Hears of its coming and going from now on. */
  readonly listen: () => void
  readonly ignore: () => void
}

export function followPage(
  page: PageEvents | undefined,
  { onLeave, onWake }: { readonly onLeave: () => void; readonly onWake: () => void },
): Page {
  let isAway = false
  let isListening = false
  const hear = ({ type }: Event) => {
    if (type === 'pagehide') {
      // An open socket keeps a page out of the back/forward cache.
      isAway = true
      onLeave()
    } else if (type === 'pageshow') {
      isAway = false
      onWake()
    } else if (type === 'online' || globalThis.document?.visibilityState === 'visible') onWake()
  }
  return {
    isAway: () => isAway,
    listen() {
      if (isListening) return
      isListening = true
      for (const type of types) page?.addEventListener(type, hear)
    },
    ignore() {
      for (const type of isListening ? types : []) page?.removeEventListener(type, hear)
    },
  }
}
