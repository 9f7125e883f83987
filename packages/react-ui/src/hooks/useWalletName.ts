'use client'
import type { ConnectorInfo } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useLogin } from './useLogin.js'

/**
 * What a wallet is called: by its name, and the embedded one by who is logged in, which says more than how.
 * @param login what the embedded one is called while nobody knows who that is
 */
export function useWalletName(login?: string): (connector: Pick<ConnectorInfo, 'kind' | 'name'> | undefined) => string {
  const user = useLogin()
  return (connector) =>
    connector?.kind === 'embedded' ? safeText(user?.email ?? user?.userName ?? login ?? connector.name) : safeText(connector?.name)
}
