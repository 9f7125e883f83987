import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { InvalidChainIdError } from './errors.js'

/** Of Ethereum (SLIP-44), and of every EVM network that has no address of its own (ENSIP-19). */
export const ethereumCoin = 60
export const defaultCoin = 0x80000000

/**
 * The coin type under which an EVM network's address is registered: the chain id with the highest of 32 bits set (ENSIP-11), that of
 * Ethereum as well. The service makes 60 of the latter.
 * @example const coinType = coinTypeOf('eip155:8453') // 2147492101 (ENSIP-11)
 * @throws InvalidChainIdError for a chain id of 2^31 or more, and for other chain families
 */
export function coinTypeOf(networkId: NetworkId): number {
  const chainId = Number(networkId.slice(networkId.indexOf(':') + 1))
  if (namespaceOf(networkId) !== 'eip155' || !Number.isInteger(chainId) || chainId < 1 || chainId >= 2 ** 31)
    throw new InvalidChainIdError({ networkId })
  return (0x80000000 | chainId) >>> 0
}
