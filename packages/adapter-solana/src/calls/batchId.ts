import { isNetworkId, type NetworkId } from '@portico/core'
import { readBase58 } from '../implementation/bytes.js'

/** What has to be known of a batch to tell from the chain how it stands. */
export interface Batch {
  readonly networkId: NetworkId
  /** Block height after which none of its transactions comes in any more. */
  readonly lastValidBlockHeight: bigint
  /** Of its transactions, in their order, in base58. */
  readonly signatures: readonly string[]
}

/** Transactions of one batch at the most: sent one after the other, all come in before the first of them has expired. */
export const mostTransactions = 20

/** A batch's name says all that the chain is asked for, so that any page can ask, and nothing is stored. */
export const writeBatchId = ({ networkId, lastValidBlockHeight, signatures }: Batch): string =>
  `${networkId}/${lastValidBlockHeight}/${signatures.join('.')}`

/** Undefined for anything that is no such name. Never throws. */
export function readBatchId(id: string): Batch | undefined {
  const [, networkId, height, list] = /^(solana:[-\w]{1,32})\/(\d{1,19})\/([\w.]{1,2000})$/.exec(id) ?? []
  const signatures = list?.split('.') ?? []
  const isGood = isNetworkId(networkId) && signatures.length <= mostTransactions && signatures.every((one) => readBase58(one, 64))
  return isGood ? { networkId, lastValidBlockHeight: BigInt(height ?? 0), signatures } : undefined
}
