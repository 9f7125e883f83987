'use client'
import {
  activateConnection, connectionsIn, connectionStore, connectorStore, listConnectors, openModal, pushView, recentWalletStore, shortAddress, showToast, type Connection,
} from '@portico/core'
import { useState } from 'react'
import { close, plus } from '../icons/glyphs.js'
import { useErrorText } from '../i18n/useErrorText.js'
import { useT } from '../i18n/I18nProvider.js'
import { connectFromView } from '../connection/chooseWallet.js'
import { WalletTile } from '../connection/WalletTile.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { Avatar } from '../primitives/avatar/Avatar.js'
import { Button } from '../primitives/button/Button.js'
import { Empty } from '../primitives/empty/Empty.js'
import { IconButton } from '../primitives/icon-button/IconButton.js'
import { List, ListItem } from '../primitives/list-item/ListItem.js'
import { SectionTitle } from '../primitives/section-title/SectionTitle.js'
import { safeText } from '../primitives/safeText.js'
import { wallet as walletGlyph } from '../icons/glyphs.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useDisconnectFromView } from './useDisconnectFromView.js'
import { WalletBadge } from './WalletBadge.js'

/** The wallets of this visit: the active one, others that are connected, and those used before. */
export default function WalletsView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const connections = usePorticoStore(connectionStore, (state) => connectionsIn(state).connections)
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const { busy, one } = useDisconnectFromView()
  const [switching, setSwitching] = useState<string>()
  const [active, ...others] = connections
  const recent = recents.flatMap(({ id }) => {
    const connector = listConnectors(connectors).find((found) => found.id === id)
    return connector && !connections.some((connection) => connection.connector.id === id) ? [connector] : []
  })

  const activate = async ({ connector }: Connection) => {
    setSwitching(connector.id)
    const stop = showToast(portico, { variant: 'loading', message: t('wallets.switching', { wallet: safeText(connector.name) }) })
    try {
      await activateConnection(portico, { connectorId: connector.id })
      stop()
    } catch (error) {
      showToast(portico, { variant: 'error', message: errorText(error) })
    } finally {
      setSwitching(undefined)
    }
  }
  const add = () => openModal(portico, { view: 'AllWallets' })
  const row = (connection: Connection, selected: boolean) => {
    const { connector, addresses: [address] } = connection
    const name = safeText(connector.name)
    return (
      <div className="po-pair" key={connector.id}>
        <ListItem
          lead={<Avatar address={address} size={40} badge={<WalletBadge connector={connector} size={16} />} />}
          sub={name}
          selected={selected}
          busy={switching === connector.id}
          onClick={() => (selected ? pushView(portico, { view: 'Settings' }) : void activate(connection))}
        >
          <bdi className="po-addr" dir="ltr">{shortAddress(address)}</bdi>
        </ListItem>
        <IconButton glyph={close} size={16} label={t('disconnect.one', { wallet: name })} aria-disabled={busy} onClick={() => !busy && one(connector.id)} />
      </div>
    )
  }
  return (
    <ViewFrame title={t('accounts.title')} lead="back" foot={active && <Button icon={plus} onClick={add}>{t('accounts.add')}</Button>}>
      {!active && (
        <Empty
          glyph={walletGlyph}
          title={t('accounts.none.title')}
          action={<Button variant="primary" size="md" full={false} onClick={() => pushView(portico, { view: 'Connect' })}>{t('accounts.connect')}</Button>}
        >
          {t('accounts.none.text')}
        </Empty>
      )}
      {active && (
        <div className="po-mt1">
          <SectionTitle>{t('accounts.active')}</SectionTitle>
          <List label={t('accounts.active')}>{row(active, true)}</List>
        </div>
      )}
      {others.length > 0 && (
        <div className="po-mt2">
          <SectionTitle>{t('accounts.connected')}</SectionTitle>
          <List label={t('accounts.connected')}>{others.map((connection) => row(connection, false))}</List>
        </div>
      )}
      {recent.length > 0 && (
        <div className="po-mt2">
          <SectionTitle>{t('accounts.recent')}</SectionTitle>
          <List label={t('accounts.recent')}>
            {recent.map((connector) => (
              <ListItem
                key={connector.id}
                lead={<WalletTile wallet={{ name: connector.name, icon: connector.icon, connector }} />}
                sub={t('accounts.notconnected')}
                onClick={() => connectFromView(portico, connector)}
              >
                {safeText(connector.name)}
              </ListItem>
            ))}
          </List>
        </div>
      )}
    </ViewFrame>
  )
}
