'use client'
import { accountStore, connectionStore, networkStore, shortAddress, type Account } from '@portico/core'
import { accountFrom, pushView, showToast } from '@portico/core/kit'
import { Chip } from '@portico/ui/chip'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { check, chevronDown, copy as copyGlyph, external, power, sliders } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { List, ListItem, ListItemLink } from '@portico/ui/list-item'
import { networkArt } from '@portico/ui/network-art'
import { safeText } from '@portico/ui/safe-text'
import { Tile } from '@portico/ui/tile'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { useHeld } from '../../modal/useHeld.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { useAccountFace } from '../../buttons/useAccountFace.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useAccountName } from './useAccountName.js'
import { useAddressKind } from './useAddressKind.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useDisconnectFromView } from '../../hooks/useDisconnectFromView.js'
import { Balance } from './Balance.js'
import { Held } from './Held.js'
import { NoWallet } from './NoWallet.js'
import { QuickActions } from './QuickActions.js'
import { WalletBadge } from '../../tiles/WalletBadge.js'
import { AccountAvatar } from '../../slots/AccountAvatar.js'

/** The account in use: who, how much, where, and the way out. */
export default function AccountView() {
  const portico = usePortico()
  const t = useT()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const disconnect = useDisconnectFromView()
  const isOnScreen = useOnScreen()
  const now = accountFrom(portico, connections, networks, facts)
  const account = useHeld(now, now.address === undefined && (disconnect.busy || !isOnScreen()))
  const { address, explorerUrl } = account
  const { entries: rows } = useEntries('account.rows')
  const { entries: actions } = useEntries('account.actions')
  useAccountFace(address)
  if (address === undefined) {
    return (
      <ViewFrame title={t('account.title')}>
        <NoWallet />
      </ViewFrame>
    )
  }

  return (
    <ViewFrame title={t('account.title')} hiddenTitle lead={<NetworkChip />} offline={t('account.offline')}>
      <Identity account={account} />
      <Balance account={account} />
      {rows.map((Row, at) => (
        <Row key={at} account={account} />
      ))}
      <QuickActions account={account} />
      {actions.length > 0 && (
        <List>
          {actions.map((Action, at) => (
            <Action key={at} account={account} />
          ))}
        </List>
      )}
      <Held account={account} />
      <div className="po-mt2">
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

function Identity({ account: { address = '', type, profileName, profileImage, wallet } }: { readonly account: Account }) {
  const portico = usePortico()
  const t = useT()
  const { copied, copy } = useCopy()
  const name = useAccountName()({ address, profileName, wallet })
  const nameOf = useWalletName(t('accounts.login'))
  const kind = useAddressKind(type) ?? nameOf(wallet)
  return (
    <div className="po-flex po-g3 po-mt1">
      <button type="button" className="po-who" onClick={() => pushView(portico, { view: 'Wallets' })}>
        <AccountAvatar address={address} src={profileImage} size={48} badge={<WalletBadge connector={wallet} />} />
        <span className="po-sr">{t('accounts.title')}</span>
        <span className="po-row__m">
          <span className="po-flex po-g1">
            <bdi dir={name ? name.dir : 'ltr'} className={name ? 'po-label po-strong po-clip' : 'po-label po-strong po-clip po-addr'}>
              {name?.text ?? shortAddress(address)}
            </bdi>
            <Icon glyph={chevronDown} size={16} />
          </span>
          {/* What is too long loses its end, also an e-mail address among words that run from right to left. */}
          <span className="po-meta po-clip" dir="auto">
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
