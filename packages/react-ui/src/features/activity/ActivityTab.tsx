'use client'
import { parseAccountId } from '@portico/core'
import { balancesQuery, type HeldToken } from '@portico/core/balances'
import { pushView } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { List } from '@portico/ui/list-item'
import { useActivity } from '../../hooks/activity.js'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'
import { ActivityItem } from './ActivityItem.js'
import { ActivityFailed, ActivityLoading, NoActivity } from './ActivityStates.js'

/** How many of the newest are in reach before the whole list. */
const shownRows = 5

/** The name of the tab, with how many rows there are as soon as that is known. What the account holds is asked for first. */
export function ActivityLabel({ account: { accountId } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { address, networkId } = accountId ? parseAccountId(accountId) : { address: '', networkId: portico.defaultNetwork.id }
  const { data: held } = useQuery<readonly HeldToken[]>({ ...balancesQuery(portico, { address, networkId }), enabled: false })
  return (
    <>
      {t('activity.title')}
      {held && <Count />}
    </>
  )
}

function Count() {
  const { data, hasNext } = useActivity()
  return (
    data &&
    data.length > 0 && (
      <bdi className="po-dim po-num" dir="ltr">
        {hasNext ? `${data.length}+` : data.length}
      </bdi>
    )
  )
}

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
