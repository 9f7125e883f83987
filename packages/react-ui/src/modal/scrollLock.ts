'use client'
import { useEffect } from 'react'

/** Keeps the page below still while the modal is open. The place of its scrollbar stays, so nothing moves sideways. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
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
