'use client'
import { activeConnection, connectionStatus, connectionStore } from '@portico/core'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { PorticoButtonProps } from './PorticoButton.js'
import { useButton } from './useButton.js'

export type ConnectButtonProps = Pick<PorticoButtonProps, 'size' | 'children'>

/** Opens the modal to connect. Once connected it says so, and opens the account. */
export function ConnectButton({ size, children }: ConnectButtonProps) {
  const { buttons } = usePorticoContext().locale
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state))
  const button = useButton((portico) => ({ view: activeConnection(connectionStore(portico).getState()) ? 'Account' : 'Connect' }))
  const label = { disconnected: children ?? buttons.connect, connecting: buttons.connecting, connected: buttons.connected }[status]
  return (
    <HostButton {...button} {...(status !== 'connected' && { tone: 'primary' })} size={size} busy={status === 'connecting'}>
      {label}
    </HostButton>
  )
}
