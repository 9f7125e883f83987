'use client'
import { connectionStore, requestedNetworks, type Namespace } from '@portico/core'
import { namespaceFilterStore, replaceView } from '@portico/core/kit'
import { Badge } from '@portico/ui/badge'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { wallet as walletGlyph } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { List, ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { pressWallet } from '../../wallets/pressWallet.js'
import { useConnector } from '../../wallets/useConnector.js'
import { WalletTile } from '../../tiles/WalletTile.js'

/** A wallet that speaks several chain families: on which of them it should be connected. */
export default function ConnectingMultiChainView({ params: { connectorId } }: { readonly params: { readonly connectorId: string } }) {
  const portico = usePortico()
  const t = useT()
  const connector = useConnector(connectorId)
  const filter = usePorticoStore(namespaceFilterStore, (state) => state.namespaces)
  const byNamespace = usePorticoStore(connectionStore, (state) => state.byNamespace)
  const name = safeText(connector?.name ?? connectorId)
  const isConnected = (namespace: Namespace) =>
    byNamespace[namespace]?.connections.some((connection) => connection.connector.id === connector?.members?.[namespace]?.id) ?? false
  const choices = (connector?.namespaces ?? []).flatMap((namespace) => {
    const member = connector?.members?.[namespace]
    const networks = requestedNetworks(portico, namespace)
    const main = networks.filter(({ testnet }) => !testnet)
    const [network] = main.length > 0 ? main : networks
    if (!member?.installed || !network || filter?.includes(namespace) === false) return []
    return [{ namespace, member, network, others: Math.max(0, main.length - 1), connected: isConnected(namespace) }]
  })
  if (choices.length === 0) {
    const toAll = wayTo(portico, 'AllWallets', replaceView)
    return (
      <ViewFrame title={name} lead="back">
        <Empty
          glyph={walletGlyph}
          title={t('error.ConnectorNotFoundError')}
          action={
            toAll && (
              <Button size="md" full={false} onClick={() => toAll()}>
                {t('connecting.another')}
              </Button>
            )
          }
        >
          {t('connecting.gone')}
        </Empty>
      </ViewFrame>
    )
  }
  const title = t('multi.title', { next: choices.some(({ connected }) => connected) ? 'yes' : 'no' })
  return (
    <ViewFrame title={name} lead="back">
      <div className="po-mt2">
        <Hero lead={<WalletTile wallet={{ name, icon: connector?.icon, connector }} size={56} />} title={title}>
          {t('multi.text', { wallet: name })}
        </Hero>
      </div>
      <div className="po-mt4">
        <List label={title}>
          {choices.map(({ namespace, member, network, others, connected }) => (
            <ListItem
              key={namespace}
              lead={<NetworkTile network={network} size={40} />}
              chevron
              {...(connected && { badge: <Badge tone="ok">{t('settings.connected')}</Badge> })}
              onClick={() => pressWallet(portico, { id: member.id, connector: member, record: undefined }, { namespace })}
            >
              {t('multi.row', { network: safeText(network.name), count: others })}
            </ListItem>
          ))}
        </List>
      </div>
    </ViewFrame>
  )
}
