'use client'
import { accountStore, type ConnectorInfo } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { usePorticoStore } from '../usePorticoStore.js'

/** What a wallet is called: by its name, and the embedded one by who is logged in, which says more than how. */
export function useWalletName(): (connector: Pick<ConnectorInfo, 'kind' | 'name'> | undefined) => string {
  const facts = usePorticoStore(accountStore, (state) => state)
  return (connector) => {
    const user = connector?.kind === 'embedded' ? Object.values(facts).find((each) => each.user)?.user : undefined
    return safeText(user?.email ?? user?.userName ?? connector?.name)
  }
}
