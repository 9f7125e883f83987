import { InvalidOptionError } from '@portico/core'
import { createConfig, type Config } from '@wagmi/core'
import { fallback, http, type Chain, type Transport } from 'viem'
import type { EvmNetwork, EvmTransport, OwnConfigOptions } from '../options.js'

/**
 * A wagmi config for Portico alone. It discovers, stores and reconnects nothing by itself.
 * @param fetchFn how to reach endpoints
 */
export function createOwnConfig({ networks, transports = {} }: OwnConfigOptions, fetchFn: typeof fetch | undefined): Config {
  const [first, ...others] = networks
  if (!first) throw new InvalidOptionError({ option: 'networks', problem: 'no networks' })
  const chains: readonly [Chain, ...Chain[]] = [withEns(first), ...others.map(withEns)]
  return createConfig({
    chains,
    transports: Object.fromEntries(networks.map((network) => [network.id, transportFor(network, transports[network.id], fetchFn)])),
    multiInjectedProviderDiscovery: false,
    storage: null,
    ssr: true,
  })
}

/** On Ethereum. It stands here and not in the network's record, which is part of a page's first bundle. */
export const ensUniversalResolver = { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee' } as const

const withEns = (network: EvmNetwork): EvmNetwork =>
  network.id === 1 ? { ...network, contracts: { ensUniversalResolver, ...network.contracts } } : network

function transportFor({ rpcUrls }: EvmNetwork, given: EvmTransport = rpcUrls.default.http, fetchFn: typeof fetch | undefined): Transport {
  if (typeof given === 'function') return given
  const [first, ...others] = (typeof given === 'string' ? [given] : given).map((url) => http(url, fetchFn && { fetchFn }))
  if (!first) return http()
  return others.length > 0 ? fallback([first, ...others]) : first
}
