'use client'
import { activeConnection, connectionStore } from '@portico/core'
import { usePorticoStore } from '../usePorticoStore.js'
import { AccountButton, type AccountButtonProps } from './AccountButton.js'
import { ConnectButton } from './ConnectButton.js'

/** One button for both: Connect, and once connected the account. */
export function PorticoButton(props: AccountButtonProps) {
  const connected = usePorticoStore(connectionStore, (state) => activeConnection(state) !== undefined)
  return connected ? <AccountButton {...props} /> : <ConnectButton {...(props.size && { size: props.size })} />
}
