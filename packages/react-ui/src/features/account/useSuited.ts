'use client'
import type { Account, ConnectedAccount, Portico } from '@portico/core'
import { defineSlot } from '@portico/core/kit'
import { useEffect, useReducer, useRef } from 'react'
import { usePortico } from '../../PorticoProvider.js'

interface Part {
  readonly id: string
  readonly isFor?: (portico: Portico, account: ConnectedAccount) => Promise<boolean>
}

type Suits = Readonly<Record<string, boolean>>

/** What was found out of each account, so that whoever comes back to a view finds what was there, and the focus its control. */
const foundOf = defineSlot<Map<string, Suits>>('suited parts', () => new Map())

interface Suited<P> {
  readonly parts: readonly P[]
  /** Of some it is not known yet. */
  readonly pending: boolean
}

/** Those parts that there can be something of for an account, as soon as that is known of each. */
export function useSuited<P extends Part>(parts: readonly P[], account: Account): Suited<P> {
  const portico = usePortico()
  const { accountId } = account
  const found = foundOf(portico)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const suits = accountId === undefined ? undefined : found.get(accountId)
  const latest = useRef({ parts, account, suits })
  useEffect(() => {
    latest.current = { parts, account, suits }
  })
  // A part is known by its id, an account by its own.
  const asked = parts.map(({ id }) => id).join()
  useEffect(() => {
    let gone = false
    const { parts: some, account: whose } = latest.current
    if (whose.status !== 'connected' || whose.accountId !== accountId) return
    // One that has to ask a service does not keep the others waiting.
    for (const { id, isFor } of some) {
      void Promise.resolve(isFor?.(portico, whose) ?? true)
        .catch(() => false)
        .then((isSuited) => {
          const known = found.get(whose.accountId)
          if (known?.[id] !== isSuited) found.set(whose.accountId, { ...known, [id]: isSuited })
          // It may be known from one who asked before and is gone: what counts is what is drawn.
          if (!gone && latest.current.suits?.[id] !== isSuited) draw()
        })
    }
    return () => {
      gone = true
    }
  }, [portico, found, accountId, asked])
  return {
    parts: parts.filter(({ id, isFor }) => suits?.[id] ?? !isFor),
    pending: parts.some(({ id, isFor }) => isFor && suits?.[id] === undefined),
  }
}
