'use client'
import { activeConnection, connectionStatus, connectionStore, shortAddress, type Namespace } from '@portico/core'
import type { ReactNode } from 'react'
import { hostButton } from '@portico/ui/host-button'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountButton } from './useAccountButton.js'
import { useAccountFace } from './useAccountFace.js'

export interface PorticoButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Whether the native balance is shown. Default true. */
  readonly balance?: boolean
  /** Whether a name and picture, where there are any, are shown instead of the address and its doorway. Default true. */
  readonly profile?: boolean
  /** The chain family that it is about. Default: the one in use. */
  readonly namespace?: Namespace | undefined
  /** Instead of "Connect". */
  readonly children?: ReactNode
}

/**
 * One button for both: Connect, and once connected the account with its picture, name or address, and balance. It is the
 * same element all the time, so that focus stays on it. What it takes to draw an account is a chunk: a page whose visitor is
 * not connected does not load it, and until it is there the address stands alone. Beside `<Modal without={['account']} />` it shows the
 * account and opens nothing: `useDisconnect` is then for the site to offer.
 * @example <PorticoButton size="sm" balance={false} />
 */
export function PorticoButton({ size, balance = true, profile = true, namespace, children }: PorticoButtonProps) {
  const { buttons } = usePorticoContext().locale
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state, namespace))
  const address = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace)?.addresses[0])
  const button = useAccountButton(namespace, address !== undefined)
  const face = useAccountFace(address, namespace)
  const connecting = status === 'connecting'
  if (address === undefined) {
    return hostButton({
      ...button,
      tone: 'primary',
      size,
      busy: button.busy || connecting,
      children: connecting ? buttons.connecting : (children ?? buttons.connect),
    })
  }
  const picture = face ? <face.Picture {...{ address, profile, namespace }} /> : <span className="po-tile is-arch" />
  return hostButton({
    ...button,
    size,
    lead: button.busy ? undefined : picture,
    ...(balance && { balance: face ? <face.Balance namespace={namespace} /> : null }),
    children: (
      <bdi className="po-addr" dir="ltr">
        {face ? <face.Name {...{ address, profile, namespace }} /> : shortAddress(address)}
      </bdi>
    ),
  })
}
