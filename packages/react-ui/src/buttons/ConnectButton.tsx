'use client'
import { activeConnection, connectionStatus, connectionStore } from '@portico/core'
import type { ReactNode } from 'react'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useButton } from './useButton.js'

export interface ConnectButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Instead of "Connect". */
  readonly children?: ReactNode
}

/** Opens the modal to connect. Once connected it says so, and opens the account. */
export function ConnectButton({ size, children }: ConnectButtonProps) {
  const { buttons } = usePorticoContext().locale
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state))
  const button = useButton((portico) => ({ view: activeConnection(connectionStore(portico).getState()) ? 'Account' : 'Connect' }))
  const label = { disconnected: children ?? buttons.connect, connecting: buttons.connecting, connected: buttons.connected }[status]
  return (
    <HostButton {...button} {...(status !== 'connected' && { tone: 'primary' })} size={size} busy={status === 'connecting'} aria-haspopup="dialog">
      {label}
    </HostButton>
  )
}
