'use client'
import type { Account, NetworkId } from '@portico/core'
import { canAddTokens, isListed, refreshHoldings, tokenKey, type HeldToken } from '@portico/core/balances'
import { balanceCooldown, pushView } from '@portico/core/kit'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { arrowDownLeft } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { SectionTitle } from '@portico/ui/section-title'
import { SkeletonRow } from '@portico/ui/skeleton'
import { VirtualList } from '@portico/ui/virtual-list'
import { IncompleteNote } from '../../balances/IncompleteNote.js'
import { useSteadyTokens } from '../../balances/useSteadyTokens.js'
import { useLate } from '../../hooks/useLate.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { useEntries } from '../../modal/useEntries.js'
import { usePortico } from '../../PorticoProvider.js'
import { TokenRow } from './TokenRow.js'
import { useHeld } from './useHeld.js'

/** How many tokens are in reach before the full list. */
const shownTokens = 5

interface Props {
  readonly account: Account
  /** It stands alone: under a title of its own, and not at all where the balance says it already. */
  readonly titled?: boolean
}

/** The tokens of the account in use, the network's own coin among them, and what the visitor makes of the list. */
export function TokenList({ account, titled = false }: Props) {
  const portico = usePortico()
  const t = useT()
  const [all, setAll] = useState(false)
  const [seesHidden, setSeesHidden] = useState(false)
  const { data, isError, networkId, incomplete } = useHeld(account)
  const canAdd = useCanAdd(networkId)
  const late = useLate(!data && !isError)
  const held = useSteadyTokens(
    useMemo(() => (data ?? []).filter(isListed), [data]),
    incomplete,
  )
  const hidden = useMemo(() => (data ?? []).filter((token) => token.hidden), [data])
  const renderRow = useCallback((token: HeldToken) => <TokenRow token={token} />, [])
  const shown = useMemo(() => [{ key: 'tokens', items: all ? held : held.slice(0, shownTokens) }], [all, held])
  const unseen = useMemo(() => [{ key: 'hidden', items: hidden }], [hidden])
  if (!networkId) return null
  if (!data && isError) return <Failed address={account.address ?? ''} networkId={networkId} />
  if (!data) {
    return (
      <div className="po-held po-list" role="status" aria-label={t('tokens.loading')}>
        {late && (
          <>
            <SkeletonRow title={96} sub={72} end={64} />
            <SkeletonRow title={72} sub={88} />
          </>
        )}
      </div>
    )
  }
  const saysNothingNew = titled && !incomplete && held.every(({ address, value }) => address === undefined && value === undefined)
  if (saysNothingNew && hidden.length === 0 && !canAdd) return null
  const more = held.length > shownTokens && (
    <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? t('networks.hide') : t('networks.all')}
    </LinkButton>
  )
  const add = canAdd && <LinkButton onClick={() => pushView(portico, { view: 'AddToken' })}>{t('token.add')}</LinkButton>
  // Under a list stands what can be done with it; where there is none, beside its title.
  const under = saysNothingNew ? [] : [!titled && more, add]
  const toHidden = hidden.length > 0 && (
    <LinkButton aria-expanded={seesHidden} onClick={() => setSeesHidden(!seesHidden)}>
      {t('tokens.hidden', { count: hidden.length })}
    </LinkButton>
  )
  return (
    <div className="po-held">
      {titled && <SectionTitle end={saysNothingNew ? add : more}>{t('tokens.title')}</SectionTitle>}
      {!saysNothingNew &&
        (held.length === 0 ? (
          <Nothing account={account} />
        ) : (
          <VirtualList label={t('tokens.title')} sections={shown} itemKey={tokenKey} renderRow={renderRow} />
        ))}
      <IncompleteNote holder={{ address: account.address ?? '', networkId }}>{t('tokens.incomplete')}</IncompleteNote>
      {(toHidden || under.some(Boolean)) && (
        <div className="po-links">
          {under[0]}
          {toHidden}
          {under[1]}
        </div>
      )}
      {seesHidden && hidden.length > 0 && (
        <div className="po-mt2">
          <VirtualList label={t('tokens.hidden', { count: hidden.length })} sections={unseen} itemKey={tokenKey} renderRow={renderRow} />
        </div>
      )}
    </div>
  )
}

/** Whether tokens can be added by their address on a network, as soon as that is known. */
function useCanAdd(networkId: NetworkId | undefined): boolean {
  const portico = usePortico()
  const [known, setKnown] = useState<NetworkId>()
  useEffect(() => {
    let gone = false
    if (networkId)
      canAddTokens(portico, networkId).then(
        (can) => !gone && can && setKnown(networkId),
        () => undefined, // a chain family that did not load
      )
    return () => {
      gone = true
    }
  }, [portico, networkId])
  return networkId !== undefined && known === networkId
}

function Failed({ address, networkId }: { readonly address: string; readonly networkId: NetworkId }) {
  const portico = usePortico()
  const t = useT()
  return (
    <LoadFailed title={t('tokens.failed.title')} again={() => refreshHoldings(portico, { address, networkId })}>
      {t('tokens.failed.wait', { seconds: balanceCooldown / 1000 })}
    </LoadFailed>
  )
}

/** An account that holds nothing yet, and how that changes. */
function Nothing({ account }: { readonly account: Account }) {
  const portico = usePortico()
  const t = useT()
  const { entries: ways } = useEntries('account.empty')
  return (
    <List>
      <ListItem
        lead={<GlyphTile glyph={arrowDownLeft} tone="accent" />}
        sub={t('receive.text')}
        chevron
        onClick={() => pushView(portico, { view: 'Receive' })}
      >
        {t('receive.title')}
      </ListItem>
      {ways.map((Way, at) => (
        <Way key={at} account={account} />
      ))}
    </List>
  )
}
