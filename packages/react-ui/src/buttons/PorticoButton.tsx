'use client'
import { activeConnection, connectionStatus, connectionStore, shortAddress } from '@portico/core'
import type { ReactNode } from 'react'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountFace } from './useAccountFace.js'
import { useButton } from './useButton.js'

export interface PorticoButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Whether the native balance is shown. Default true. */
  readonly balance?: boolean
  /** Whether a name and picture, where there are any, are shown instead of the address and its doorway. Default true. */
  readonly profile?: boolean
  /** Instead of "Connect". */
  readonly children?: ReactNode
}

/**
 * One button for both: Connect, and once connected the account with its picture, name or address, and balance. It is the
 * same element all the time, so that focus stays on it. What it takes to draw an account is a chunk: a page whose visitor is
 * not connected does not load it, and until it is there the address stands alone.
 */
export function PorticoButton({ size, balance = true, profile = true, children }: PorticoButtonProps) {
  const { buttons } = usePorticoContext().locale
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state))
  const address = usePorticoStore(connectionStore, (state) => activeConnection(state)?.addresses[0])
  const button = useButton(() => ({ view: address === undefined ? 'Connect' : 'Account' }))
  const face = useAccountFace(address)
  const connecting = status === 'connecting'
  if (address === undefined) {
    return <HostButton {...button} tone="primary" size={size} busy={connecting}>{connecting ? buttons.connecting : (children ?? buttons.connect)}</HostButton>
  }
  return (
    <HostButton
      {...button}
      size={size}
      lead={face ? <face.Picture address={address} profile={profile} /> : <span className="po-tile is-arch" />}
      {...(balance && { balance: face ? <face.Balance /> : null })}
    >
      <bdi className="po-addr" dir="ltr">{face ? <face.Name address={address} profile={profile} /> : shortAddress(address)}</bdi>
    </HostButton>
  )
}
