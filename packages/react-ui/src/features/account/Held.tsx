'use client'
import type { Account } from '@portico/core'
import { isListed } from '@portico/core/balances'
import { currentEntry, defineSlot, routerStore } from '@portico/core/kit'
import { useState } from 'react'
import { Segmented } from '@portico/ui/segmented'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { usePortico } from '../../PorticoProvider.js'
import { TokenList } from './TokenList.js'
import { useHeld } from './useHeld.js'
import { useSuited } from './useSuited.js'

/** Which tab was chosen in which entry of the modal's history: whoever comes back to it finds what they left. */
const tabOf = defineSlot<{ key?: number | undefined; tab: string }>('tab of the account', () => ({ tab: 'tokens' }))

/** What the account holds: its tokens, and beside them what other features tell of. */
export function Held({ account }: { readonly account: Account }) {
  const t = useT()
  const { entries } = useEntries('account.tabs')
  const { parts: tabs } = useSuited(entries, account)
  const { data } = useHeld(account)
  const portico = usePortico()
  const [key] = useState(() => currentEntry(routerStore(portico).getState())?.key)
  const [chosen, setChosen] = useState(() => (tabOf(portico).key === key ? tabOf(portico).tab : 'tokens'))
  const choose = (tab: string) => {
    tabOf.put(portico, { key, tab })
    setChosen(tab)
  }
  if (tabs.length === 0) return <TokenList account={account} titled />
  const Panel = tabs.find(({ id }) => id === chosen)?.Panel
  const count = data?.filter(isListed).length
  const tokens = (
    <>
      {t('tokens.title')}
      {count !== undefined && count > 0 && <span className="po-dim po-num">{count}</span>}
    </>
  )
  const items = [{ id: 'tokens', label: tokens }, ...tabs.map(({ id, Label }) => ({ id, label: <Label account={account} /> }))]
  return (
    <>
      <div className="po-mt4">
        <Segmented label={t('account.assets')} items={items} value={Panel ? chosen : 'tokens'} onChange={choose} controls="po-held" />
      </div>
      <div id="po-held" role="tabpanel" className="po-mt2">
        {Panel ? <Panel account={account} /> : <TokenList account={account} />}
      </div>
    </>
  )
}
