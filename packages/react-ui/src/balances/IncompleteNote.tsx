'use client'
import { refreshHoldings, type HolderParameters } from '@portico/core/balances'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LinkButton } from '@portico/ui/link'
import { Note } from '@portico/ui/note'
import { useT } from '../i18n/useT.js'
import { usePortico } from '../PorticoProvider.js'
import { useIncomplete } from './useIncomplete.js'

interface Props {
  readonly holder: HolderParameters
  /** What is missing. */
  readonly children: ReactNode
}

/** Below a list of tokens of which the gateway could not tell: what is missing, and another try, for which nobody waits 30 s. */
export function IncompleteNote({ holder, children }: Props) {
  const portico = usePortico()
  const t = useT()
  const incomplete = useIncomplete(holder)
  const [busy, setBusy] = useState(false)
  if (!incomplete) return null
  const again = () => {
    setBusy(true)
    void refreshHoldings(portico, holder).then(() => setBusy(false))
  }
  return (
    <div className="po-mt2">
      <Note>
        <div className="po-between">
          <span>{children}</span>
          <LinkButton aria-busy={busy} onClick={busy ? undefined : again}>
            {t('common.again')}
          </LinkButton>
        </div>
      </Note>
    </div>
  )
}
