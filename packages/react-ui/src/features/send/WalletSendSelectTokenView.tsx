'use client'
import { asError, formatAmount, shortAddress } from '@portico/core'
import { formatFiat, balancesQuery, tokenKey, TokenNotFoundError, type HeldToken } from '@portico/core/balances'
import { goBack } from '@portico/core/kit'
import { findToken, sendFormStore, setSendToken } from '@portico/core/send'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { search as searchGlyph, wallet as walletGlyph } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { isMixedScript } from '@portico/ui/mixed-script'
import { Pill } from '@portico/ui/pill'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { VirtualList } from '@portico/ui/virtual-list'
import { IncompleteNote } from '../../balances/IncompleteNote.js'
import { useIncomplete } from '../../balances/useIncomplete.js'
import { useSteadyTokens } from '../../balances/useSteadyTokens.js'
import { useHolder } from '../../hooks/holdings.js'
import { useSend } from '../../hooks/send.js'
import { useQuery } from '../../hooks/useQuery.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'

/** How long a text stands still before a token is looked for by it, in milliseconds. */
const searchDelay = 300

/** The tokens of the account to choose one from; one that is not listed is found by its address. */
export default function WalletSendSelectTokenView() {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { form, network } = useSend()
  const { sender } = form
  const { address: holder } = useHolder(undefined)
  const [query, setQuery] = useState('')
  const asked = sender ?? { address: '', networkId: portico.defaultNetwork.id }
  const { data, isError, isFetching, refetch } = useQuery<readonly HeldToken[]>({
    ...balancesQuery(portico, asked),
    enabled: sender !== undefined,
  })
  const term = query.trim().toLowerCase()
  const held = useSteadyTokens(
    useMemo(() => data?.filter(({ units }) => units > 0n) ?? [], [data]),
    useIncomplete(sender),
  )
  const shown = useMemo(
    () =>
      held.filter(
        ({ symbol, name = '', address = '', hidden }) =>
          (!hidden && [symbol, name].some((text) => text.toLowerCase().includes(term))) || (term !== '' && address.toLowerCase() === term), // also one that is hidden: nobody pastes an address by mistake
      ),
    [held, term],
  )
  const [settled] = useSettled(query.trim(), searchDelay)
  const isAddress = settled.length >= 26 && shown.length === 0 && sender !== undefined
  const byAddress = useQuery<HeldToken | null>({
    queryKey: ['token', asked.networkId, asked.address, settled],
    queryFn: () =>
      sender
        ? findToken(portico, sender, settled).catch((error: unknown) => {
            if (error instanceof TokenNotFoundError) return null
            throw asError(error)
          })
        : null,
    enabled: isAddress,
    retry: false,
  })
  const list = shown.length > 0 ? shown : isAddress && byAddress.data ? [byAddress.data] : []

  const renderRow = useCallback(
    (token: HeldToken) => {
      const { symbol, name, address, units, decimals, value } = token
      const short = safeText(symbol)
      const choose = () => {
        setSendToken(portico, token)
        const { token: before } = sendFormStore(portico).getState()
        if (before) goBack(portico)
      }
      return (
        <ListItem
          lead={<TokenTile token={token} network={network} size={40} />}
          sub={short || (address !== undefined && <bdi className="po-addr">{shortAddress(address)}</bdi>)}
          end={<bdi dir="ltr">{formatAmount(units, decimals, locale.code)}</bdi>}
          endSub={
            isMixedScript(symbol) ? (
              <Pill tone="warn">{t('send.tokens.mixed')}</Pill>
            ) : (
              value !== undefined && <bdi dir="ltr">{formatFiat(value, 'usd', locale.code).text}</bdi>
            )
          }
          onClick={choose}
        >
          {safeText(name) || short || t('send.tokens.unnamed')}
        </ListItem>
      )
    },
    [portico, network, locale.code, t],
  )

  const toReceive = wayTo(portico, 'Receive')
  const isEmpty = data !== undefined && held.length === 0 && term === ''
  if (holder === undefined) return <ConnectFirst title={t('send.tokens.title')} />
  return (
    <ViewFrame title={t('send.tokens.title')} lead="back">
      {!(data === undefined && isError) && (
        <Field
          label={t('send.tokens.search')}
          placeholder={t('send.tokens.search')}
          icon={searchGlyph}
          compact
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          onClear={() => setQuery('')}
          clearLabel={t('common.clear')}
        />
      )}
      <div className="po-mt2">
        {!data && isError ? (
          <LoadFailed title={t('send.tokens.failed')} again={refetch} busy={isFetching}>
            {t('send.tokens.failed.text')}
          </LoadFailed>
        ) : !data || (isAddress && byAddress.isFetching) ? (
          <div className="po-list" role="status" aria-label={t('send.tokens.loading')}>
            <SkeletonRow sub={72} end={56} />
            <SkeletonRow title={88} sub={64} end={72} />
          </div>
        ) : isEmpty ? (
          <Empty
            glyph={walletGlyph}
            title={t('send.tokens.empty', { network: safeText(network?.name) })}
            action={
              toReceive && (
                <Button variant="primary" size="md" full={false} onClick={() => toReceive()}>
                  {t('send.receive')}
                </Button>
              )
            }
          >
            {t('send.tokens.empty.text')}
          </Empty>
        ) : list.length === 0 ? (
          <Empty glyph={searchGlyph} title={t('send.tokens.none', { query: query.trim() })}>
            {t('send.tokens.none.text')}
          </Empty>
        ) : (
          <VirtualList label={t('send.tokens.title')} sections={[{ key: 'all', items: list }]} itemKey={tokenKey} renderRow={renderRow} />
        )}
      </div>
      {sender && data && <IncompleteNote holder={sender}>{t('send.tokens.incomplete')}</IncompleteNote>}
    </ViewFrame>
  )
}
