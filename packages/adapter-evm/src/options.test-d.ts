import type { AdapterDescription } from '@portico/core/kit'
import { createConfig, fallback, http, mock } from '@wagmi/core'
import type { Chain } from 'viem'
import { base as viemBase, celo, mainnet as viemMainnet, optimism as viemOptimism, zksync } from 'viem/chains'
import { expectTypeOf, test } from 'vitest'
import { evm, type EvmNetwork, type EvmOptions } from './index.js'
import { base, mainnet } from './networks.js'

test('light records, chains of viem and own records are networks alike', () => {
  expectTypeOf(evm({ networks: [mainnet, base] })).toEqualTypeOf<AdapterDescription>()
  evm({ networks: [viemMainnet, viemOptimism, celo, zksync] })
  evm({ networks: [{ ...mainnet, rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } }, icon: 'data:image/png;base64,' }] })
  expectTypeOf<Chain>().toExtend<EvmNetwork>()
  expectTypeOf<EvmNetwork>().toExtend<Chain>()
  expectTypeOf<typeof mainnet>().toExtend<Chain>()
})

test('transports are URLs or transports of viem, by chain id', () => {
  evm({ networks: [mainnet, base], transports: { 1: 'https://a.example', 8453: ['https://b.example', 'https://c.example'] } })
  evm({ networks: [mainnet], transports: { 1: fallback([http(), http('https://a.example')]) } })
  // @ts-expect-error a number is no transport
  evm({ networks: [mainnet], transports: { 1: 8545 } })
})

test('any wagmi config can be joined, and nothing stands beside it', () => {
  const config = createConfig({
    chains: [viemMainnet, viemOptimism, viemBase],
    connectors: [mock({ accounts: ['0x000000000000000000000000000000000000dEaD'] })],
    transports: { [viemMainnet.id]: http(), [viemOptimism.id]: http(), [viemBase.id]: fallback([http()]) },
  })
  expectTypeOf(evm({ config })).toEqualTypeOf<AdapterDescription>()
  // @ts-expect-error the config has its own chains
  evm({ config, networks: [mainnet] })
  // @ts-expect-error one of the two forms
  evm({})
  expectTypeOf<EvmOptions>().not.toBeAny()
})
