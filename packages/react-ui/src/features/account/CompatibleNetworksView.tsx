'use client'
import { connectionStore, networkStore, type Namespace } from '@portico/core'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { compatibleNetworks } from './compatible.js'

/** The networks on which the address takes money, and what becomes of it elsewhere. */
export default function CompatibleNetworksView({ params }: { readonly params?: { readonly namespace?: Namespace } | undefined }) {
  const portico = usePortico()
  const t = useT()
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const active = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[params?.namespace ?? used]?.active)
  const networks = active ? compatibleNetworks(portico, active) : []
  return (
    <ViewFrame
      title={t('compatible.title')}
      lead="back"
      foot={<Note tone="warn">{active ? t('compatible.text', { count: networks.length }) : t('error.AdapterNotFoundError')}</Note>}
    >
      <ul className="po-list" aria-label={t('compatible.title')}>
        {networks.map((network) => (
          <li key={network.id} className="po-row is-48">
            <NetworkTile network={network} size={32} />
            <span className="po-row__m">
              <span className="po-row__t">{safeText(network.name)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ViewFrame>
  )
}
