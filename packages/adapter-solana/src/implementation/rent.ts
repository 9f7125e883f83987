import { AmountTooSmallError, InsufficientFundsError, type NetworkId } from '@portico/core'
import { EndpointError } from '../errors.js'
import { getBalance } from './balance.js'
import { readUnits } from './json.js'
import { commitment, type Rpc } from './rpc.js'

/** A transfer that may leave an account with too little. All in lamports. */
export interface SmallTransfer {
  readonly to: string
  readonly networkId: NetworkId
  /** What the recipient gets of SOL. */
  readonly lamports: bigint
  /** What the sender has. */
  readonly balance: bigint
  /** What the sender has afterwards. */
  readonly left: bigint
}

/**
 * Holds a transfer to what the chain does: an account holds nothing, or as much as it asks for at the least.
 * What a node does not tell, the chain sees to.
 * @throws InsufficientFundsError for the sender, AmountTooSmallError for the recipient
 */
export async function checkRent(rpc: Rpc, { to, networkId, lamports, balance, left }: SmallTransfer): Promise<void> {
  const [least = 0n, held] = await Promise.all([
    rentOf(rpc, networkId, 0),
    lamports > 0n ? getBalance(rpc, { address: to, networkId }) : undefined,
  ]).catch(() => [])
  // One that has held less since before there was a least may go on to.
  if (left > 0n && left < least && balance >= least) throw new InsufficientFundsError()
  if (held !== undefined && held + lamports < least) throw new AmountTooSmallError({ least: least - held })
}

/** What an account of a length in bytes has to hold at the least, in lamports. @throws EndpointError */
export async function rentOf(rpc: Rpc, networkId: NetworkId, length: number): Promise<bigint> {
  const answer = await rpc.call({ networkId, method: 'getMinimumBalanceForRentExemption', params: [length, { commitment }] })
  const rent = readUnits(answer)
  if (rent === undefined) throw new EndpointError({ cause: answer })
  return rent
}
