'use client'
import { useEffect, useState } from 'react'

/** Longest wait that is shown, in seconds: a clock that was set back makes none longer (R16). */
const longest = 30

/**
 * Whole seconds until a moment, rounded up, counted down on a clock that nobody sets.
 * @param until milliseconds since 1970; undefined is now
 */
export function useSecondsLeft(until: number | undefined): number {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    const end = performance.now() + Math.min(longest * 1000, Math.max(0, (until ?? 0) - Date.now()))
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const milliseconds = end - performance.now()
      setLeft(Math.max(0, Math.ceil(milliseconds / 1000)))
      if (milliseconds > 0) timer = setTimeout(tick, milliseconds % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [until])
  return left
}

const secondsTo = (until: number | undefined) => Math.min(longest, Math.max(0, Math.ceil(((until ?? 0) - Date.now()) / 1000)))
