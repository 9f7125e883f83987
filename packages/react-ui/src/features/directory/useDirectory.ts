'use client'
import { connectorStore, listConnectors, type Namespace, type PorticoOptions, type WalletRecord } from '@portico/core'
import { recentWalletStore } from '@portico/core/kit'
import { connectorTypes, registerWallets, searchTermOf, walletsOf, walletStore, type WalletsPage } from '@portico/core/wallets'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNextPage } from '../../hooks/useNextPage.js'
import { usePages } from '../../hooks/useQuery.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useOnline } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { directory } from '../../wallets/builtInWallets.js'
import { allQuery, topQuery } from './directoryQueries.js'
import { matches } from './matches.js'
import { useKept } from './useKept.js'
import { countKey, walletCountStore } from '../../wallets/walletCount.js'
import { useAmong, useWallets } from '../../wallets/useWallets.js'
import { walletList, type WalletItem } from '../../wallets/walletList.js'

/** How long typing has to pause before the gateway is asked, in milliseconds. */
export const searchPause = 300
/** Places that are shown for wallets on their way. */
const places = 16
/** Rows of four from the end at which the next page is fetched: the second one when it is near, the others while there is time to draw them. */
const ahead = { first: 4 * 4, later: 10 * 4 }

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
  useEffect(() => registerWallets(portico, directory), [portico])
  const namespaces = useAmong(namespace)
  const online = useOnline()
  const isRemote = Boolean(portico.options.apiUrl)
  const typed = searchTermOf(text)
  const [settled, searchNow] = useSettled(typed, searchPause)
  const term = typed && settled // an empty search is no question, so there is nothing to wait for

  // Asked at once, and before that where the press was seen coming: what is known here is painted while the answer is on its way.
  const all = usePages(allQuery(portico, namespaces))
  const asked = usePages(allQuery(portico, namespaces, { certified, ...(term !== undefined && { search: term }) }))
  const [recents] = useState(() => recentWalletStore(portico).getState())
  const top = usePages(topQuery(portico, namespaces, recents)) // the count waits for both

  const first = all.data?.pages[0]
  const later = useMemo(
    () => [...new Set([...(all.data?.pages.slice(1) ?? []), ...(asked.data?.pages ?? [])])].filter((page) => page !== first),
    [all.data, asked.data, first],
  )
  const { rows, placed } = useLaterRows(namespace, later)
  const records = useMemo(
    () => [...directory, ...walletsOf([...(top.data?.pages ?? []), ...(first ? [first] : [])]), ...placed],
    [top.data, first, placed],
  )
  const head = useKept(useWallets(namespace, records))
  const known = useMemo(() => withLater(head, rows, portico.options), [head, rows, portico])
  const answered = useMemo(() => new Set(asked.data && walletsOf(asked.data.pages).map(({ id }) => id)), [asked.data])
  const isAnswer = typed !== undefined && typed === term
  const wallets = useMemo(
    () =>
      known
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

  // What the list has beside the directory is not known before the directory has been asked for that.
  const isCounted = !isFirst && !(isRemote && all.data && top.isPending)
  const total = isCounted ? totalOf(asked.data?.pages, wallets, walletStore(portico).getState().fetched) : undefined
  const whole = typed === undefined && !certified && !failed ? total : undefined
  useEffect(() => {
    if (whole !== undefined) walletCountStore(portico).setState({ [countKey(namespaces)]: whole })
  }, [portico, namespaces, whole])

  return {
    wallets,
    total,
    pending: failed || !isRemote ? 0 : isFirst ? (typed !== undefined && wallets.length > 0 ? 4 : places) : asked.hasNextPage ? places : 0,
    busy,
    failed,
    retry,
    searchNow,
    onNear: useNextPage(
      { ...asked, hasNextPage: asked.hasNextPage && !isWaiting },
      wallets.length,
      (asked.data?.pages.length ?? 0) > 1 ? ahead.later : ahead.first,
    ),
  }
}

/** Whether `when` holds, told a while after it does: once what is drawn then has been painted. */
export function useLater(when: boolean): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    if (!when) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setLater(true), 0)))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [when])
  return when && isLater
}

interface LaterRows {
  /** Rows that follow the others of their type, as they come. */
  readonly rows: readonly WalletItem[]
  /** Records that have a place of their own among the first: of wallets on this device, used before, or featured. */
  readonly placed: readonly WalletRecord[]
}

/**
 * What the pages after the first one add. Nearly all of it follows what is listed already, so each page is looked at once, by
 * itself: arranging a long list anew with each page takes a slow phone longer than it may stand still.
 */
function useLaterRows(namespace: Namespace | undefined, pages: readonly WalletsPage[]): LaterRows {
  const portico = usePortico()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const among = useAmong(namespace)
  const look = useMemo(() => {
    const seen = new WeakMap<WalletsPage, LaterRows>()
    const ways = listConnectors(connectors, among)
    return (page: WalletsPage): LaterRows => {
      const before = seen.get(page)
      if (before) return before
      const isOnPage = new Set(page.wallets)
      const items = walletList(portico, ways, recents, { among, directory: page.wallets }).filter(
        ({ record }) => record && isOnPage.has(record),
      )
      const rows = items.filter(({ type }) => type === 'recommended')
      const placed = items.flatMap(({ type, record }) => (record && type !== 'recommended' ? [record] : []))
      seen.set(page, { rows, placed })
      return { rows, placed }
    }
  }, [portico, connectors, recents, among])
  const kept = useRef<readonly WalletRecord[]>([])
  return useMemo(() => {
    const found = pages.map(look)
    const placed = found.flatMap((page) => page.placed)
    if (placed.length !== kept.current.length || placed.some((record, at) => record !== kept.current[at])) kept.current = placed
    return { rows: found.flatMap((page) => page.rows), placed: kept.current }
  }, [pages, look])
}

/** The rows of later pages in their place among the first ones, each wallet once. */
function withLater(
  head: readonly WalletItem[],
  rows: readonly WalletItem[],
  { connectorTypeOrder = [] }: PorticoOptions,
): readonly WalletItem[] {
  if (rows.length === 0) return head
  const order = [...new Set([...connectorTypeOrder, ...connectorTypes])]
  const after = head.findIndex(({ type }) => order.indexOf(type) > order.indexOf('recommended'))
  const at = after < 0 ? head.length : after
  const keysOf = ({ id, record }: WalletItem) =>
    [id, record?.id, record?.rdns].flatMap((key) => (key === undefined ? [] : [key.toLowerCase()]))
  const seen = new Set(head.flatMap(keysOf))
  const fresh = rows.filter((row) => {
    const keys = keysOf(row)
    const isNew = !keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
  return [...head.slice(0, at), ...fresh, ...head.slice(at)]
}

/** What the directory counts, and what it does not know. Once all of it is there, what is there. */
function totalOf(pages: readonly WalletsPage[] | undefined, wallets: readonly WalletItem[], fetched: ReadonlySet<string>): number {
  const last = pages?.at(-1)
  if (!last?.hasNext) return wallets.length
  return last.count + wallets.filter(({ record }) => !record || !fetched.has(record.id)).length
}
