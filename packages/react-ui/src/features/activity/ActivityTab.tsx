'use client'
import { pushView } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { List } from '@portico/ui/list-item'
import { useActivity } from '../../hooks/activity.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { ActivityItem } from './ActivityItem.js'
import { ActivityFailed, ActivityLoading, NoActivity } from './ActivityStates.js'

/** How many of the newest are in reach before the whole list. */
const shownRows = 5

export const ActivityLabel = () => useT()('activity.title')

/** The newest of what the account in use did. */
export function ActivityPanel() {
  const portico = usePortico()
  const t = useT()
  const { data, status, hasNext, refresh } = useActivity()
  if (!data) return status === 'failed' ? <ActivityFailed again={refresh} /> : <ActivityLoading rows={4} />
  if (data.length === 0) return <NoActivity />
  return (
    <>
      <List label={t('activity.title')}>
        {data.slice(0, shownRows).map((row) => (
          <ActivityItem key={row.id} row={row} />
        ))}
      </List>
      {(hasNext || data.length > shownRows) && (
        <div className="po-mt2">
          <Button variant="ghost" size="md" onClick={() => pushView(portico, { view: 'Transactions' })}>
            {t('activity.all')}
          </Button>
        </div>
      )}
    </>
  )
}
