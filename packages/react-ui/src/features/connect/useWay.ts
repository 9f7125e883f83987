'use client'
import type { ConnectWay } from '../feature.js'
import { useEntries } from '../../modal/useEntries.js'

/**
 * The ways in beside the wallets, of the first feature that has some. Undefined until they are there; null where there are none.
 * @param none there are to be none
 */
export function useWay(none: boolean): ConnectWay | undefined | null {
  const { entries, more } = useEntries('connect.ways')
  return none ? null : (entries[0] ?? (more ? undefined : null))
}
