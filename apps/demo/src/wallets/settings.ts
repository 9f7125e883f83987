import { useEffect, useState } from 'react'

/** A choice of a few that outlives a reload. `apply` is told of it at the start and at each change. */
export function useSetting<T extends string>(name: string, options: readonly T[], otherwise: T, apply: (value: T) => void) {
  const key = `meridian/wallets/${name}`
  const [value, setValue] = useState(() => options.find((option) => option === read(key)) ?? otherwise)
  useEffect(() => {
    apply(value)
    try {
      localStorage.setItem(key, value)
    } catch {
      // Without storage, the choice lasts until the page is left.
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `apply` is another function each time and does the same
  }, [key, value])
  return [value, setValue] as const
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
