import type { WalletConnectWallet } from '@portico/testing/walletconnect'
import { useSyncExternalStore } from 'react'

/** What a look at the wallet gives, again at each change. `look` returns the same object as long as nothing has changed. */
export function useWallet<T>(wallet: WalletConnectWallet, look: (wallet: WalletConnectWallet) => T): T {
  return useSyncExternalStore(wallet.subscribe, () => look(wallet))
}
