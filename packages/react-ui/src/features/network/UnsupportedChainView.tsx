'use client'
import {
  activeConnection,
  connectionStore,
  networkStore,
  requestedNetworks,
  shortAddress,
  type Namespace,
  type NetworkId,
} from '@portico/core'
import { pushView } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { more, nodes, power } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { useDisconnectFromView } from '../../hooks/useDisconnectFromView.js'
import { useSite } from '../../hooks/useSite.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'

/** How many networks are within reach before the full list. */
const shownNetworks = 4

interface Params {
  readonly namespace: Namespace
  readonly networkId: NetworkId
}

/** The wallet is on a network that the site does not take. Not closable: change network, or disconnect. */
export default function UnsupportedChainView({ params: { namespace, networkId } }: { readonly params: Params }) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const where = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace]?.unsupported) ?? networkId
  const active = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace))
  const { busy, one } = useDisconnectFromView()
  const networks = requestedNetworks(portico, namespace)
  const choose = (id: NetworkId) => pushView(portico, { view: 'SwitchNetwork', params: { networkId: id } })
  return (
    <ViewFrame title={t('unsupported.title')} closable={false}>
      <div className="po-mt2">
        <Hero lead={<Medal glyph={nodes} tone="warn" />} title={t('unsupported.choose')}>
          {t('unsupported.text', { site: site.name, chain: shortAddress(where.slice(where.indexOf(':') + 1)) })}
        </Hero>
      </div>
      <div className="po-mt4">
        <List label={t('networks.title')}>
          {networks.slice(0, shownNetworks).map((network) => (
            <ListItem
              key={network.id}
              lead={<NetworkTile network={network} size={32} />}
              compact
              chevron
              onClick={() => choose(network.id)}
            >
              {safeText(network.name)}
            </ListItem>
          ))}
          {networks.length > shownNetworks && (
            <ListItem lead={<GlyphTile glyph={more} size={32} />} compact chevron onClick={() => pushView(portico, { view: 'Networks' })}>
              {t('unsupported.all')}
            </ListItem>
          )}
        </List>
      </div>
      <div className="po-mt3">
        <Button
          variant="ghost"
          icon={power}
          busy={busy}
          onClick={() => active && one({ namespace, connectorId: active.connector.id }, () => undefined)}
        >
          {t('account.disconnect')}
        </Button>
      </div>
    </ViewFrame>
  )
}
