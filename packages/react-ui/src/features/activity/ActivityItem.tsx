'use client'
import type { ActivityRow } from '@portico/core/activity'
import { pushView } from '@portico/core/kit'
import { memo } from 'react'
import { ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { Spinner } from '@portico/ui/spinner'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { AddressText } from '../../tiles/AddressText.js'
import { ActivityTile } from './ActivityTile.js'
import { dayFormat } from './dayFormat.js'
import { mainTransfer, standingOf } from './moved.js'
import { useRowText } from './useRowText.js'

/** A line of the past, which opens it. */
export const ActivityItem = memo(function ActivityItem({ row }: { readonly row: ActivityRow }) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { title, amount, isWords, isGain } = useRowText()(row)
  const day = dayFormat(locale).format(row.minedAt)
  return (
    <ListItem
      lead={<ActivityTile row={row} size={40} />}
      sub={
        row.status === 'failed' ? <span className="po-loss">{t('activity.status', { status: standingOf(row) })}</span> : <With row={row} />
      }
      end={
        amount && (
          <bdi dir={isWords ? undefined : 'ltr'} className={isGain ? 'po-gain' : undefined}>
            {amount}
          </bdi>
        )
      }
      endSub={
        row.status === 'pending' ? (
          <span className="po-flex po-g1">
            <Spinner />
            {row.replacing === 'cancel' ? t('activity.cancelling') : t('activity.status', { status: 'pending' })}
          </span>
        ) : (
          day
        )
      }
      onClick={() => pushView(portico, { view: 'Transaction', params: { id: row.id } })}
    >
      {title}
    </ListItem>
  )
})

/** With whom: the other side, or what it was done with. */
function With({ row }: { readonly row: ActivityRow }) {
  const t = useT()
  const { application, from, to, operation } = row
  if (application) return <bdi>{safeText(application)}</bdi>
  const main = mainTransfer(row)
  const isIn = operation === 'receive' || main?.direction === 'in'
  const other = isIn ? (main?.sender ?? from) : (main?.recipient ?? to)
  if (!other) return null
  // Nobody's address, from which tokens are minted and to which they are burnt, says less than whose token it is.
  if (/^0x0{40}$/.test(other))
    return main?.kind === 'token' ? <bdi>{safeText(main.name)}</bdi> : <AddressText address={main?.address ?? other} />
  return (
    <>
      {t(isIn ? 'activity.from' : 'activity.to')} <AddressText address={other} />
    </>
  )
}
