'use client'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { refresh } from '@portico/ui/glyphs'
import type { Glyph } from '@portico/ui/host-glyphs'
import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/useT.js'

export interface LoadFailedProps {
  readonly glyph?: Glyph
  readonly title: string
  /** Asks again; while what it returns is pending the button says so, and keeps the focus. */
  readonly again: () => unknown
  /** It is being asked for already, whoever asked. */
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** What stands in the place of something that did not load. */
export function LoadFailed({ glyph = refresh, title, again, busy = false, children }: LoadFailedProps) {
  const t = useT()
  const [asks, setAsks] = useState(false)
  const press = async () => {
    setAsks(true)
    try {
      await again()
    } finally {
      setAsks(false)
    }
  }
  return (
    <Empty
      glyph={glyph}
      title={title}
      action={
        <Button size="md" full={false} icon={refresh} busy={busy || asks} onClick={() => void press()}>
          {t('common.again')}
        </Button>
      }
    >
      {children}
    </Empty>
  )
}
