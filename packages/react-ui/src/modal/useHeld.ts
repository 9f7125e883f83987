'use client'
import { useRef } from 'react'

/** A value as it was before `holds`: what a view goes on showing while it is left. */
export function useHeld<T>(value: T, holds: boolean): T {
  const last = useRef(value)
  if (!holds) last.current = value
  return last.current
}
