'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const narrow = '(max-width: 429.98px)'

/** Whether the modal is a bottom sheet: below 430 px. */
export function useSheet(): boolean {
  return useMedia(narrow)
}

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Past this many pixels, or faster than this many pixels a millisecond, a drag of the header closes the sheet. */
const closeDistance = 80
const closeSpeed = 0.6

/** Lets the sheet follow the finger on its header, and closes it when it was pulled far or fast enough. */
export function useSheetDrag(card: RefObject<HTMLElement | null>, on: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const element = card.current
    if (!element || !on) return
    const abort = new AbortController()
    const { signal } = abort
    let drag: { id: number; y: number; at: number } | undefined
    const settle = () => {
      drag = undefined
      element.classList.remove('is-dragging')
      element.style.removeProperty('translate')
    }
    element.addEventListener(
      'pointerdown',
      (event) => {
        const target = event.target instanceof Element ? event.target : undefined
        if (!event.isPrimary || !target?.closest('.po-head') || target.closest('button, a')) return
        drag = { id: event.pointerId, y: event.clientY, at: event.timeStamp }
        element.setPointerCapture(event.pointerId)
        element.classList.add('is-dragging')
      },
      { signal },
    )
    element.addEventListener(
      'pointermove',
      (event) => {
        if (drag?.id === event.pointerId) element.style.setProperty('translate', `0 ${Math.max(0, event.clientY - drag.y)}px`)
      },
      { signal },
    )
    element.addEventListener(
      'pointerup',
      (event) => {
        if (drag?.id !== event.pointerId) return
        const distance = event.clientY - drag.y
        const speed = distance / Math.max(1, event.timeStamp - drag.at)
        settle()
        if (distance > closeDistance || (distance > 20 && speed > closeSpeed)) latest.current()
      },
      { signal },
    )
    element.addEventListener('pointercancel', settle, { signal })
    return () => {
      abort.abort()
      settle()
    }
  }, [card, on])
}
