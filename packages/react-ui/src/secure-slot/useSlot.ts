'use client'
import type { EmbeddedWallet } from '@portico/core/embedded'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { usePortico } from '../PorticoProvider.js'

/** For how many pictures in a row the place must have stood still before it is left alone, until something moves again. */
const settled = 20

/**
 * Keeps the secure frame over a part of the view, and takes it away the moment that the view is left. What the visitor presses
 * there is the frame's own affair; who closes the view has turned away, which core tells the frame.
 * @param shown whether the frame wants a place now
 */
export function useSlot(slot: RefObject<HTMLElement | null>, wallet: EmbeddedWallet | undefined, shown: boolean): void {
  const portico = usePortico()
  useLayoutEffect(() => {
    const element = slot.current
    if (!element || !wallet || !shown) return
    const router = routerStore(portico)
    const key = currentEntry(router.getState())?.key
    let last = ''
    let still = 0
    let next: number | undefined
    const place = () => {
      next = undefined
      const { top, left, width, height } = element.getBoundingClientRect()
      const now = [top, left, width, height].join(' ')
      still = now === last ? still + 1 : 0
      if (now !== last && width > 0 && height > 0) wallet.place({ top, left, width, height })
      last = now
      if (still < settled) next = requestAnimationFrame(place)
    }
    const moved = () => {
      still = 0
      next ??= requestAnimationFrame(place)
    }
    place()
    const resized = new ResizeObserver(moved)
    resized.observe(element)
    const abort = new AbortController()
    const { signal } = abort
    for (const [target, names] of [
      [window, ['resize', 'orientationchange']],
      [document, ['scroll', 'transitionrun', 'animationstart', 'toggle']],
    ] as const) {
      for (const name of names) target.addEventListener(name, moved, { signal, capture: true, passive: true })
    }
    window.visualViewport?.addEventListener('resize', moved, { signal })
    window.visualViewport?.addEventListener('scroll', moved, { signal })
    const hide = () => {
      abort.abort()
      resized.disconnect()
      if (next !== undefined) cancelAnimationFrame(next)
      next = undefined
      wallet.place(undefined)
    }
    // The card of the view is seen for a while yet, going: the frame is not.
    const stop = router.subscribe(() => {
      if (signal.aborted || currentEntry(router.getState())?.key === key) return
      hide()
    })
    return () => {
      stop()
      if (!signal.aborted) hide()
    }
  }, [portico, slot, wallet, shown])
}
