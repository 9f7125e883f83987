'use client'
import { incompleteStore, isIncomplete, type HolderParameters } from '@portico/core/balances'
import { usePorticoStore } from '../usePorticoStore.js'

/** Whether only the chain itself could tell of an account, as the gateway failed: tokens and prices are missing or old. */
export function useIncomplete(holder: HolderParameters | undefined): boolean {
  return usePorticoStore(incompleteStore, (ids) => holder !== undefined && isIncomplete(ids, holder))
}
