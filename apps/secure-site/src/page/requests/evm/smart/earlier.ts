import { pause } from '@portico/core/kit'
import type { Address } from 'viem'
import type { FrameNetwork } from '../../../types.js'
import { OperationPendingError } from '../../errors.js'
import type { PrepareContext } from '../../types.js'
import { callsStatusCodes } from '../callsStatusCodes.js'
import { nextNonce } from './nonce.js'
import { operationStatus, waits } from './status.js'

/**
 * The nonce of an account's next operation, once what it sent before is in a block or never will be: two with one nonce would take each other's
 * place, and what comes next is tried out on what came before.
 * @throws OperationPendingError after two minutes, NodeUnreachableError
 */
export async function freeNonce(sender: Address, network: FrameNetwork, context: PrepareContext): Promise<bigint> {
  const { batches, fetch, onWait } = context
  let hash = ''
  for (const wait of waits) {
    const [nonce, earlier] = await Promise.all([nextNonce(sender, network, fetch), batches.latest(network.id, sender)])
    if (earlier?.operation === undefined || earlier.stopped || nonce > BigInt(earlier.nonce)) return nonce
    hash = earlier.operation
    const { status } = await operationStatus({ ...earlier, operation: hash }, context)
    // Its nonce may have been used since, by itself or by another one.
    if (status === callsStatusCodes.notIncluded) return nextNonce(sender, network, fetch)
    onWait?.()
    await pause(wait)
  }
  throw new OperationPendingError({ hash })
}
