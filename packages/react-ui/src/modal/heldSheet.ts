/** Past this many pixels, or faster than this many pixels a millisecond, a drag of the header closes the sheet. */
const closeDistance = 80
const closeSpeed = 0.6

/** Lets an open sheet follow the finger, and keeps its page to the phone, until `signal` aborts. */
export function holdSheet(card: HTMLElement, close: () => void, signal: AbortSignal): void {
  followFinger(card, close, signal)
  keepToScreen(signal)
  keepFieldInView(card, signal)
}

/** Lets the sheet follow the finger on its header, and closes it when it was pulled far or fast enough. */
function followFinger(card: HTMLElement, close: () => void, signal: AbortSignal): void {
  let drag: { id: number; y: number; at: number } | undefined
  const settle = () => {
    drag = undefined
    card.classList.remove('is-dragging')
    card.style.removeProperty('translate')
  }
  card.addEventListener(
    'pointerdown',
    (event) => {
      const target = event.target instanceof Element ? event.target : undefined
      if (!event.isPrimary || !target?.closest('.po-head') || target.closest('button, a')) return
      drag = { id: event.pointerId, y: event.clientY, at: event.timeStamp }
      card.setPointerCapture(event.pointerId)
      card.classList.add('is-dragging')
    },
    { signal },
  )
  card.addEventListener(
    'pointermove',
    (event) => {
      if (drag?.id === event.pointerId) card.style.setProperty('translate', `0 ${Math.max(0, event.clientY - drag.y)}px`)
    },
    { signal },
  )
  card.addEventListener(
    'pointerup',
    (event) => {
      if (drag?.id !== event.pointerId) return
      const distance = event.clientY - drag.y
      const speed = distance / Math.max(1, event.timeStamp - drag.at)
      settle()
      if (distance > closeDistance || (distance > 20 && speed > closeSpeed)) close()
    },
    { signal },
  )
  card.addEventListener('pointercancel', settle, { signal })
  signal.addEventListener('abort', settle)
}

/** What is added to what the page tells of its viewport. */
const whileOpen = ',minimum-scale=1,interactive-widget=resizes-content'

/**
 * On a phone, what is fixed to the window is as wide as the page can be made by zooming out: on a page that is wider than the screen, most
 * of the sheet would be beside and below it. So meanwhile it cannot be made smaller. And a keyboard takes its room from the sheet.
 */
function keepToScreen(signal: AbortSignal): void {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')
  if (!viewport) return
  viewport.content += whileOpen
  // Not what it was before: those of several porticos close in any order, and the page may have changed it.
  signal.addEventListener('abort', () => void (viewport.content = viewport.content.replace(whileOpen, '')))
}

/** A keyboard, or a phone that is turned, leaves the field in which somebody types where it can be seen. */
function keepFieldInView(card: HTMLElement, signal: AbortSignal): void {
  const follow = () => card.querySelector(':is(input, textarea):focus')?.scrollIntoView({ block: 'nearest' })
  window.addEventListener('resize', follow, { signal })
}
