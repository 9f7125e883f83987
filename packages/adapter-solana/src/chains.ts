import type { NetworkId } from '@portico/core'

/** The Wallet Standard's names of Solana's public networks, by CAIP-2 id. */
const names: readonly (readonly [NetworkId, string])[] = [
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
]

/** What a wallet calls a network. One that is not public is called by its CAIP-2 id, for example `solana:localnet`. */
export const chainOf = (networkId: string): string => names.find(([id]) => id === networkId)?.[1] ?? networkId

/** The network that a wallet's chain is; undefined for what is no chain of Solana. */
export function networkIdOf(chain: string): NetworkId | undefined {
  const known = names.find(([, name]) => name === chain)?.[0]
  return known ?? (isSolanaId(chain) ? chain : undefined)
}

const isSolanaId = (value: unknown): value is `solana:${string}` => typeof value === 'string' && /^solana:[-_a-zA-Z0-9]{1,32}$/.test(value)

/** The three public chains. */
export const publicChains: readonly `${string}:${string}`[] = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
