'use client'
import { activeConnection, connectionStore, type Namespace } from '@portico/core'
import { useEffect, useState, type ReactNode } from 'react'
import { hostButton } from '@portico/ui/host-button'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { PorticoButtonProps } from './PorticoButton.js'
import { useButton } from './useButton.js'

export interface WalletButtonProps extends Pick<PorticoButtonProps, 'size'> {
  /** Which wallet: its id in the directory, its reverse domain name as it announces itself (EIP-6963), or a connector's id. */
  readonly wallet: string
  /** Where it is to be connected. Default: wherever it can be. */
  readonly namespace?: Namespace | undefined
  /** Instead of the wallet's own name. */
  readonly children?: ReactNode
}

type Face = typeof import('./walletFace.js')

/**
 * One wallet, one button: asks it at once where it is in this browser, and shows its code or its app elsewhere. Back leads to the list
 * of all wallets. Once that wallet is connected, it opens the account. The wallet's picture is a chunk, which comes after the button.
 * @example <WalletButton wallet="io.metamask" />
 */
export function WalletButton({ wallet, size, namespace, children }: WalletButtonProps) {
  const portico = usePortico()
  const { buttons } = usePorticoContext().locale
  const connection = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace))
  const [face, setFace] = useState<Face>()
  useEffect(() => {
    let isOver = false
    import('./walletFace.js').then(
      (module) => void (isOver || setFace(module)),
      () => undefined, // offline: the name alone
    )
    return () => void (isOver = true)
  }, [])
  const isConnected = connection !== undefined && (face?.isWallet(portico, connection.connector, wallet) ?? false)
  const button = useButton(() =>
    isConnected ? { view: 'Account' } : { view: 'Connect', params: { wallet, ...(namespace && { namespace }) } },
  )
  return hostButton({
    ...button,
    size,
    lead: button.busy ? undefined : face && <face.WalletPicture wallet={wallet} />,
    children: isConnected ? buttons.connected : (children ?? (face ? <face.WalletName wallet={wallet} /> : wallet)),
  })
}
