'use client'
import { asError } from '@portico/core'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Runs an action, at once and never throwing. @returns why the last one failed, and what runs one */
export function useRun(): readonly [error: Error | undefined, run: (action: () => Promise<void>) => void] {
  const [error, setError] = useState<Error>()
  const latest = useRef(0)
  useEffect(() => {
    const counter = latest
    return () => {
      counter.current += 1 // after unmounting nothing is left to show
    }
  }, [])
  const run = useCallback((action: () => Promise<void>) => {
    const call = (latest.current += 1)
    setError(undefined)
    action().catch((thrown: unknown) => call === latest.current && setError(asError(thrown)))
  }, [])
  return [error, run]
}
