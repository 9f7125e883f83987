'use client'
import { at } from '@portico/ui/glyphs'
import { useState } from 'react'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'

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
    <LoadFailed glyph={at} title={t('name.away')} again={again} busy={busy}>
      {t('name.away.text')}
    </LoadFailed>
  )
}
