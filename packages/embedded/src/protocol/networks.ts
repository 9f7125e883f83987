import type { NetworkId } from '@portico/core'

/**
 * Networks of the embedded wallet by CAIP-2 id, with their names: 24 EVM chains and Solana's three clusters.
 * An operator may serve fewer, or others.
 * @example const name = supportedNetworks['eip155:8453'] // 'Base'
 */
export const supportedNetworks: Readonly<Record<NetworkId, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:11155111': 'Sepolia',
  'eip155:10': 'OP Mainnet',
  'eip155:11155420': 'OP Sepolia',
  'eip155:42161': 'Arbitrum One',
  'eip155:421614': 'Arbitrum Sepolia',
  'eip155:137': 'Polygon',
  'eip155:80002': 'Polygon Amoy',
  'eip155:42220': 'Celo',
  'eip155:44787': 'Celo Alfajores',
  'eip155:1313161554': 'Aurora',
  'eip155:1313161555': 'Aurora Testnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:97': 'BNB Smart Chain Testnet',
  'eip155:43114': 'Avalanche',
  'eip155:43113': 'Avalanche Fuji',
  'eip155:324': 'ZKsync Era',
  'eip155:300': 'ZKsync Sepolia',
  'eip155:100': 'Gnosis',
  'eip155:10200': 'Gnosis Chiado',
  'eip155:8453': 'Base',
  'eip155:84532': 'Base Sepolia',
  'eip155:7777777': 'Zora',
  'eip155:999999999': 'Zora Sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana Devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
}
