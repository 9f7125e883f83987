'use client'
import {
  accountStore,
  connectionStore,
  formatAmount,
  networkStore,
  shortAddress,
  type Account,
  type Namespace,
  type NetworkId,
} from '@portico/core'
import { accountFrom, balanceCooldown, loadAdapter, pushView, showToast } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Chip } from '@portico/ui/chip'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { arrowDownLeft, check, chevronDown, copy as copyGlyph, external, power, sliders } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { List, ListItem, ListItemLink } from '@portico/ui/list-item'
import { networkArt } from '@portico/ui/network-art'
import { safeText } from '@portico/ui/safe-text'
import { Segmented } from '@portico/ui/segmented'
import { Skeleton } from '@portico/ui/skeleton'
import { Tile } from '@portico/ui/tile'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { useAccountFace } from '../../buttons/useAccountFace.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useAddressKind } from './useAddressKind.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useDisconnectFromView } from '../../hooks/useDisconnectFromView.js'
import { TokenList } from './TokenList.js'
import { WalletBadge } from '../../tiles/WalletBadge.js'

/** The account in use: who, how much, where, and the way out. */
export default function AccountView() {
  const portico = usePortico()
  const t = useT()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const account = accountFrom(portico, connections, networks, facts)
  const { address, explorerUrl } = account
  const here = networks.byNamespace[account.namespace]
  const disconnect = useDisconnectFromView()
  const { entries: rows } = useEntries('account.rows')
  const { entries: actions } = useEntries('account.actions')
  useAccountFace(address)
  if (address === undefined) return <ViewFrame title={t('account.title')} hiddenTitle />

  return (
    <ViewFrame title={t('account.title')} hiddenTitle lead={<NetworkChip />} offline={t('account.offline')}>
      <Identity account={account} />
      <Balance account={account} />
      {rows.map((Row, at) => (
        <Row key={at} account={account} />
      ))}
      <div className="po-mt4">
        <List>
          <ListItem
            lead={<GlyphTile glyph={arrowDownLeft} tone="accent" />}
            sub={t('receive.text')}
            chevron
            onClick={() => pushView(portico, { view: 'Receive' })}
          >
            {t('receive.title')}
          </ListItem>
          {actions.map((Action, at) => (
            <Action key={at} account={account} />
          ))}
        </List>
        <Held account={account}>
          <Tokens namespace={account.namespace} address={address} networkId={here?.unsupported ? undefined : here?.active.id} />
        </Held>
        <List>
          {explorerUrl && (
            <ListItemLink href={explorerUrl} lead={<GlyphTile glyph={external} />}>
              {t('account.explorer')}
            </ListItemLink>
          )}
          <ListItem lead={<GlyphTile glyph={power} tone="bad" />} busy={disconnect.busy} onClick={disconnect.ask}>
            {account.wallet?.kind === 'embedded' ? t('account.signOut') : t('account.disconnect')}
          </ListItem>
        </List>
      </div>
    </ViewFrame>
  )
}

function NetworkChip() {
  const portico = usePortico()
  const t = useT()
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const toNetworks = wayTo(portico, 'Networks')
  if (!networks || !toNetworks) return <span />
  const { active, unsupported } = networks
  const name = unsupported ? t('account.unsupported') : safeText(active.name)
  return (
    <Chip plain aria-label={t('account.network', { network: name })} onClick={() => toNetworks()}>
      {!unsupported && (
        <Tile name={name} src={active.icon} size={20} shape="net">
          {networkArt(active.id)}
        </Tile>
      )}
      <span className="po-clip">{name}</span>
      <Icon glyph={chevronDown} size={16} />
    </Chip>
  )
}

