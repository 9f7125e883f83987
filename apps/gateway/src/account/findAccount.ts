import { addressOn, checkAddress, namespaceOf } from '../chains/address.js'
import type { AccountChain, Accounts } from './accounts.js'

/**
 * The chain that a call is about, with the address as that chain writes it. Without a chain it is the first that knows such addresses;
 * undefined where this gateway has none.
 * @throws InvalidQueryError for an address that is none
 */
export function findAccount({ chains }: Accounts, text: string, chainId?: string): { at: AccountChain; address: string } | undefined {
  checkAddress(text, chainId === undefined ? undefined : namespaceOf(chainId))
  for (const at of chains.values()) {
    const address = addressOn(namespaceOf(at.chain.id), text)
    if (address !== undefined && (chainId === undefined || chainId === at.chain.id)) return { at, address }
  }
  return undefined
}
