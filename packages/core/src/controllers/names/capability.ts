import type { NetworkId } from '../../kit/caip/ids.js'
import type { Call } from '../calls/capability.js'

/** Names of addresses. A view asks for the capability, never for the namespace's name. */
export interface Names {
  /** Name and picture behind an address, or nothing. With `networkId`, the name that it has on that network comes first. */
  lookupAddress?: (request: { address: string; networkId?: NetworkId; signal?: AbortSignal }) => Promise<{ name?: string; avatar?: string }>
  /** Address behind a name, or undefined. */
  resolveName?: (request: { name: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<string | undefined>
  /** The call that makes a name the address's primary one on a network; undefined where the network has no reverse records. */
  writePrimaryName?: (request: { name: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<Call | undefined>
}

declare module '../../adapter.js' {
  interface Adapter extends Names {}
}
