'use client'
import { connectionStore, networkStore, type Namespace, type Network } from '@portico/core'
import { useEffect, useState } from 'react'
import { evmArt } from '@portico/ui/evm-art'
import { hostButton } from '@portico/ui/host-button'
import { caution, chevronDown } from '@portico/ui/host-glyphs'
import { Icon } from '@portico/ui/icon'
import { safeText } from '@portico/ui/safe-text'
import { Spinner } from '@portico/ui/spinner'
import { Tile } from '@portico/ui/tile'
import { viewChoiceStore } from '@portico/core/kit'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useButton } from './useButton.js'

export interface NetworkButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Shows the network's picture alone. Default false. */
  readonly iconOnly?: boolean
  /** The chain family that it is about. Default: the one in use. */
  readonly namespace?: Namespace | undefined
}

/**
 * The network in use; opens the list of networks. Says so when the wallet is on one that is not the site's. Beside `<Modal without={['network']} />`
 * there is no such list, and no button.
 * @example <NetworkButton iconOnly />
 */
export function NetworkButton({ size, iconOnly = false, namespace }: NetworkButtonProps) {
  const { buttons } = usePorticoContext().locale
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace ?? used])
  const hasList = usePorticoStore(viewChoiceStore, ({ without }) => !without?.includes('network'))
  const draw = useDrawing(networks?.active)
  const button = useButton(() => ({ view: 'Networks' }))
  if (!networks || !hasList) return null

  const { active, unsupported, switching } = networks
  const waits = switching?.status === 'waiting'
  const name = safeText(active.name)
  const words = waits ? buttons.switching : unsupported ? buttons.switchNetwork : name
  const picture = draw ? (
    <Tile name={name} src={active.icon} shape="net">
      {draw(active.id)}
    </Tile>
  ) : (
    <span className="po-tile is-net" />
  )
  const lead = waits ? <Spinner /> : unsupported ? <Icon glyph={caution} /> : picture
  return hostButton({
    ...button,
    size,
    ...(unsupported && !waits && { tone: 'bad' }),
    lead: button.busy ? undefined : lead,
    end: !iconOnly && !unsupported && <Icon glyph={chevronDown} size={16} />,
    'aria-label': button.note ?? (unsupported && !waits ? words : `${buttons.network}: ${words}`),
    children: iconOnly ? undefined : words,
  })
}

/** Draws networks. Those of EVM are at hand; a page that uses others loads them, and until then there is their place. */
function useDrawing(network: Network | undefined): typeof evmArt | undefined {
  const [all, setAll] = useState<{ readonly draw: typeof evmArt }>()
  const isAtHand = network?.namespace === 'eip155'
  useEffect(() => {
    if (network && !isAtHand)
      import('@portico/ui/network-art').then(
        ({ networkArt }) => setAll({ draw: networkArt }),
        () => setAll({ draw: evmArt }),
      )
  }, [network, isAtHand])
  return all?.draw ?? (isAtHand ? evmArt : undefined)
}
