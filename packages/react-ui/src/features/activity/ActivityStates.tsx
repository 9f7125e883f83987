'use client'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { arrowDownLeft, pulse } from '@portico/ui/glyphs'
import { SkeletonRow } from '@portico/ui/skeleton'
import { useLate } from '../../hooks/useLate.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'

/** Places of rows that are on their way, once that takes long. */
export function ActivityLoading({ rows }: { readonly rows: number }) {
  const t = useT()
  const late = useLate(true)
  return (
    <div className="po-list" role="status" aria-label={t('activity.loading')}>
      {late && Array.from({ length: rows }, (_, at) => <SkeletonRow key={at} title={88 + ((at * 24) % 56)} sub={64 + ((at * 16) % 40)} />)}
    </div>
  )
}

/** An account that has done nothing yet, and how that changes. */
export function NoActivity() {
  const portico = usePortico()
  const t = useT()
  const toReceive = wayTo(portico, 'Receive')
  return (
    <Empty
      glyph={pulse}
      title={t('activity.none.title')}
      action={
        toReceive && (
          <Button size="md" full={false} icon={arrowDownLeft} onClick={() => toReceive()}>
            {t('activity.receive')}
          </Button>
        )
      }
    >
      {t('activity.none.text')}
    </Empty>
  )
}

/** The list did not come. */
export function ActivityFailed({ again }: { readonly again: () => Promise<void> }) {
  const t = useT()
  return (
    <LoadFailed title={t('activity.failed.title')} again={again}>
      {t('activity.failed.text')}
    </LoadFailed>
  )
}
