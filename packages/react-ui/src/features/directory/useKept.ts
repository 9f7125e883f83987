'use client'
import { useMemo, useRef } from 'react'
import type { WalletItem } from '../../wallets/walletList.js'

/** The same wallets, each the object that it was before where nothing of it is different: a long list is then not drawn anew. */
export function useKept(wallets: readonly WalletItem[]): readonly WalletItem[] {
  const kept = useRef<ReadonlyMap<string, WalletItem>>(new Map())
  return useMemo(() => {
    const items = wallets.map((item) => same(kept.current.get(item.id), item))
    kept.current = new Map(items.map((item) => [item.id, item]))
    return items
  }, [wallets])
}

/** The item from before, where nothing is different: what it was drawn as is good still. */
function same(before: WalletItem | undefined, now: WalletItem): WalletItem {
  const isSame = before && (Object.keys(now) as (keyof WalletItem)[]).every((key) => before[key] === now[key])
  return isSame ? before : now
}
