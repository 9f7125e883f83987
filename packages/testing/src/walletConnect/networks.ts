import type { BitcoinNetwork } from '../bitcoin/types.js'

export const ethereumMainnet = 'eip155:1'
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

/** The sandbox's chains. */
export const sandboxNetworks: Readonly<Record<string, string>> = {
  [ethereumMainnet]: 'http://127.0.0.1:8545',
  'eip155:10': 'http://127.0.0.1:8546',
  'eip155:8453': 'http://127.0.0.1:8547',
  [solanaMainnet]: 'http://127.0.0.1:8899',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'http://127.0.0.1:8901',
  [bitcoinMainnet]: 'http://127.0.0.1:3002',
}

/** Bitcoin's networks by CAIP-2: the first half of the hash of their first block. */
const bitcoinNetworks: Readonly<Record<string, BitcoinNetwork>> = {
  [bitcoinMainnet]: 'mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

export const bitcoinNetworkOf = (chain: string): BitcoinNetwork => bitcoinNetworks[chain] ?? 'mainnet'

export const familyOf = (chain: string): string => chain.slice(0, chain.indexOf(':'))
export const referenceOf = (chain: string): string => chain.slice(chain.indexOf(':') + 1)
