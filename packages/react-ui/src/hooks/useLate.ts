'use client'
import { useEffect, useState } from 'react'

/** How long what is loading shows nothing, in milliseconds: what comes at once needs no stand-in. */
export const lateAfter = 200

/** Whether something has been waited for so long that its place is to be shown. @param after milliseconds */
export function useLate(isWaiting: boolean, after = lateAfter): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), after)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting, after])
  return late
}
