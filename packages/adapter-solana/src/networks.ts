import type { SolanaNetwork } from './options.js'

// Plain data, one export each, so that a bundler keeps only those in use. Ids by CAIP-2: the first 32 characters of the genesis hash.
// The endpoints are public and rate limited: a site in production names its own in `rpcUrls`.

const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const

/**
 * Solana, its main cluster.
 * @example
 * import { solana } from '@portico/adapter-solana'
 * import { solana as mainnet } from '@portico/adapter-solana/networks'
 *
 * createPortico({ adapters: [solana({ networks: [mainnet] })] })
 */
export const solana = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: sol,
  rpcUrls: ['https://api.mainnet-beta.solana.com'],
  blockExplorers: [{ name: 'Solana Explorer', url: 'https://explorer.solana.com' }],
  testnet: false,
} as const satisfies SolanaNetwork

/**
 * Solana Devnet.
 * @example solana({ networks: [solanaDevnet] })
 */
export const solanaDevnet = {
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  namespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency: sol,
  rpcUrls: ['https://api.devnet.solana.com'],
  blockExplorers: [{ name: 'Solana Explorer', url: 'https://explorer.solana.com?cluster=devnet' }],
  testnet: true,
} as const satisfies SolanaNetwork

/**
 * Solana Testnet.
 * @example solana({ networks: [solanaTestnet] })
 */
export const solanaTestnet = {
  id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  namespace: 'solana',
  name: 'Solana Testnet',
  nativeCurrency: sol,
  rpcUrls: ['https://api.testnet.solana.com'],
  blockExplorers: [{ name: 'Solana Explorer', url: 'https://explorer.solana.com?cluster=testnet' }],
  testnet: true,
} as const satisfies SolanaNetwork
