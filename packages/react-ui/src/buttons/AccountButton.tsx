'use client'
import { activeConnection, connectionStore } from '@portico/core'
import { usePorticoStore } from '../usePorticoStore.js'
import { PorticoButton, type PorticoButtonProps } from './PorticoButton.js'

export type AccountButtonProps = Omit<PorticoButtonProps, 'children'>

/**
 * The account in use: picture, name or address, and balance. Renders nothing while no wallet is connected.
 * @example <AccountButton balance={false} />
 */
export function AccountButton(props: AccountButtonProps) {
  const connected = usePorticoStore(connectionStore, (state) => activeConnection(state, props.namespace) !== undefined)
  return connected ? <PorticoButton {...props} /> : null
}
