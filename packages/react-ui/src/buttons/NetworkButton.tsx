'use client'
import { connectionStore, networkStore } from '@portico/core'
import { caution, chevronDown } from '../icons/hostGlyphs.js'
import { Icon } from '../icons/Icon.js'
import { networkArt } from '../icons/art.js'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { safeText } from '../primitives/safeText.js'
import { Spinner } from '../primitives/spinner/Spinner.js'
import { Tile } from '../primitives/tile/Tile.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useButton } from './useButton.js'

export interface NetworkButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Shows the network's picture alone. Default false. */
  readonly iconOnly?: boolean
}

/** The network in use; opens the list of networks. Says so when the wallet is on one that is not the site's. */
export function NetworkButton({ size, iconOnly = false }: NetworkButtonProps) {
  const { buttons } = usePorticoContext().locale
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const button = useButton(() => ({ view: 'Networks' }))
  if (!networks) return null

  const { active, unsupported, switching } = networks
  const waits = switching?.status === 'waiting'
  const name = safeText(active.name)
  const words = waits ? buttons.switching : unsupported ? buttons.switchNetwork : name
  const picture = <Tile name={name} src={active.icon} shape="net">{networkArt(active.id)}</Tile>
  const lead = waits ? <Spinner /> : unsupported ? <Icon glyph={caution} /> : picture
  return (
    <HostButton
      {...button}
      size={size}
      {...(unsupported && !waits && { tone: 'bad' })}
      lead={lead}
      end={!iconOnly && !unsupported && <Icon glyph={chevronDown} size={16} />}
      aria-label={unsupported && !waits ? words : `${buttons.network}: ${words}`}
    >
      {iconOnly ? undefined : words}
    </HostButton>
  )
}
