'use client'
import { parseAccountId, type AccountId } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { canBuy } from '@portico/core/onramp'
import { useEffect, useState } from 'react'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { card } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'

/** The way out of an account that holds nothing, where something can be bought for it. */
export function BuyRow({ account: { accountId } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const [known, setKnown] = useState<AccountId>()
  useEffect(() => {
    let gone = false
    if (accountId) void canBuy(portico, parseAccountId(accountId).networkId).then((can) => !gone && can && setKnown(accountId))
    return () => {
      gone = true
    }
  }, [portico, accountId])
  if (!accountId || known !== accountId) return null
  return (
    <ListItem
      lead={<GlyphTile glyph={card} tone="accent" />}
      sub={t('onramp.row.text')}
      chevron
      onClick={() => pushView(portico, { view: 'OnRampProviders' })}
    >
      {t('onramp.title')}
    </ListItem>
  )
}
