'use client'
import { formatAmount, shortAddress, type NetworkId, type TokenBalance } from '@portico/core'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { refresh } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { SkeletonRow } from '@portico/ui/skeleton'
import { Tile } from '@portico/ui/tile'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { tokenBalancesQuery } from '../../hooks/tokenBalances.js'

/** How many tokens are in reach before the full list. */
const shownTokens = 5

interface Props {
  readonly address: string
  readonly networkId: NetworkId
}

/** The tokens of the account in use. Nothing at all where it holds none. */
export function TokenList({ address, networkId }: Props) {
  const portico = usePortico()
  const t = useT()
  const [all, setAll] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(tokenBalancesQuery(portico, address, networkId))
  if (!data && isError) {
    return (
      <Empty
        glyph={refresh}
        title={t('tokens.failed.title')}
        action={
          <Button size="md" full={false} icon={refresh} busy={isFetching} onClick={() => void refetch()}>
            {t('common.again')}
          </Button>
        }
      >
        {t('tokens.failed.text')}
      </Empty>
    )
  }
  if (!data) {
    return (
      <div className="po-held po-list" role="status" aria-label={t('tokens.loading')}>
        <SkeletonRow sub={72} end={0} />
        <SkeletonRow title={88} sub={64} end={0} />
      </div>
    )
  }
  const held = data.filter(({ units }) => units > 0n)
  if (held.length === 0) return null
  const isLong = held.length > shownTokens
  return (
    <div className="po-held">
      <SectionTitle
        end={
          isLong && (
            <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('networks.hide') : t('networks.all')}
            </LinkButton>
          )
        }
      >
        {t('tokens.title')}
      </SectionTitle>
      <ul className="po-list" aria-label={t('tokens.title')}>
        {(all ? held : held.slice(0, shownTokens)).map((token) => (
          <Token key={token.address} token={token} />
        ))}
      </ul>
    </div>
  )
}

/** A token's names are its own words (S36): they are shown as text, and where there are none its address stands. */
function Token({ token: { address, symbol, name, units, decimals } }: { readonly token: TokenBalance }) {
  const { locale } = usePorticoContext()
  const t = useT()
  const short = safeText(symbol)
  const long = safeText(name)
  const title = long || short
  return (
    <li className="po-row">
      <Tile name={title || '?'} size={40} shape="round" />
      <span className="po-row__m">
        <span className="po-row__t">{title || t('tokens.unnamed')}</span>
        <span className="po-row__s po-num">
          <bdi dir="ltr">
            {formatAmount(units, decimals, locale.code)} {short || <span className="po-addr">{shortAddress(address)}</span>}
          </bdi>
        </span>
      </span>
    </li>
  )
}
