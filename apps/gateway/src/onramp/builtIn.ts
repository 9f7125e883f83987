import type { Chain } from '../chains/chains.js'
import type { OnrampAsset, OnrampCatalog } from './types.js'
import { onrampFiats, onrampMethods } from './types.js'

const ether = { symbol: 'ETH', name: 'Ether', address: '', decimals: 18 }
const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }

/** What every provider sells, by Circle's list of its contracts. */
const usual: readonly OnrampAsset[] = [
  { ...ether, network: 'eip155:1' },
  { ...usdc, network: 'eip155:1', address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
  { ...ether, network: 'eip155:8453' },
  { ...usdc, network: 'eip155:8453', address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
  { ...ether, network: 'eip155:10' },
  { ...usdc, network: 'eip155:10', address: '0x0b2c639c533813f4aa9d7837caf62653d097ff85' },
  { ...ether, network: 'eip155:42161' },
  { ...usdc, network: 'eip155:42161', address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
  { symbol: 'POL', name: 'Polygon', address: '', decimals: 18, network: 'eip155:137' },
  { ...usdc, network: 'eip155:137', address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' },
  { symbol: 'SOL', name: 'Solana', address: '', decimals: 9, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  { ...usdc, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  { symbol: 'BTC', name: 'Bitcoin', address: '', decimals: 8, network: 'bip122:000000000019d6689c085ae165831e93' },
]

/** What is offered while no provider says what it has (R10). A chain that is followed is believed about its own coin and token. */
export function builtInCatalog(chains: readonly Chain[]): OnrampCatalog {
  const assets = usual.map((asset): OnrampAsset => {
    const chain = chains.find(({ id }) => id === asset.network)
    if (!chain) return asset
    if (asset.address === '') return { ...asset, ...chain.native }
    const token = chain.tokens.find(({ symbol }) => symbol === asset.symbol)
    return token ? { ...asset, ...token } : asset
  })
  return { assets, fiats: onrampFiats, methods: onrampMethods }
}
