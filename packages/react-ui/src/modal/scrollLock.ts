'use client'
import { useLayoutEffect } from 'react'

/** What the page had of its own, and how many modals keep it still: of several porticos, they may close in any order. */
let locks = 0
let before = { overflow: '', gutter: '' }

/**
 * Keeps the page below still while the modal is open. The place of its scrollbar stays, so nothing moves sideways. It asks how wide the
 * page is: called before anything of the modal is put there, that is known without laying it out.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const { documentElement: page } = document
    const { style } = page
    if (locks === 0) before = { overflow: style.overflow, gutter: style.getPropertyValue('scrollbar-gutter') }
    locks += 1
    if (window.innerWidth > page.clientWidth) style.setProperty('scrollbar-gutter', 'stable')
    style.overflow = 'hidden'
    return () => {
      locks -= 1
      if (locks > 0) return
      style.overflow = before.overflow
      style.setProperty('scrollbar-gutter', before.gutter)
    }
  }, [locked])
}
