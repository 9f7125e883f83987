import { useSyncExternalStore } from 'react'

const query = '(max-width: 640px)'

/** Whether the page is as narrow as a phone. `false` on a server. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
