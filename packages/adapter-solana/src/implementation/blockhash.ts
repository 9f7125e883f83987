import type { NetworkId } from '@portico/core'
import { EndpointError } from '../errors.js'
import { readAddress } from './bytes.js'
import { field, readUnits } from './json.js'
import { commitment, type Rpc } from './rpc.js'

export interface LatestBlockhash {
  readonly blockhash: string
  /** Block height up to which a transaction with it comes in. */
  readonly lastValidBlockHeight: bigint
}

/** @throws EndpointError */
export async function latestBlockhash(rpc: Rpc, networkId: NetworkId): Promise<LatestBlockhash> {
  const answer = await rpc.call({ networkId, method: 'getLatestBlockhash', params: [{ commitment }] })
  const blockhash = field(answer, 'value', 'blockhash')
  const lastValidBlockHeight = readUnits(field(answer, 'value', 'lastValidBlockHeight'))
  if (typeof blockhash !== 'string' || !readAddress(blockhash) || lastValidBlockHeight === undefined)
    throw new EndpointError({ cause: answer })
  return { blockhash, lastValidBlockHeight }
}
