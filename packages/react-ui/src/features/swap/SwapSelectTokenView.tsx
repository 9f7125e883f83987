'use client'
import { asError, formatAmount, shortAddress } from '@portico/core'
import { formatFiat, tokenKey, TokenNotFoundError } from '@portico/core/balances'
import { goBack } from '@portico/core/kit'
import { findSwapToken, isTokenAddress, setSwapToken, withHoldings, type SwapSide, type SwapToken } from '@portico/core/swap'
import { useCallback, useMemo, useState } from 'react'
import { Chip } from '@portico/ui/chip'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { search as searchGlyph } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { isMixedScript } from '@portico/ui/mixed-script'
import { Note } from '@portico/ui/note'
import { Pill } from '@portico/ui/pill'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { SkeletonRow } from '@portico/ui/skeleton'
import { VirtualList } from '@portico/ui/virtual-list'
import { useSwap } from '../../hooks/swap.js'
import { useQuery } from '../../hooks/useQuery.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { useSwapText } from './useSwapText.js'

/** How long a text stands still before a token is looked for by it, in milliseconds. */
const searchDelay = 300

/** The tokens that can be paid or received: suggested ones, those of the account, all others, and any by its address. */
export default function SwapSelectTokenView({ params: { side } }: { readonly params: { readonly side: SwapSide } }) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { symbolOf } = useSwapText()
  const { form, network, listed, listError, held, renew } = useSwap()
  const { sender } = form
  const [query, setQuery] = useState('')
  const choices = useMemo(() => listed && withHoldings(listed, held ?? []), [listed, held])
  const term = query.trim().toLowerCase()
  const [settled] = useSettled(query.trim(), searchDelay)
  const sections = useMemo(() => {
    if (!choices) return []
    const has = ({ symbol, name = '', address = '' }: SwapToken) =>
      [symbol, name].some((text) => text.toLowerCase().includes(term)) || (term !== '' && address.toLowerCase() === term)
    // Who types ETH means it before WETH.
    const isMeant = ({ symbol }: SwapToken) => Number(symbol.toLowerCase() === term)
    const matching = (tokens: readonly SwapToken[]) => tokens.filter(has).toSorted((one, other) => isMeant(other) - isMeant(one))
    const [mine, others] = [matching(choices.mine), matching(choices.others)]
    return [
      { key: 'mine', title: t('swap.tokens.mine'), items: mine },
      { key: 'others', title: t('swap.tokens.others'), items: others },
    ]
      .filter(({ items }) => items.length > 0)
      .map(({ key, title, items }) => ({ key, title: <SectionTitle>{title}</SectionTitle>, items }))
  }, [choices, term, t])
  const isAsked = sections.length === 0 && sender !== undefined && isTokenAddress(settled, sender.networkId) && choices !== undefined
  const byAddress = useQuery<SwapToken | null>({
    queryKey: ['swap token', sender?.networkId, sender?.address, settled],
    queryFn: () =>
      sender
        ? findSwapToken(portico, sender, settled).catch((error: unknown) => {
            if (error instanceof TokenNotFoundError) return null
            throw asError(error)
          })
        : null,
    enabled: isAsked,
    retry: false,
  })
  const found = isAsked ? byAddress.data : undefined

  const choose = useCallback(
    (token: SwapToken) => {
      setSwapToken(portico, side, token)
      goBack(portico)
    },
    [portico, side],
  )
  const renderRow = useCallback(
    (token: SwapToken) => {
      const { name, address, units, decimals, value, unlisted } = token
      const warning = isMixedScript(token.symbol) ? t('swap.mixed') : unlisted && t('swap.unlisted')
      return (
        <ListItem
          lead={<TokenTile token={token} network={network} size={40} />}
          sub={safeText(token.symbol) || (address !== undefined && <bdi className="po-addr">{shortAddress(address)}</bdi>)}
          {...(warning && { badge: <Pill tone="warn">{warning}</Pill> })}
          end={units > 0n && <bdi dir="ltr">{formatAmount(units, decimals, locale.code)}</bdi>}
          endSub={value !== undefined && <bdi dir="ltr">{formatFiat(value, 'usd', locale.code).text}</bdi>}
          onClick={() => choose(token)}
        >
          {safeText(name) || symbolOf(token)}
        </ListItem>
      )
    },
    [network, locale.code, t, choose, symbolOf],
  )

  const isLoading = (!choices && !listError) || (isAsked && byAddress.isFetching)
  return (
    <ViewFrame title={t('swap.select')} lead="back">
      <Field
        label={t('swap.tokens.search')}
        placeholder={t('swap.tokens.search')}
        icon={searchGlyph}
        compact
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onClear={() => setQuery('')}
        clearLabel={t('common.clear')}
      />
      {choices && term === '' && (
        <div className="po-swap__chips po-mt2" role="group" aria-label={t('swap.tokens.suggested')}>
          {choices.suggested.map((token) => (
            <Chip key={tokenKey(token)} onClick={() => choose(token)}>
              <TokenTile token={token} network={token.address === undefined ? network : undefined} size={20} />
              {symbolOf(token)}
            </Chip>
          ))}
        </div>
      )}
      <div className="po-mt2">
        {isLoading ? (
          <div className="po-list" role="status" aria-label={t('swap.tokens.loading')}>
            <SkeletonRow sub={72} end={56} />
            <SkeletonRow title={88} sub={64} end={72} />
          </div>
        ) : !choices ? (
          <LoadFailed title={t('swap.tokens.failed')} again={renew} />
        ) : found ? (
          <>
            <ul className="po-list" role="list">
              <li>{renderRow(found)}</li>
            </ul>
            {found.unlisted && (
              <div className="po-mt2">
                <Note tone="warn">{t('swap.unlisted.text')}</Note>
              </div>
            )}
          </>
        ) : sections.length === 0 ? (
          <Empty glyph={searchGlyph} title={t('swap.tokens.none', { query: query.trim() })}>
            {t('swap.tokens.none.text')}
          </Empty>
        ) : (
          <VirtualList label={t('swap.select')} sections={sections} itemKey={tokenKey} renderRow={renderRow} />
        )}
      </div>
    </ViewFrame>
  )
}
