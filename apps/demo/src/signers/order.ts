import type { NetworkId, Portico } from '@portico/core'

/** A transfer of SOL by a site's own library. */
export interface SignerOrder {
  readonly portico: Portico
  readonly networkId: NetworkId
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly to: string
  readonly lamports: bigint
  readonly version: 'legacy' | 0
}
