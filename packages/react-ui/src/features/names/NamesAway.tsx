'use client'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { at, refresh } from '@portico/ui/glyphs'
import { useState } from 'react'
import { useT } from '../../i18n/useT.js'

/** Whether names could not be learned, and asking again, during which that stays in sight: the button keeps the focus. */
export function useNamesAway(error: Error | undefined, refetch: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const again = () => {
    setBusy(true)
    void refetch().finally(() => setBusy(false))
  }
  return { isAway: error !== undefined || busy, busy, again }
}

/** What stands in the place of names that did not load. */
export function NamesAway({ busy, again }: Pick<ReturnType<typeof useNamesAway>, 'busy' | 'again'>) {
  const t = useT()
  return (
    <Empty
      glyph={at}
      title={t('name.away')}
      action={
        <Button size="md" full={false} icon={refresh} busy={busy} onClick={again}>
          {t('common.again')}
        </Button>
      }
    >
      {t('name.away.text')}
    </Empty>
  )
}
