'use client'
import { activeConnection, connectionStore, networkStore, type NetworkId } from '@portico/core'
import { goBack } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { nodes, refresh } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { safeText } from '@portico/ui/safe-text'
import { Span } from '@portico/ui/span'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { switchFromView } from './switchFromView.js'

interface Params {
  readonly networkId: NetworkId
  readonly confirm?: boolean
}

/** Waits for the wallet to change network, between the old one and the new one. */
export default function SwitchNetworkView({ params: { networkId, confirm = false } }: { readonly params: Params }) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const target = portico.networks.find(({ id }) => id === networkId) ?? portico.networks[0]
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[target.namespace])
  const activeNamespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const current = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[activeNamespace]?.active)
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, target.namespace)?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, target.namespace, t('switch.open', { wallet }))
  const switching = networks?.switching?.target.id === networkId ? networks.switching : undefined
  const [confirmed, setConfirmed] = useState(!confirm)

  // Once for each visit, however often React mounts: a switch on its way is not asked for again.
  const isThere = networks?.active.id === networkId && activeNamespace === target.namespace
  const needed = confirmed && switching === undefined && !isThere
  const unsupported = networks?.unsupported
  useEffect(() => {
    const now = networkStore(portico).getState().byNamespace[target.namespace]
    const isElsewhere = now?.active.id !== networkId || connectionStore(portico).getState().activeNamespace !== target.namespace
    if (confirmed && now?.switching?.target.id !== networkId && (isElsewhere || now?.unsupported)) switchFromView(portico, networkId)
  }, [portico, confirmed, networkId, target.namespace])

  const asking = !confirmed
  // Its own family's network, unless another one is left for it.
  const isOtherFamily = confirm && asking && activeNamespace !== target.namespace
  const from = (isOtherFamily ? current : networks?.active) ?? target
  const names = { from: safeText(from.name), to: safeText(target.name), wallet, site: site.name }
  const status = asking ? 'confirm' : (switching?.status ?? (needed || unsupported ? 'waiting' : 'done'))
  const span = { confirm: 'idle', waiting: 'wait', declined: 'fail', failed: 'fail', unable: 'idle', done: 'ok' } as const
  const [title, text] = {
    confirm: [t('switch.confirm.title', names), isOtherFamily ? t('switch.confirm.family', names) : t('switch.confirm.text', names)],
    // The embedded wallet asks nobody.
    waiting: [
      connector?.kind === 'embedded' ? names.to : t('switch.waiting.title', names),
      unsupported ? t('switch.waiting.to', names) : t('switch.waiting.text', names),
    ],
    declined: [t('switch.declined.title'), t('switch.declined.text', names)],
    failed: [t('switch.failed.title'), switching?.status === 'failed' ? errorText(switching.error) : ''],
    unable: [t('switch.unable.title'), t('switch.unable.text', names)],
    done: [t('switch.done', names), ''],
  }[status]
  const again = (label: string) => (
    <Button variant="primary" icon={refresh} onClick={() => switchFromView(portico, networkId)}>
      {label}
    </Button>
  )
  return (
    <ViewFrame title={t('switch.title')} lead="back">
      <div className="po-mt2">
        <Span
          from={<NetworkTile network={from} size={56} />}
          to={<NetworkTile network={target} size={56} />}
          state={span[status]}
          glyph={nodes}
        />
      </div>
      <div className="po-mt4" role={status === 'declined' || status === 'failed' ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {asking && (
        <div className="po-mt5">
          <Actions>
            <Button onClick={() => goBack(portico)}>{t('switch.stay', names)}</Button>
            <Button variant="primary" onClick={() => setConfirmed(true)}>
              {t('switch.go')}
            </Button>
          </Actions>
        </div>
      )}
      {status === 'waiting' && openWallet && <div className="po-mt5">{openWallet}</div>}
      {(status === 'declined' || status === 'failed') && <div className="po-mt5">{again(t('common.again'))}</div>}
      {status === 'unable' && <div className="po-mt5">{again(t('switch.unable.check'))}</div>}
    </ViewFrame>
  )
}
