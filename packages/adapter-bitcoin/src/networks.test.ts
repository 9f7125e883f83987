import { createPortico } from '@portico/core'
import { expect, test } from 'vitest'
import { bitcoin } from './bitcoin.js'
import * as networks from './networks.js'

test('every network is a plain record that createPortico takes, under the id of its genesis block', () => {
  const portico = createPortico({ adapters: [bitcoin({ networks: [networks.bitcoin, networks.bitcoinTestnet, networks.bitcoinSignet] })] })
  expect(portico.networks.map(({ id, testnet, nativeCurrency: { symbol, decimals } }) => [id, testnet, symbol, decimals])).toEqual([
    ['bip122:000000000019d6689c085ae165831e93', false, 'BTC', 8],
    ['bip122:000000000933ea01ad0ee984209779ba', true, 'BTC', 8],
    ['bip122:00000008819873e925422c1ff0f99f7c', true, 'BTC', 8],
  ])
  for (const network of Object.values(networks)) expect(JSON.parse(JSON.stringify(network))).toEqual(network)
})
