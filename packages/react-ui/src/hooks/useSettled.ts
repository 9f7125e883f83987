'use client'
import { useEffect, useState } from 'react'

/** A value once it has not changed for `wait` milliseconds, and a function that takes it at once. */
export function useSettled<T>(value: T, wait: number): readonly [settled: T, settle: () => void] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return [settled, () => setSettled(value)]
}
