'use client'
import { activeConnection, connectionStore, findNetwork, networkStore, type Namespace, type NetworkId } from '@portico/core'
import { currentEntry, goOn, replaceView, routerStore } from '@portico/core/kit'
import { useEffect } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { nodes, wallet as walletGlyph } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { safeText } from '@portico/ui/safe-text'
import { Span } from '@portico/ui/span'
import { pressWallet } from '../../wallets/pressWallet.js'
import { useConnector } from '../../wallets/useConnector.js'
import { useT } from '../../i18n/useT.js'
import { useBack } from '../../modal/useBack.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'

interface Params {
  readonly namespace: Namespace
  readonly networkId: NetworkId
}

/** Another chain family needs a connection there, of the same wallet where it speaks it, or of another one. */
export default function SwitchActiveChainView({ params }: { readonly params: Params }) {
  const portico = usePortico()
  const t = useT()
  const back = useBack()
  const { namespace, networkId } = params
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const current = usePorticoStore(connectionStore, (state) => activeConnection(state)?.connector)
  const from = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[used]?.active)
  const same = useConnector(current?.id, namespace)
  const target = findNetwork(portico, networkId)
  // Connected meanwhile, in the wallet or in another tab: there is nothing left to ask.
  const arrived = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace) !== undefined)
  useEffect(() => {
    if (arrived) goOn(portico, { from: currentEntry(routerStore(portico).getState())?.key })
  }, [portico, arrived])
  if (!target || !from) {
    const action = (
      <Button size="md" full={false} onClick={() => replaceView(portico, { view: 'Networks' })}>
        {t('unsupported.all')}
      </Button>
    )
    return (
      <ViewFrame title={t('switch.title')} lead="back">
        <Empty glyph={nodes} title={t('error.NetworkNotConfiguredError')} action={action} />
      </ViewFrame>
    )
  }

  const names = { wallet: safeText(current?.name), from: safeText(from.name), to: safeText(target.name), namespace }
  const toConnect = wayTo(portico, 'Connect')
  return (
    <ViewFrame title={t('chain.title', names)} lead="back">
      <div className="po-mt2">
        <Span
          from={<NetworkTile network={from} size={56} />}
          to={<NetworkTile network={target} size={56} />}
          state="idle"
          glyph={walletGlyph}
        />
      </div>
      <div className="po-mt4">
        {same?.installed ? (
          <Hero title={t('connecting.waiting.title', names)}>{t('chain.same', names)}</Hero>
        ) : (
          <Hero title={t('chain.connect', names)}>{t('chain.text', names)}</Hero>
        )}
      </div>
      <div className="po-mt5 po-col po-g2">
        {same?.installed && (
          <Button variant="primary" onClick={() => pressWallet(portico, { id: same.id, connector: same, record: undefined }, params)}>
            {t('connecting.waiting.title', names)}
          </Button>
        )}
        {toConnect && (
          <Button variant={same?.installed ? 'secondary' : 'primary'} onClick={() => toConnect(params)}>
            {same?.installed ? t('connecting.another') : t('chain.connect', names)}
          </Button>
        )}
        <Button variant="ghost" onClick={back}>
          {t('switch.stay', names)}
        </Button>
      </div>
    </ViewFrame>
  )
}
