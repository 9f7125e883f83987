'use client'
import { useEffect, useState } from 'react'

/** How long what is loading shows nothing, in milliseconds: what comes at once needs no stand-in. */
export const lateAfter = 200

/** Whether something has been waited for so long that its place is to be shown. */
export function useLate(isWaiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return late
}
