'use client'
import {
  activeConnection,
  connectionsIn,
  connectionStore,
  ConnectorNotFoundError,
  currentAttempt,
  ProviderNotFoundError,
  RequestPendingError,
  UserRejectedError,
  type ConnectTarget,
} from '@portico/core'
import { replaceView } from '@portico/core/kit'
import { useEffect } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { eye, lock, refresh } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Icon } from '@portico/ui/icon'
import { safeText } from '@portico/ui/safe-text'
import { SiteTile } from '@portico/ui/site-tile'
import { Span } from '@portico/ui/span'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { askWallet } from '../../wallets/askWallet.js'
import { connectedTo } from '../../wallets/connectedTo.js'
import { useAnotherWallet } from '../../wallets/useAnotherWallet.js'
import { useConnector } from '../../wallets/useConnector.js'
import { useSite } from '../../hooks/useSite.js'
import { WalletTile } from '../../tiles/WalletTile.js'

/** Waits for the wallet, and says what became of it. What it shows is the attempt in the store, nothing of its own. */
export default function ConnectingExternalView({ params }: { readonly params: ConnectTarget & { readonly connectorId: string } }) {
  const { connectorId, namespace, networkId } = params
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const row = useConnector(connectorId, namespace)
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const where = namespace ?? (row && !row.namespaces.includes(used) ? row.namespaces[0] : used)
  const connector = (where && row?.members?.[where]) ?? row
  const id = connector?.id ?? connectorId
  const attempt = usePorticoStore(connectionStore, (state) => currentAttempt(state, where))
  const connection = usePorticoStore(connectionStore, (state) =>
    connectionsIn(state, where).connections.find((one) => one.connector.id === id),
  )
  const mine = attempt?.connector.id === id ? attempt : undefined

  const isOnScreen = useOnScreen()
  // Opened from outside, for example by `openModal`: nobody has asked the wallet yet.
  const unasked = connector !== undefined && mine === undefined && connection === undefined
  useEffect(() => {
    if (!isOnScreen()) return
    if (connector?.kind === 'walletConnect') {
      const target = { ...(namespace && { namespace }), ...(networkId && { networkId }) }
      return wayTo(portico, 'ConnectingWalletConnectBasic', replaceView)?.(target)
    }
    const state = connectionStore(portico).getState()
    if (unasked && currentAttempt(state, where)?.connector.id !== id && activeConnection(state, where)?.connector.id !== id) {
      askWallet(portico, { connectorId, ...(where && { namespace: where }), ...(networkId && { networkId }) })
    }
  }, [portico, isOnScreen, unasked, connector?.kind, id, connectorId, namespace, networkId, where])

  const name = connector?.generic ? t('wallet.browser') : safeText(connector?.name ?? mine?.connector.name ?? connectorId)
  const item = { name, icon: connector?.icon, connector }
  const again = () => askWallet(portico, params)
  const another = useAnotherWallet(params)
  const error = connector
    ? mine?.status === 'failed'
      ? mine.error
      : undefined
    : new ConnectorNotFoundError({ connectorId, namespace: where ?? '' })
  const state =
    connection && !mine
      ? 'connected'
      : !error
        ? 'waiting'
        : error instanceof UserRejectedError
          ? 'declined'
          : error instanceof RequestPendingError
            ? 'pending'
            : 'error'
  const span = { connected: 'ok', waiting: 'wait', declined: 'fail', pending: 'wait', error: 'fail' } as const

  const gone = error instanceof ProviderNotFoundError || error instanceof ConnectorNotFoundError
  const [title, text] = {
    waiting: [t('connecting.waiting.title', { wallet: name }), t('connecting.waiting.text')],
    declined: [t('connecting.declined.title'), t('connecting.declined.text', { wallet: name })],
    pending: [t('connecting.pending.title', { wallet: name }), t('connecting.pending.text')],
    error: gone ? [errorText(error), t('connecting.gone')] : [t('connecting.error.title', { wallet: name }), error ? errorText(error) : ''],
    connected: [t('connecting.connected'), connection ? connectedTo(portico, connection) : ''],
  }[state]
  const retry = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon={refresh} onClick={again}>
      {t('common.again')}
    </Button>
  )

  return (
    <ViewFrame title={name} lead="back">
      <div className="po-mt2">
        <Span from={<SiteTile {...site} />} to={<WalletTile wallet={item} size={56} />} state={span[state]} />
      </div>
      <div className="po-mt4" role={state === 'error' || state === 'declined' ? 'alert' : 'status'}>
        <Hero title={title}>
          {state === 'connected' ? (
            <bdi className="po-addr" dir="ltr">
              {text}
            </bdi>
          ) : (
            text
          )}
        </Hero>
      </div>
      {state === 'waiting' && <Permissions site={site.name} />}
      {state === 'declined' && <div className="po-mt5">{retry('primary')}</div>}
      {state === 'pending' && <div className="po-mt5">{retry('secondary')}</div>}
      {state === 'error' && (
        <div className="po-mt5 po-col po-g2">
          {!gone && retry('primary')}
          <Button variant="ghost" onClick={another}>
            {t('connecting.another')}
          </Button>
        </div>
      )}
    </ViewFrame>
  )
}

/** What a connection allows, and what it does not. */
function Permissions({ site }: { readonly site: string }) {
  const t = useT()
  return (
    <div className="po-mt5">
      <Card>
        <div className="po-flex po-g3">
          <Icon glyph={eye} />
          <span className="po-meta po-grow">{t('connecting.sees', { site })}</span>
        </div>
        <div className="po-flex po-g3 po-mt3">
          <Icon glyph={lock} />
          <span className="po-meta po-grow">{t('connecting.moves')}</span>
        </div>
      </Card>
    </div>
  )
}
