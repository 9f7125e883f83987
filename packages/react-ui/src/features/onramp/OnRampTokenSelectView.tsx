'use client'
import { findNetwork } from '@portico/core'
import { goBack } from '@portico/core/kit'
import { isSameOnrampToken, onrampTokenKey, reachableTokens, setOnrampToken, type OnrampToken } from '@portico/core/onramp'
import { useCallback, useMemo, useState } from 'react'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { search as searchGlyph } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { VirtualList } from '@portico/ui/virtual-list'
import { useOnramp } from '../../hooks/onramp.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { useOnrampText } from './useOnrampText.js'

/** What can be bought, on every network for which a wallet is connected, those of the network in use first. */
export default function OnRampTokenSelectView() {
  const portico = usePortico()
  const t = useT()
  const { symbolOf } = useOnrampText()
  const { form, options } = useOnramp()
  const { token: chosen } = form
  const [query, setQuery] = useState('')
  const term = query.trim().toLowerCase()
  const sections = useMemo(() => {
    const networkName = ({ networkId }: OnrampToken) => findNetwork(portico, networkId)?.name ?? ''
    const has = (token: OnrampToken) => [token.symbol, token.name, networkName(token)].some((text) => text.toLowerCase().includes(term))
    const items = options ? reachableTokens(portico, options).filter((token) => has(token) || token.address?.toLowerCase() === term) : []
    return items.length > 0 ? [{ key: 'tokens', items }] : []
  }, [portico, options, term])
  const renderRow = useCallback(
    (token: OnrampToken) => {
      const network = findNetwork(portico, token.networkId)
      return (
        <ListItem
          lead={<TokenTile token={token} network={network} size={40} badge={network && <NetworkTile network={network} size={16} />} />}
          sub={network && t('onramp.on', { network: safeText(network.name) })}
          selected={isSameOnrampToken(token, chosen)}
          onClick={() => {
            setOnrampToken(portico, token)
            goBack(portico)
          }}
        >
          {safeText(token.name) || symbolOf(token)}
        </ListItem>
      )
    },
    [portico, t, symbolOf, chosen],
  )
  const label = form.kind === 'sell' ? t('onramp.sell') : t('onramp.buy')
  return (
    <ViewFrame title={label} lead="back">
      <Field
        label={t('onramp.search')}
        placeholder={t('onramp.search')}
        icon={searchGlyph}
        compact
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onClear={() => setQuery('')}
        clearLabel={t('common.clear')}
      />
      <div className="po-mt2">
        {!options ? (
          <div className="po-list" role="status" aria-label={t('onramp.loading')}>
            <SkeletonRow sub={72} />
            <SkeletonRow title={88} sub={64} />
          </div>
        ) : sections.length === 0 ? (
          <Empty glyph={searchGlyph} title={t('onramp.search.none', { query: query.trim() })}>
            {t('onramp.search.none.text')}
          </Empty>
        ) : (
          <VirtualList label={label} sections={sections} itemKey={onrampTokenKey} renderRow={renderRow} />
        )}
      </div>
    </ViewFrame>
  )
}
