'use client'
import { connectionStatus, connectionStore } from '@portico/core'
import { hostButton } from '@portico/ui/host-button'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { CustomButton } from './CustomButton.js'
import type { PorticoButtonProps } from './PorticoButton.js'
import { useAccountButton } from './useAccountButton.js'

export type ConnectButtonProps = Pick<PorticoButtonProps, 'size' | 'namespace' | 'children'>

/** Opens the modal to connect. Once connected it says so, and opens the account. */
function OwnConnectButton({ size, namespace, children }: ConnectButtonProps) {
  const { buttons } = usePorticoContext().locale
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state, namespace))
  const button = useAccountButton(namespace, status === 'connected')
  const label = { disconnected: children ?? buttons.connect, connecting: buttons.connecting, connected: buttons.connected }[status]
  return hostButton({
    ...button,
    ...(status !== 'connected' && { tone: 'primary' }),
    size,
    busy: button.busy || status === 'connecting',
    children: label,
  })
}

/**
 * Opens the modal to connect. Once connected it says so, and opens the account. `ConnectButton.Custom` leaves the drawing to the site.
 * @example <ConnectButton>Log in</ConnectButton>
 */
export const ConnectButton = /* @__PURE__ */ Object.assign(OwnConnectButton, { Custom: CustomButton })
