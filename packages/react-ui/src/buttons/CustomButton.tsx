'use client'
import {
  activeConnection,
  connectionStatus,
  connectionStore,
  networkStore,
  openModal,
  shortAddress,
  type ConnectionStatus,
  type Namespace,
  type Network,
} from '@portico/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { accountRequest } from '../accountRequest.js'
import { viewChoiceStore } from '@portico/core/kit'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountButton } from './useAccountButton.js'

/** What a button of a site's own shows, and what it does. */
export interface CustomButtonState {
  readonly status: ConnectionStatus
  /** False on a server and while the page hydrates: what is shown then is what a server knew. */
  readonly mounted: boolean
  /** The account in use. */
  readonly account: { readonly address: string; readonly shortAddress: string; readonly namespace: Namespace } | undefined
  /** The network in use; `unsupported` where the wallet is on one that is not the site's. */
  readonly network: { readonly network: Network; readonly unsupported: boolean } | undefined
  /** The modal's code is on its way. */
  readonly busy: boolean
  /** Why the last press did nothing, in the visitor's language. */
  readonly note: string | undefined
  /**
   * For the element that opens Connect, or once connected the account: `<button {...button}>`. Fetches the modal on intent. Beside
   * `<Modal without={['account']} />` it opens nothing once connected, and says so (`aria-disabled`).
   */
  readonly button: Omit<ReturnType<typeof useAccountButton>, 'theme' | 'busy' | 'note'>
  /** Opens Connect, or once connected the account; nothing where `button` opens nothing. */
  readonly open: () => void
  /** Opens the list of networks; undefined beside `<Modal without={['network']} />`, which has none. */
  readonly openNetworks: (() => void) | undefined
}

export interface CustomButtonProps {
  /** The chain family that it is about. Default: the one in use. */
  readonly namespace?: Namespace | undefined
  readonly children: (state: CustomButtonState) => ReactNode
}

/**
 * A button, or more than one, as the site draws it.
 * @example
 * <ConnectButton.Custom>
 *   {({ status, account, button }) => (
 *     <button type="button" className="mine" {...button}>
 *       {status === 'connected' ? account?.shortAddress : 'Log in'}
 *     </button>
 *   )}
 * </ConnectButton.Custom>
 */
export function CustomButton({ namespace, children }: CustomButtonProps) {
  const portico = usePortico()
  const status = usePorticoStore(connectionStore, (state) => connectionStatus(state, namespace))
  const connection = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace))
  const used = usePorticoStore(connectionStore, (state) => namespace ?? state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[used])
  const mounted = useSyncExternalStore(never, yes, no)
  const without = usePorticoStore(viewChoiceStore, (state) => state.without)
  const address = connection?.addresses[0]
  const { theme: _theme, busy, note, ...button } = useAccountButton(namespace, address !== undefined)
  return children({
    status,
    mounted,
    account: address === undefined ? undefined : { address, shortAddress: shortAddress(address), namespace: used },
    network: networks && { network: networks.active, unsupported: Boolean(networks.unsupported) },
    busy,
    note,
    button,
    open: () => {
      if (!button['aria-disabled']) openModal(portico, accountRequest(portico, namespace))
    },
    openNetworks: without?.includes('network') ? undefined : () => openModal(portico, { view: 'Networks' }),
  })
}

const never = () => () => undefined
const yes = () => true
const no = () => false
