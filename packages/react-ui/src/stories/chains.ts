import type { Network } from '@portico/core'
import { fakeConnector, fakeNetworks, type FakeAdapterOptions } from '@portico/testing'
import { cairn, harbor, juniper } from './wallets.js'

export const solanaAddress = '7RkqmH3dXz9wTgJb5cVnYe2QfL8pAsU4oM6iKBKB29Pd'
export const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const ordinalsAddress = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'

const [ethereum] = fakeNetworks
const like = (network: Partial<Network> & Pick<Network, 'id' | 'namespace' | 'name' | 'nativeCurrency'>): Network => ({
  ...(ethereum as Network),
  ...network,
})
const sol = { name: 'SOL', symbol: 'SOL', decimals: 9 }
const btc = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

export const solana = like({ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', namespace: 'solana', name: 'Solana', nativeCurrency: sol })
export const devnet = like({
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  namespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency: sol,
  testnet: true,
})
export const bitcoin = like({ id: 'bip122:000000000019d6689c085ae165831e93', namespace: 'bip122', name: 'Bitcoin', nativeCurrency: btc })
export const signet = like({
  id: 'bip122:00000008819873e925422c1ff0f99f7c',
  namespace: 'bip122',
  name: 'Bitcoin Signet',
  nativeCurrency: btc,
  testnet: true,
})

/** Juniper speaks all three chain families; Solstice and Bitloom one each. */
export const juniperSolana = fakeConnector({
  id: 'standard:Juniper',
  name: 'Juniper',
  namespaces: ['solana'],
  ...(juniper.icon && { icon: juniper.icon }),
})
export const juniperBitcoin = fakeConnector({
  id: 'btc:Juniper',
  name: 'Juniper',
  namespaces: ['bip122'],
  ...(juniper.icon && { icon: juniper.icon }),
})
export const solstice = fakeConnector({ id: 'standard:Solstice', name: 'Solstice', namespaces: ['solana'] })
export const bitloom = fakeConnector({ id: 'btc:Bitloom', name: 'Bitloom', namespaces: ['bip122'] })

/** A site on Ethereum, Solana and Bitcoin. */
export const threeFamilies: readonly FakeAdapterOptions[] = [
  {
    connectors: [harbor, juniper, cairn],
    paymentUri: ({ address, networkId }) => `ethereum:${address}${networkId ? `@${networkId.split(':')[1]}` : ''}`,
  },
  {
    namespace: 'solana',
    networks: [solana, devnet],
    connectors: [solstice, juniperSolana],
    grant: { addresses: [solanaAddress], networkId: solana.id },
    getBalance: () => Promise.resolve(9_204_000_000n),
    getTokenBalances: () => Promise.resolve([]),
    paymentUri: ({ address }) => `solana:${address}`,
  },
  {
    namespace: 'bip122',
    networks: [bitcoin, signet],
    connectors: [bitloom, juniperBitcoin],
    grant: {
      addresses: [bitcoinAddress, ordinalsAddress],
      networkId: bitcoin.id,
      accounts: [
        { address: bitcoinAddress, type: 'payment' },
        { address: ordinalsAddress, type: 'ordinal' },
      ],
    },
    getBalance: () => Promise.resolve(18_400_000n),
    paymentUri: ({ address }) => `bitcoin:${address}`,
  },
]
