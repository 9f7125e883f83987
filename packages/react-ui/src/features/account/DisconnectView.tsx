'use client'
import { activeConnection, closeModal, connectionsIn, connectionStore } from '@portico/core'
import { goBack } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { power } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Medal } from '@portico/ui/medal'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { useHeld } from '../../modal/useHeld.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { countConnections, useDisconnectFromView, walletsIn } from '../../hooks/useDisconnectFromView.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { NoWallet } from './NoWallet.js'

/** Which wallet to disconnect, where several are connected. */
export default function DisconnectView() {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const { busy, one, all } = useDisconnectFromView()
  const isOnScreen = useOnScreen()
  const isNone = countConnections(portico) === 0
  const state = useHeld(connections, isNone && (busy || !isOnScreen()))
  const nameOf = useWalletName(t('accounts.login'))
  const back = () => (countConnections(portico) === 0 ? closeModal(portico) : goBack(portico))
  const namespace = state.activeNamespace
  const active = activeConnection(state)
  const here = connectionsIn(state).connections.length
  const count = walletsIn(state)
  const elsewhere = count > here
  if (count === 0) {
    return (
      <ViewFrame title={t('account.disconnect')} lead="back">
        <NoWallet />
      </ViewFrame>
    )
  }
  return (
    <ViewFrame title={t('account.disconnect')} lead="back">
      <div className="po-mt2">
        <Hero lead={<Medal glyph={power} tone="bad" />} title={t('disconnect.title')}>
          {t('disconnect.text', { site: site.name })}
        </Hero>
      </div>
      <div className="po-mt5 po-col po-g2">
        {active && (
          <Button variant="danger-soft" busy={busy} onClick={() => one({ namespace, connectorId: active.connector.id }, back)}>
            {t('disconnect.one', {
              wallet: nameOf(active.connector),
              namespace: elsewhere && active.connector.kind !== 'embedded' ? namespace : '',
            })}
          </Button>
        )}
        {here > 1 && elsewhere && (
          <Button variant="danger-soft" busy={busy} onClick={() => all(namespace, back)}>
            {t('disconnect.family', { count: here, namespace })}
          </Button>
        )}
        {count > 1 && (
          <Button variant="danger-soft" busy={busy} onClick={() => all()}>
            {t('disconnect.all', { count })}
          </Button>
        )}
        <Button variant="ghost" onClick={back}>
          {t('disconnect.keep')}
        </Button>
      </div>
    </ViewFrame>
  )
}
