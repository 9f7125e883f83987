import type { NetworkId } from '../../kit/caip/ids.js'

/** Names of addresses. A view asks for the capability, never for the namespace's name. */
export interface Names {
  /** Name and picture behind an address, or nothing. */
  lookupAddress?: (request: { address: string; signal?: AbortSignal }) => Promise<{ name?: string; avatar?: string }>
  /** Address behind a name, or undefined. */
  resolveName?: (request: { name: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<string | undefined>
}

declare module '../../adapter.js' {
  interface Adapter extends Names {}
}
