'use client'
import { useEffect, useRef } from 'react'
import { guardPresses } from './guardPresses.js'

/** In a view in which rows come late: a press falls on what the visitor saw there, or on nothing. Draws nothing. */
export function PressGuard() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const card = place.current?.closest<HTMLElement>('.po-modal')
    return card ? guardPresses(card) : undefined
  }, [])
  return <span ref={place} hidden />
}
