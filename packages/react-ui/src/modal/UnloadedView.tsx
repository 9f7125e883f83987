'use client'
import { alert } from '@portico/ui/glyphs'
import { useT } from '../i18n/useT.js'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import type { Unloaded } from './useView.js'
import { useOnline, ViewFrame } from './ViewFrame.js'

/**
 * The code of a view did not load. It is tried again; some browsers keep in mind that a module failed, and ask for it anew only
 * after the page was loaded again, so that this is offered as soon as a try fails online.
 */
export function UnloadedView({ failures, retry }: Unloaded) {
  const t = useT()
  const online = useOnline()
  const reload = online && failures > 1
  const action = (
    <Button variant="primary" size="md" full={false} onClick={() => (reload ? location.reload() : retry())}>
      {reload ? t('unloaded.reload') : t('common.again')}
    </Button>
  )
  return (
    <ViewFrame title={t('unloaded.title')} hiddenTitle lead="back">
      <Empty glyph={alert} tone="bad" title={t('unloaded.title')} action={action}>
        {online ? t('unloaded.text') : t('unloaded.offline')}
      </Empty>
    </ViewFrame>
  )
}