/** What the account holds: its tokens, and beside them what other features tell of. */
function Held({ account, children }: { readonly account: Account; readonly children: ReactNode }) {
  const t = useT()
  const { entries: tabs } = useEntries('account.tabs')
  const [chosen, setChosen] = useState('tokens')
  if (tabs.length === 0) return children
  const Panel = tabs.find(({ id }) => id === chosen)?.Panel
  const items = [{ id: 'tokens', label: t('tokens.title') }, ...tabs.map(({ id, Label }) => ({ id, label: <Label /> }))]
  return (
    <>
      <div className="po-mt4">
        <Segmented label={t('account.title')} items={items} value={chosen} onChange={setChosen} controls="po-held" />
      </div>
      <div id="po-held" role="tabpanel">
        {Panel ? <Panel account={account} /> : children}
      </div>
    </>
  )
}

interface TokensProps {
  readonly namespace: Namespace
  readonly address: string
  readonly networkId: NetworkId | undefined
}

/** The tokens, where the chain family tells of them. */
function Tokens({ namespace, address, networkId }: TokensProps) {
  const portico = usePortico()
  const [told, setTold] = useState<Namespace>()
  useEffect(() => {
    let gone = false
    loadAdapter(portico, namespace).then(
      ({ getTokenBalances }) => !gone && getTokenBalances && setTold(namespace),
      () => undefined, // offline: the balance says so
    )
    return () => {
      gone = true
    }
  }, [portico, namespace])
  return told === namespace && networkId ? <TokenList address={address} networkId={networkId} /> : null
}

function Identity({ account: { address = '', type, profileName, profileImage, wallet } }: { readonly account: Account }) {
  const portico = usePortico()
  const t = useT()
  const { copied, copy } = useCopy()
  const name = profileName ? safeText(profileName) : undefined
  const nameOf = useWalletName()
  const kind = useAddressKind(type) ?? nameOf(wallet)
  return (
    <div className="po-flex po-g3 po-mt1">
      <button type="button" className="po-who" onClick={() => pushView(portico, { view: 'Wallets' })}>
        <Avatar address={address} src={profileImage} size={48} badge={<WalletBadge connector={wallet} />} />
        <span className="po-sr">{t('accounts.title')}</span>
        <span className="po-row__m">
          <span className="po-flex po-g1">
            <bdi dir="ltr" className={name ? 'po-label po-strong po-clip' : 'po-label po-strong po-clip po-addr'}>
              {name ?? shortAddress(address)}
            </bdi>
            <Icon glyph={chevronDown} size={16} />
          </span>
          <span className="po-meta po-clip">
            {name ? (
              <bdi dir="ltr" className="po-addr">
                {shortAddress(address)}
              </bdi>
            ) : (
              kind
            )}
          </span>
        </span>
      </button>
      <IconButton
        filled
        glyph={copied ? check : copyGlyph}
        label={copied ? t('account.copied') : t('account.copy')}
        onClick={() => {
          void copy(address).then((done) =>
            showToast(
              portico,
              done ? { variant: 'success', message: t('account.copied') } : { variant: 'error', message: t('account.uncopied') },
            ),
          )
        }}
      />
      <IconButton filled glyph={sliders} label={t('settings.title')} onClick={() => pushView(portico, { view: 'Settings' })} />
    </div>
  )
}

function Balance({ account: { balance, balanceStatus, balanceSymbol = '' } }: { readonly account: Account }) {
  const { locale } = usePorticoContext()
  const t = useT()
  if (balance) {
    const shown = formatAmount(balance.units, balance.decimals, locale.code)
    return (
      <div className="po-mt4">
        <div className="po-figure po-num">
          <span className="po-sr">{t('account.balance')} </span>
          <bdi dir="ltr">
            {shown}
            <span className="po-dim"> {safeText(balance.symbol)}</span>
          </bdi>
        </div>
      </div>
    )
  }
  if (balanceStatus !== 'failed') {
    return (
      <div className="po-mt4 po-figure" role="status" aria-label={t('account.loading')}>
        <Skeleton width={168} height={32} radius="var(--po-r-2)" />
      </div>
    )
  }
  return (
    <div className="po-mt4">
      <div className="po-figure po-dim">
        <bdi dir="ltr">– {safeText(balanceSymbol)}</bdi>
      </div>
      <p className="po-meta">{t('account.nobalance', { seconds: balanceCooldown / 1000 })}</p>
    </div>
  )
}
