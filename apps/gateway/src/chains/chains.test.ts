import { OptionsError } from '@portico/service'
import { expect, test } from 'vitest'
import { type ChainOptions, readChains } from './chains.js'

const chain: ChainOptions = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpc: ['http://127.0.0.1:8545'],
  native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [{ address: '0xAb5801A7D398351B8BE11C439E05C5B3259AEC9B', name: 'Token', symbol: 'TKN', decimals: 6 }],
}

test('a chain needs an id, a node and a coin; the rest has a default', () => {
  expect(readChains([chain])).toMatchObject([
    { pollMs: 1000, providers: [{ kind: 'node' }], tokens: [{ address: '0xab5801a7d398351b8be11c439e05c5b3259aec9b', iconUrl: '' }] },
  ])
})

test('says what is wrong, and that a chain is there twice', () => {
  expect(() => readChains([{ ...chain, rpc: [] }])).toThrow(OptionsError)
  expect(() => readChains([{ ...chain, rpc: ['nowhere'] }])).toThrow('rpc')
  expect(() => readChains([chain, chain])).toThrow('eip155:1 is there more than once')
})
