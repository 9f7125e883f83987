'use client'
import type { Account, ConnectedAccount, Portico } from '@portico/core'
import { useEffect, useRef, useState } from 'react'
import { usePortico } from '../../PorticoProvider.js'

interface Part {
  readonly id: string
  readonly isFor?: (portico: Portico, account: ConnectedAccount) => Promise<boolean>
}

/** Those parts that there can be something of for an account, as soon as that is known of each. */
export function useSuited<P extends Part>(parts: readonly P[], account: Account): readonly P[] {
  const portico = usePortico()
  const { accountId } = account
  const [known, setKnown] = useState<{ readonly accountId: string | undefined; readonly suits: Readonly<Record<string, boolean>> }>()
  const latest = useRef({ parts, account })
  useEffect(() => {
    latest.current = { parts, account }
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
        .then(
          (suits) =>
            gone || setKnown((before) => ({ accountId, suits: { ...(before?.accountId === accountId && before?.suits), [id]: suits } })),
        )
    }
    return () => {
      gone = true
    }
  }, [portico, accountId, asked])
  const suits = known?.accountId === accountId ? known?.suits : undefined
  return parts.filter(({ id, isFor }) => suits?.[id] ?? !isFor)
}
