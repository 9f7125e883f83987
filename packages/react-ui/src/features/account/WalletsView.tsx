'use client'
import {
  accountStore,
  activateConnection,
  connectionsIn,
  connectionStore,
  connectorStore,
  findConnector,
  setActiveNamespace,
  shortAddress,
  type Connection,
  type Namespace,
} from '@portico/core'
import { forgetWallet, pushView, recentWalletStore, resetView, showToast } from '@portico/core/kit'
import { findWallet } from '@portico/core/wallets'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { close, plus } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { List, ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { pressWallet } from '../../wallets/pressWallet.js'
import { useSite } from '../../hooks/useSite.js'
import { WalletTile } from '../../tiles/WalletTile.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { NamespaceTabs } from './NamespaceTabs.js'
import { NoWallet } from './NoWallet.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { Worth } from './Worth.js'
import { ordinalsOf } from './ordinals.js'
import { useAccountName } from './useAccountName.js'
import { useDisconnectFromView } from '../../hooks/useDisconnectFromView.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { WalletBadge } from '../../tiles/WalletBadge.js'
import { AccountAvatar } from '../../slots/AccountAvatar.js'

/** The wallets of this visit, by chain family: the active one, others that are connected, and those used before. */
export default function WalletsView({ params }: { readonly params?: { readonly namespace?: Namespace } | undefined }) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const [namespace, setNamespace] = useState(params?.namespace ?? used)
  const connections = usePorticoStore(connectionStore, (state) => connectionsIn(state, namespace).connections)
  const facts = usePorticoStore(accountStore, (state) => state[namespace])
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const { busy, one } = useDisconnectFromView()
  const nameOf = useWalletName(t('accounts.login'))
  const personOf = useAccountName()
  const [switching, setSwitching] = useState<string>()
  const [active, ...others] = connections
  const toAll = wayTo(portico, 'AllWallets')
  const several = portico.adapters.size > 1
  const said = { namespace: several ? namespace : '', site: site.name }
  const target = several ? { namespace } : undefined
  const recent = recents.flatMap(({ id, name: remembered, namespace: where = namespace }) => {
    if (where !== namespace) return []
    const connector = findConnector(connectors, id, namespace)
    const record = connector ? undefined : findWallet(portico, id) // paired with over WalletConnect
    const name = connector?.name ?? record?.name ?? remembered
    const isHere = connections.some(
      (one) => one.connector.id === connector?.id || (one.connector.kind === 'walletConnect' && one.connector.name === name),
    )
    const isKnown = connector ?? record ?? connectors[namespace]?.some(({ link }) => link)
    return isKnown && !isHere ? [{ id, name, icon: connector?.icon ?? record?.icon, connector, record }] : []
  })

  const activate = async ({ connector }: Connection) => {
    setSwitching(connector.id)
    const stop = showToast(portico, { variant: 'loading', message: t('wallets.switching', { wallet: nameOf(connector) }) })
    try {
      await activateConnection(portico, { namespace, connectorId: connector.id })
      setActiveNamespace(portico, namespace)
      stop()
    } catch (error) {
      showToast(portico, { variant: 'error', message: errorText(error) })
    } finally {
      setSwitching(undefined)
    }
  }
  /** The active wallet's settings, or first of all its chain family. */
  const open = () => {
    if (namespace === used) return pushView(portico, { view: 'Settings' })
    setActiveNamespace(portico, namespace)
    resetView(portico, { view: 'Account' })
  }
  const row = (connection: Connection, selected: boolean) => {
    const {
      connector,
      addresses: [address],
    } = connection
    const name = nameOf(connector)
    const ordinals = ordinalsOf(connection)
    // The face that it has on the account's own view, where it is known.
    const { profileName, profileImage } = facts?.address === address ? facts : {}
    const short = (
      <bdi className="po-addr" dir="ltr">
        {shortAddress(address)}
      </bdi>
    )
    const person = personOf({ address, profileName, wallet: connector })
    const under = person ? short : name
    return (
      <div className="po-pair" key={connector.id}>
        <ListItem
          lead={<AccountAvatar address={address} src={profileImage} size={40} badge={<WalletBadge connector={connector} size={16} />} />}
          sub={
            ordinals === undefined || ordinals === address ? (
              under
            ) : (
              <>
                {under} · {t('accounts.ordinals')}{' '}
                <bdi className="po-addr" dir="ltr">
                  {shortAddress(ordinals)}
                </bdi>
              </>
            )
          }
          end={!selected && <Worth connection={connection} />}
          selected={selected}
          busy={switching === connector.id}
          onClick={() => (selected ? open() : void activate(connection))}
        >
          {person ? <bdi dir={person.dir}>{person.text}</bdi> : short}
        </ListItem>
        <IconButton
          glyph={close}
          size={16}
          label={t('disconnect.one', { wallet: name, namespace: '' })}
          aria-disabled={busy}
          onClick={() => !busy && one({ namespace, connectorId: connector.id })}
        />
      </div>
    )
  }
  return (
    <ViewFrame
      title={t('accounts.title')}
      lead="back"
      foot={
        active &&
        toAll && (
          <Button icon={plus} onClick={() => toAll(target)}>
            {t('accounts.add', said)}
          </Button>
        )
      }
    >
      {several && <NamespaceTabs value={namespace} onChange={setNamespace} controls="po-wallets" />}
      <div
        id="po-wallets"
        {...(several && { role: 'tabpanel', 'aria-label': t('accounts.family', { namespace }) })}
        className={several ? 'po-mt4' : 'po-mt1'}
      >
        {!active && <NoWallet namespace={namespace} />}
        {active && (
          <>
            <SectionTitle>{t('accounts.active')}</SectionTitle>
            <List label={t('accounts.active')}>{row(active, true)}</List>
          </>
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
              {recent.map((wallet) => (
                <div className="po-pair" key={wallet.id}>
                  <ListItem
                    lead={<WalletTile wallet={wallet} />}
                    sub={t('accounts.notconnected')}
                    onClick={() => pressWallet(portico, wallet, { namespace })}
                  >
                    {safeText(wallet.name)}
                  </ListItem>
                  <IconButton
                    glyph={close}
                    size={16}
                    label={t('accounts.forget', { wallet: safeText(wallet.name) })}
                    onClick={() => forgetWallet(portico, wallet)}
                  />
                </div>
              ))}
            </List>
          </div>
        )}
      </div>
    </ViewFrame>
  )
}
