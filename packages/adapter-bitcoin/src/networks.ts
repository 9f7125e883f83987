import type { Network } from '@portico/core'

/** Amounts are in satoshi: 8 decimals. */
const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 } as const
const namespace = 'bip122'

/**
 * Bitcoin. Ids are the first half of the genesis block's hash (CAIP-4). Endpoints are esplora APIs, public and rate limited.
 * @example
 * import { bitcoin } from '@portico/adapter-bitcoin'
 * import { bitcoin as mainnet } from '@portico/adapter-bitcoin/networks'
 *
 * createPortico({ adapters: [bitcoin({ networks: [mainnet] })] })
 */
export const bitcoin = {
  id: 'bip122:000000000019d6689c085ae165831e93',
  namespace,
  name: 'Bitcoin',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/api'],
  blockExplorers: [{ name: 'mempool', url: 'https://mempool.space' }],
  testnet: false,
} as const satisfies Network

/**
 * The third test network.
 * @example bitcoin({ networks: [bitcoinTestnet] })
 */
export const bitcoinTestnet = {
  id: 'bip122:000000000933ea01ad0ee984209779ba',
  namespace,
  name: 'Bitcoin Testnet',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/testnet/api'],
  blockExplorers: [{ name: 'mempool', url: 'https://mempool.space/testnet' }],
  testnet: true,
} as const satisfies Network

/**
 * Bitcoin Signet.
 * @example bitcoin({ networks: [bitcoinSignet] })
 */
export const bitcoinSignet = {
  id: 'bip122:00000008819873e925422c1ff0f99f7c',
  namespace,
  name: 'Bitcoin Signet',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/signet/api'],
  blockExplorers: [{ name: 'mempool', url: 'https://mempool.space/signet' }],
  testnet: true,
} as const satisfies Network
