import { base, mainnet, optimism } from '@portico/adapter-evm/networks'
import { addresses } from '@portico/sandbox/contracts'
import { harborUrl, rpcUrls, type DemoChainId } from './config.js'

/** The sandbox's node, and the demo's own page in the place of a block explorer: nothing here is known elsewhere. */
function local<const N extends { readonly id: DemoChainId }>(network: N) {
  const origin = typeof location === 'undefined' ? 'http://127.0.0.1' : location.origin
  return {
    ...network,
    rpcUrls: { default: { http: [rpcUrls[network.id]] } },
    blockExplorers: { default: { name: 'Sandbox explorer', url: `${origin}/explorer.html#eip155:${network.id}` } },
  }
}

/** Ethereum, OP Mainnet and Base, as the sandbox plays them. */
export const networks = [local(mainnet), local(optimism), local(base)]

/** Swaps go by the sandbox's routers, which nobody knows elsewhere. */
export const swap = { routers: Object.fromEntries(networks.map(({ id }) => [`eip155:${id}`, [addresses.router, addresses.router02]])) }

/** Buying goes by the sandbox's Harbor Pay, whose page nobody knows elsewhere. */
export const onramp = { hosts: [new URL(harborUrl).host] }
