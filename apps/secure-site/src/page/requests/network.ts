import type { NetworkId } from '@portico/core'
import type { FrameNetwork, RequestContext } from '../types.js'
import { ChainMismatchError, InvalidParamsError, NetworkNotServedError } from './errors.js'

/** The network of a request, from the operator's table (S6). */
export function networkOf(networkId: NetworkId, { networks }: Pick<RequestContext, 'networks'>): FrameNetwork {
  const network = networks.find(({ id }) => id === networkId)
  if (!network) throw new NetworkNotServedError({ networkId })
  return network
}

/**
 * The network that a request is signed for: the active one, which the request must agree with where it names any (S14).
 * @throws ChainMismatchError 4901
 */
export function agreedNetwork(namespace: 'eip155' | 'solana', chainId: string | number | undefined, context: RequestContext): FrameNetwork {
  const active = context.active[namespace]
  if (chainId !== undefined) {
    const asked = networkIdOf(namespace, chainId)
    if (asked !== active) throw new ChainMismatchError({ asked, active })
  }
  return networkOf(active, context)
}

/** CAIP-2 id of what a site calls a chain: the id itself, or of an EVM chain its number or that as 0x hex. */
function networkIdOf(namespace: 'eip155' | 'solana', chainId: string | number): string {
  const text = String(chainId)
  if (text.includes(':')) return text
  if (namespace === 'solana') return `solana:${text}`
  const number = readChainNumber(chainId)
  if (number === undefined) throw new InvalidParamsError({ problem: 'the chain id is none' })
  return `eip155:${number}`
}

/** The number of an EVM chain as a site may write it: a number, decimal digits or 0x hex. */
export function readChainNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value) ? BigInt(value) : undefined
}

/** The number of an EVM network. */
export const chainNumber = ({ id }: FrameNetwork): bigint => BigInt(id.slice('eip155:'.length))
