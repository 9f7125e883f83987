import type { NetworkId } from '@portico/core'
import { pause } from '@portico/core/kit'
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

/** How long a blockhash is the latest, in milliseconds, and how often another one is looked for. */
const [slot, mostLooks] = [400, 25]

/**
 * Works messages out that the wallet has not been asked for yet. Of two that are the same to the byte the network takes one: the second
 * waits for another blockhash, ten seconds at the most.
 * @param asked what the wallet has been asked for
 */
export async function untilNew<T extends { readonly messages: readonly Uint8Array[] }>(
  asked: Set<string>,
  make: () => Promise<T>,
): Promise<T> {
  let made = await make()
  for (let look = 0; asked.has(String(made.messages[0])) && look < mostLooks; look += 1) {
    await pause(slot)
    made = await make()
  }
  if (asked.size >= 100) asked.clear()
  asked.add(String(made.messages[0]))
  return made
}
