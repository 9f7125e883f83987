'use client'
import { useLayoutEffect, useRef } from 'react'

/** Where a change takes away the control that had the focus, the view's title gets it: the keyboard stays in the view. */
export function useKeptFocus(change: string) {
  const ref = useRef<HTMLDivElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    if (!(root instanceof ShadowRoot || root instanceof Document)) return
    const look = () => {
      had.current = ref.current?.contains(root.activeElement) ?? false
    }
    root.addEventListener('focusin', look)
    return () => root.removeEventListener('focusin', look)
  }, [])
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    if (!had.current || !(root instanceof ShadowRoot || root instanceof Document) || ref.current?.contains(root.activeElement)) return
    had.current = false
    if (!root.activeElement || root.activeElement === document.body)
      root.querySelector<HTMLElement>('#po-title')?.focus({ preventScroll: true })
  }, [change])
  return ref
}
