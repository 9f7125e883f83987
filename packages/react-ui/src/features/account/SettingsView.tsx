'use client'
import { accountStore, connectionStore, networkStore, shortAddress } from '@portico/core'
import { accountFrom, pushView } from '@portico/core/kit'
import { Badge } from '@portico/ui/badge'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { external, nodes, power } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { List, ListItem, ListItemLink } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { useHeld } from '../../modal/useHeld.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { NoWallet } from './NoWallet.js'
import { useAccountName } from './useAccountName.js'
import { useAddressKind } from './useAddressKind.js'
import { useDisconnectFromView } from '../../hooks/useDisconnectFromView.js'
import { WalletBadge } from '../../tiles/WalletBadge.js'
import { AccountAvatar } from '../../slots/AccountAvatar.js'

/** Everything about the account itself: its wallet, its network, its page on the explorer, and the way out. */
export default function SettingsView() {
  const portico = usePortico()
  const t = useT()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const disconnect = useDisconnectFromView()
  const isOnScreen = useOnScreen()
  const now = accountFrom(portico, connections, networks, facts)
  const account = useHeld(now, now.address === undefined && (disconnect.busy || !isOnScreen()))
  const { address, type, profileName, profileImage, wallet, explorerUrl, namespace } = account
  const { entries: rows } = useEntries('settings.rows')
  const toNetworks = wayTo(portico, 'Networks')
  const active = networks.byNamespace[namespace]?.active
  const kind = useAddressKind(type)
  const nameOf = useAccountName()
  if (address === undefined) {
    return (
      <ViewFrame title={t('settings.title')} lead="back">
        <NoWallet />
      </ViewFrame>
    )
  }
  const name = nameOf({ address, profileName, wallet })
  const short = (
    <bdi className="po-addr" dir="ltr">
      {shortAddress(address)}
    </bdi>
  )
  return (
    <ViewFrame title={t('settings.title')} lead="back">
      <div className="po-mt2">
        <Hero
          lead={<AccountAvatar address={address} src={profileImage} size={64} />}
          title={name ? <bdi dir={name.dir}>{name.text}</bdi> : short}
        >
          {name ? short : kind}
        </Hero>
      </div>
      <div className="po-mt4">
        <List>
          {rows.map((Row, at) => (
            <Row key={at} account={account} />
          ))}
          {wallet?.kind !== 'embedded' && (
            <ListItem
              lead={<WalletBadge connector={wallet} size={40} />}
              badge={<Badge tone="ok">{t('settings.connected')}</Badge>}
              onClick={() => pushView(portico, { view: 'Wallets' })}
            >
              {safeText(wallet?.name)}
            </ListItem>
          )}
          {toNetworks && (
            <ListItem lead={<GlyphTile glyph={nodes} />} sub={active && safeText(active.name)} chevron onClick={() => toNetworks()}>
              {t('settings.network')}
            </ListItem>
          )}
          {explorerUrl && (
            <ListItemLink href={explorerUrl} lead={<GlyphTile glyph={external} />}>
              {t('account.explorer')}
            </ListItemLink>
          )}
          <ListItem lead={<GlyphTile glyph={power} tone="bad" />} busy={disconnect.busy} onClick={disconnect.ask}>
            {wallet?.kind === 'embedded' ? t('account.signOut') : t('account.disconnect')}
          </ListItem>
        </List>
      </div>
    </ViewFrame>
  )
}
