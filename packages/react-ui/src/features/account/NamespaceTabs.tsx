import { requestedNetworks, type Namespace } from '@portico/core'
import { Segmented } from '@portico/ui/segmented'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'

export interface NamespaceTabsProps {
  readonly value: Namespace
  readonly onChange: (namespace: Namespace) => void
  /** Id of the element that changes. */
  readonly controls: string
}

/** One tab for each chain family that the site uses. */
export function NamespaceTabs({ value, onChange, controls }: NamespaceTabsProps) {
  const portico = usePortico()
  const t = useT()
  const items = [...portico.adapters.keys()].map((id) => {
    const [network] = requestedNetworks(portico, id)
    return {
      id,
      label: (
        <>
          {network && <NetworkTile network={network} size={16} />}
          {t('accounts.family', { namespace: id })}
        </>
      ),
    }
  })
  return <Segmented label={t('accounts.families')} items={items} value={value} onChange={onChange} controls={controls} />
}
