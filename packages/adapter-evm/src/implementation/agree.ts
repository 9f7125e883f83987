import { ChainMismatchError, WalletRequestError } from '@portico/core'
import type { AccountTarget } from '@portico/core/kit'
import { askAccounts, askChainId, networkIdOf, readChainId, type Provider } from './provider.js'

/** The chain of a CAIP-2 id of this namespace. @throws ChainMismatchError for another namespace */
export function chainIdOf(networkId: string): number {
  const chainId = networkId.startsWith('eip155:') ? readChainId(networkId.slice(7)) : undefined
  if (chainId === undefined) throw new ChainMismatchError({ wanted: networkId, actual: 'eip155' })
  return chainId
}

/**
 * S14: the chain of the request, the wallet's chain and the chain that typed data names must be one. Typed data that names
 * no chain binds itself to none and passes; a chain id that cannot be read does not.
 * @param domain parsed JSON of the very text that will be signed
 * @throws ChainMismatchError
 */
export function checkChains({ requested, wallet, domain }: { requested: number; wallet: number; domain?: unknown }): void {
  const wanted = networkIdOf(requested)
  if (wallet !== requested) throw new ChainMismatchError({ wanted, actual: networkIdOf(wallet) })
  if (typeof domain !== 'object' || domain === null || !('chainId' in domain)) return
  const named = readChainId(domain.chainId)
  if (named !== requested) throw new ChainMismatchError({ wanted, actual: named === undefined ? told(domain.chainId) : networkIdOf(named) })
}

/** What a wallet or a site wrote, for a message. JSON can hold an object whose `toString` is no function. */
const told = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)).slice(0, 80)

/**
 * Asks the wallet, just before a signature, where it is and whether the account is still the site's to use.
 * @throws ChainMismatchError, and WalletRequestError 4100 for an account that the wallet does not share
 */
export async function checkWallet(provider: Provider, { address, networkId }: AccountTarget, domain?: unknown): Promise<void> {
  const [accounts, wallet] = await Promise.all([askAccounts(provider), askChainId(provider)])
  checkChains({ requested: chainIdOf(networkId), wallet, domain })
  if (!accounts.some((account) => account.toLowerCase() === address.toLowerCase())) {
    throw new WalletRequestError({ code: 4100, message: `The wallet does not let this site use ${address}.` })
  }
}
