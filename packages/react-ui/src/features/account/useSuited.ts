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
  const [known, setKnown] = useState<{ readonly accountId: string | undefined; readonly ids: readonly string[] }>()
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
    void Promise.all(some.map(async (part) => ((await part.isFor?.(portico, whose).catch(() => false)) ?? true) && part.id)).then(
      (answers) => !gone && setKnown({ accountId, ids: answers.flatMap((id) => id || []) }),
    )
    return () => {
      gone = true
    }
  }, [portico, accountId, asked])
  const ids = known?.accountId === accountId ? known?.ids : undefined
  return parts.filter(({ id, isFor }) => (ids ? ids.includes(id) : !isFor))
}
