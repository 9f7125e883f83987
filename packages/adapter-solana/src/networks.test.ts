import { createPortico, isNetworkId } from '@portico/core'
import { expect, test } from 'vitest'
import * as networks from './networks.js'
import { solana } from './solana.js'

test('each network has the first 32 characters of its genesis hash as its id', () => {
  const genesis = {
    solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    solanaDevnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    solanaTestnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  }
  for (const [name, network] of Object.entries(networks)) {
    expect(network.id).toBe(`solana:${Reflect.get(genesis, name).slice(0, 32)}`)
    expect(isNetworkId(network.id)).toBe(true)
    expect(network.nativeCurrency).toEqual({ name: 'Solana', symbol: 'SOL', decimals: 9 })
  }
})

test('they are what a portico takes', () => {
  const portico = createPortico({ adapters: [solana({ networks: Object.values(networks) })] })
  expect(portico.networks.map(({ name, testnet }) => [name, testnet])).toEqual([
    ['Solana', false],
    ['Solana Devnet', true],
    ['Solana Testnet', true],
  ])
})
