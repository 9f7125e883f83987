'use client'
import { useLayoutEffect } from 'react'

/**
 * Keeps the page below still while the modal is open. The place of its scrollbar stays, so nothing moves sideways. It asks how wide the
 * page is: called before anything of the modal is put there, that is known without laying it out.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const { documentElement: page } = document
    const { style } = page
    const before = { overflow: style.overflow, gutter: style.getPropertyValue('scrollbar-gutter') }
    if (window.innerWidth > page.clientWidth) style.setProperty('scrollbar-gutter', 'stable')
    style.overflow = 'hidden'
    return () => {
      style.overflow = before.overflow
      style.setProperty('scrollbar-gutter', before.gutter)
    }
  }, [locked])
}
