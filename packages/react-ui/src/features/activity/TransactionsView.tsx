'use client'
import { monthsOf, type ActivityRow } from '@portico/core/activity'
import { useCallback, useMemo } from 'react'
import { LinkButton } from '@portico/ui/link'
import { Note } from '@portico/ui/note'
import { SkeletonRow } from '@portico/ui/skeleton'
import { VirtualList } from '@portico/ui/virtual-list'
import { useActivity } from '../../hooks/activity.js'
import { useHolder } from '../../hooks/holdings.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePorticoContext } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { ActivityItem } from './ActivityItem.js'
import { ActivityFailed, ActivityLoading, NoActivity } from './ActivityStates.js'

/** How many rows before the end the next page is asked for. */
const ahead = 20

const rowKey = ({ id }: ActivityRow) => id
const renderRow = (row: ActivityRow) => <ActivityItem row={row} />

/** What the account in use did, by month, the newest first. */
export default function TransactionsView() {
  const t = useT()
  const { locale } = usePorticoContext()
  const { address } = useHolder(undefined)
  const { data, status, hasNext, isFetchingNext, fetchNext, refresh } = useActivity()
  const sections = useMemo(() => {
    const { format } = new Intl.DateTimeFormat(locale.code, { month: 'long', year: 'numeric' })
    return monthsOf(data ?? []).map(({ year, month, rows }) => ({
      key: `${year}-${month}`,
      title: format(new Date(year, month)),
      items: rows,
    }))
  }, [data, locale])
  const count = data?.length ?? 0
  const onNear = useCallback(
    (near: number) => {
      if (near + ahead >= count) void fetchNext()
    },
    [count, fetchNext],
  )
  if (address === undefined) return <ConnectFirst title={t('activity.title')} />
  return (
    <ViewFrame title={t('activity.title')} lead="back" offline={t('activity.offline')}>
      {!data && (status === 'failed' ? <ActivityFailed again={refresh} /> : <ActivityLoading rows={7} />)}
      {count === 0 && data && !hasNext && <NoActivity />}
      {count > 0 && <VirtualList label={t('activity.title')} sections={sections} itemKey={rowKey} renderRow={renderRow} onNear={onNear} />}
      {isFetchingNext && (
        <div className="po-list" role="status" aria-label={t('activity.loading')}>
          <SkeletonRow title={112} sub={72} />
        </div>
      )}
      {status === 'failed' && count > 0 && (
        <div className="po-mt2">
          <Note>
            <div className="po-between">
              <span>{t('activity.failed.more')}</span>
              <LinkButton onClick={() => void refresh()}>{t('common.again')}</LinkButton>
            </div>
          </Note>
        </div>
      )}
    </ViewFrame>
  )
}
