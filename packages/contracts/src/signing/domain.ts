import type { Address } from 'viem'

/** Which account signs, and on which chain: its signature counts for no other. */
export interface Signer {
  account: Address
  chainId: number
}

/**
 * The EIP-712 domain of an account.
 * @example const separator = domainSeparator({ domain: accountDomain({ account, chainId: 8453 }) }) // domainSeparator of viem
 */
export function accountDomain({ account, chainId }: Signer) {
  return { name: 'Portico Account', version: '1', chainId, verifyingContract: account } as const
}
