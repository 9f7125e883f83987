'use client'
import { activeConnection, connectionStore } from '@portico/core'
import type { ReactElement } from 'react'
import { useT } from '../../i18n/useT.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'

/** The button that opens what the wallet is asked about a name, while it is. */
export function useNameWallet(isAsked: boolean): ReactElement | undefined {
  const t = useT()
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, 'eip155')?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, 'eip155', t('name.open', { wallet }))
  return isAsked ? openWallet : undefined
}
