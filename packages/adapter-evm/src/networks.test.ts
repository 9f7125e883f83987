import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { ensUniversalResolver } from './implementation/config.js'
import * as networks from './networks.js'

test.each(Object.entries(networks))('%s says what viem says of that chain', (name, network) => {
  const chain = Object.entries(chains).find(([key]) => key === name)?.[1]
  if (!chain || !('rpcUrls' in chain)) throw new Error(`viem has no ${name}`)
  const { id, nativeCurrency, rpcUrls } = network
  expect({ id, nativeCurrency, name: network.name }).toEqual({ id: chain.id, nativeCurrency: chain.nativeCurrency, name: chain.name })
  expect(rpcUrls.default.http).toEqual(chain.rpcUrls.default.http)
  expect(network.blockExplorers.default.url).toBe(chain.blockExplorers?.default.url.replace(/\/$/, ''))
  expect('testnet' in network).toBe(Boolean(chain.testnet))
})

test('the contract that answers for ENS is where viem says', () => {
  expect(ensUniversalResolver.address.toLowerCase()).toBe(chains.mainnet.contracts.ensUniversalResolver.address.toLowerCase())
})
