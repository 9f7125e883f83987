import type { NetworkId } from '@portico/core'

const { VITE_PORTICO_RPC_1, VITE_PORTICO_RPC_10, VITE_PORTICO_RPC_8453, VITE_PORTICO_CONTROL, VITE_PORTICO_HARBOR } = import.meta.env

/** The sandbox's chains by chain id. Each can be moved: `VITE_PORTICO_RPC_1=http://127.0.0.1:9545`. */
export const rpcUrls = {
  1: VITE_PORTICO_RPC_1 ?? 'http://127.0.0.1:8545',
  10: VITE_PORTICO_RPC_10 ?? 'http://127.0.0.1:8546',
  8453: VITE_PORTICO_RPC_8453 ?? 'http://127.0.0.1:8547',
} as const

export type DemoChainId = keyof typeof rpcUrls

/** The sandbox's control API: its faucet. */
export const controlUrl: string = VITE_PORTICO_CONTROL ?? 'http://127.0.0.1:9000'

/** The sandbox's payment provider. */
export const harborUrl: string = VITE_PORTICO_HARBOR ?? 'http://127.0.0.1:9706'

/** The node behind a network, or undefined for one that is not the demo's. */
export function rpcUrlOf(networkId: NetworkId): string | undefined {
  return Object.entries(rpcUrls).find(([id]) => networkId === `eip155:${id}`)?.[1]
}

/** The chain id in a CAIP-2 id of an EVM network. */
export const chainIdOf = (networkId: NetworkId): number => Number(networkId.slice('eip155:'.length))
