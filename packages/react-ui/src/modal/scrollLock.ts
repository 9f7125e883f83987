'use client'
import { useLayoutEffect } from 'react'

/** How many modals keep the page still: those of several porticos close in any order. */
let locks = 0
let unlock: () => unknown = () => {}

/**
 * Keeps the page below still while the modal is open. The place of its scrollbar stays, so nothing moves sideways. It asks how wide the
 * page is: called before anything of the modal is put there, that is known without laying it out.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const { documentElement: page } = document
    const { style } = page
    if (locks === 0) {
      const { overflow, scrollbarGutter } = style
      unlock = () => Object.assign(style, { overflow, scrollbarGutter })
    }
    locks += 1
    if (window.innerWidth > page.clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    return () => {
      locks -= 1
      if (locks === 0) unlock()
    }
  }, [locked])
}
