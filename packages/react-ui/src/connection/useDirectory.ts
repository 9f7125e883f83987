'use client'
import {
  currentDevice, recentWalletStore, searchTermOf, walletsOf, walletsQuery, walletStore, type Namespace, type WalletsPage,
} from '@portico/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNextPage } from '../hooks/useNextPage.js'
import { usePages } from '../hooks/useQuery.js'
import { useSettled } from '../hooks/useSettled.js'
import { useOnline } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { directory } from './directory.js'
import { useAmong, useWallets } from './useWallets.js'
import { matches, type WalletItem } from './walletList.js'

/** How long typing has to pause before the gateway is asked, in milliseconds. */
export const searchPause = 300
/** Places that are shown for wallets on their way. */
const places = 16
/** Rows of four from the end at which the next page is fetched. */
const ahead = 4 * 4

export interface Wanted {
  readonly namespace: Namespace | undefined
  /** As typed. Below two characters it is no search. */
  readonly text: string
  readonly certified: boolean
}

export interface Directory {
  /** The wallets to show now: what is known on this page at once, what the gateway adds when it is there. */
  readonly wallets: readonly WalletItem[]
  /** How many there are with those that are not loaded yet; undefined until that is known. */
  readonly total: number | undefined
  /** Cells to keep a place for. */
  readonly pending: number
  /** The gateway is being asked, or about to be. */
  readonly busy: boolean
  /** It did not answer. `first`: nothing of the list came, `more`: the rest of it did not. */
  readonly failed: 'first' | 'more' | undefined
  readonly retry: () => void
  /** Asks for what is typed without waiting. */
  readonly searchNow: () => void
  readonly onNear: (near: number) => void
}

/**
 * All wallets: those on the device, the host's own, the built-in list, and page by page what the gateway's directory has. Asked
 * only while a component that uses it is there. Without a gateway, or before it answers, what is known locally is the list.
 */
export function useDirectory({ namespace, text, certified }: Wanted): Directory {
  const portico = usePortico()
  const namespaces = useAmong(namespace)
  const online = useOnline()
  const isRemote = Boolean(portico.options.apiUrl)
  const typed = searchTermOf(text)
  const [settled, searchNow] = useSettled(typed, searchPause)
  const term = typed && settled // an empty search is no question, so there is nothing to wait for

  const { mobile, platform } = currentDevice()
  const place = mobile && (platform === 'ios' || platform === 'android') && { platform }
  const all = usePages(walletsQuery(portico, { namespaces, ...place }))
  const asked = usePages(walletsQuery(portico, { namespaces, ...place, certified, ...(term !== undefined && { search: term }) }))
  // The built-in list has no logos, and an earlier visit's wallets are known by name alone.
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const [include] = useState(() => [...directory, ...recents].map(({ id }) => id))
  const top = usePages({ ...walletsQuery(portico, { namespaces, include }), enabled: all.data !== undefined })

  const records = useMemo(
    () => [...directory, ...[top.data, all.data, asked.data].flatMap((data) => (data ? walletsOf(data.pages) : []))],
    [top.data, all.data, asked.data],
  )
  const known = useWallets(namespace, records)
  const answered = useMemo(() => new Set(asked.data && walletsOf(asked.data.pages).map(({ id }) => id)), [asked.data])
  const isAnswer = typed !== undefined && typed === term
  const wallets = useMemo(
    () => known
      .filter(({ type }) => type !== 'walletConnect') // its code has a button of its own here
      .filter(({ record }) => !certified || record?.certified)
      .filter((wallet) => typed === undefined || matches(wallet, typed) || (isAnswer && wallet.record && answered.has(wallet.record.id))),
    [known, certified, typed, isAnswer, answered],
  )

  const isWaiting = isRemote && typed !== undefined && typed !== term
  const busy = isRemote && (isWaiting || asked.isFetching || asked.isPending)
  const isFirst = isWaiting || (busy && !asked.data)
  const failed = !isRemote || isWaiting || asked.isFetching || !asked.isError ? undefined : asked.data ? 'more' : 'first'
  const retry = () => void (asked.data ? asked.fetchNextPage() : asked.refetch())

  // The gateway's fetch does not wait for the network to come back, so the list does.
  const wasAway = useRef(false)
  useEffect(() => {
    if (!online) wasAway.current = true
    if (!online || busy || !wasAway.current) return
    wasAway.current = false
    if (failed) retry()
  })

  return {
    wallets,
    total: isFirst ? undefined : totalOf(asked.data?.pages, wallets, walletStore(portico).getState().fetched),
    pending: failed || !isRemote ? 0 : isFirst ? (typed !== undefined && wallets.length > 0 ? 4 : places) : asked.hasNextPage ? places : 0,
    busy,
    failed,
    retry,
    searchNow,
    onNear: useNextPage({ ...asked, hasNextPage: asked.hasNextPage && !isWaiting }, wallets.length, ahead),
  }
}

/** What the directory counts, and what it does not know. Once all of it is there, what is there. */
function totalOf(pages: readonly WalletsPage[] | undefined, wallets: readonly WalletItem[], fetched: ReadonlySet<string>): number {
  const last = pages?.at(-1)
  if (!last?.hasNext) return wallets.length
  return last.count + wallets.filter(({ record }) => !record || !fetched.has(record.id)).length
}
