'use client'
import { pushView } from '@portico/core/kit'
import { followOnramps, isEnded, onrampSessionStore } from '@portico/core/onramp'
import { useEffect } from 'react'
import { List, ListItem } from '@portico/ui/list-item'
import { Spinner } from '@portico/ui/spinner'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import type { AccountPartProps } from '../feature.js'
import { ProviderTile } from './ProviderTile.js'
import { useOnrampText } from './useOnrampText.js'

/** Orders of the account that have not come to their end, or whose end nobody has seen: the way back to each, also after a reload. */
export function OrderRows({ account: { address } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { orderOf, stateOf } = useOnrampText()
  const sessions = usePorticoStore(onrampSessionStore, (state) => state)
  useEffect(() => followOnramps(portico), [portico])
  const open = sessions.filter((one) => one.address === address && !one.seen && one.status !== 'expired')
  if (open.length === 0) return null
  return (
    <div className="po-mt2">
      <List label={t('onramp.orders')}>
        {open.map((session) => (
          <ListItem
            key={session.id}
            lead={<ProviderTile provider={session.provider} size={40} />}
            sub={stateOf(session)}
            badge={!isEnded(session) && <Spinner />}
            chevron
            onClick={() => pushView(portico, { view: 'BuyInProgress', params: { id: session.id } })}
          >
            {orderOf(session)}
          </ListItem>
        ))}
      </List>
    </div>
  )
}
