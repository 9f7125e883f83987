import type { NetworkId } from '@portico/core'
import { EndpointError } from '../errors.js'
import { field, readUnits } from './json.js'
import { commitment, type Rpc } from './rpc.js'

/** In lamports. @throws EndpointError */
export async function getBalance(
  rpc: Rpc,
  { address, networkId, signal }: { readonly address: string; readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<bigint> {
  const answer = await rpc.call({ networkId, method: 'getBalance', params: [address, { commitment }], signal })
  const units = readUnits(field(answer, 'value'))
  if (units === undefined) throw new EndpointError({ cause: answer })
  return units
}
