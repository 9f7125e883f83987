import { InvalidOptionError, type NetworkId } from '@portico/core'
import { EndpointError } from '../errors.js'
import { extensionsOf, type Account } from './accounts.js'
import { field, readUnits } from './json.js'
import { tokenProgram } from './programs.js'
import { commitment, type Rpc } from './rpc.js'

/** What a token keeps of each transfer (Token-2022, TransferFee): the recipient gets the rest. */
export interface TransferFee {
  /** Hundredths of a percent, at most 10,000. */
  readonly basisPoints: bigint
  /** The most that is kept of one transfer, in the token's smallest unit. */
  readonly maximum: bigint
}

const configKind = 1
const configLength = 108
const wholeBasisPoints = 10_000n

/**
 * What a mint keeps in the current epoch: a new rate holds from its own epoch on, the one before it until then.
 * @throws InvalidOptionError for a rate of more than the whole, EndpointError
 */
export async function transferFeeOf(rpc: Rpc, networkId: NetworkId, mint: Account): Promise<TransferFee | undefined> {
  const config = mint.owner === tokenProgram ? undefined : extensionsOf(mint).find(({ kind }) => kind === configKind)?.content
  if (!config) return undefined
  if (config.length < configLength) throw new EndpointError({ cause: config })
  const epoch = await currentEpoch(rpc, networkId)
  // Two authorities and what waits to be collected come first; then the older rate, then the newer.
  const [older, newer] = [rateAt(config, 72), rateAt(config, 90)]
  const { basisPoints, maximum } = epoch >= newer.from ? newer : older
  if (basisPoints > wholeBasisPoints) throw new InvalidOptionError({ option: 'token', problem: 'it would keep more than what is sent' })
  return { basisPoints, maximum }
}

/** A rate, and the epoch from which it holds. */
function rateAt({ buffer, byteOffset }: Uint8Array, at: number): TransferFee & { readonly from: bigint } {
  const view = new DataView(buffer, byteOffset + at, 18)
  return { from: view.getBigUint64(0, true), maximum: view.getBigUint64(8, true), basisPoints: BigInt(view.getUint16(16, true)) }
}

/** What is kept of one transfer, rounded up, as the program counts. In the token's smallest unit. */
export function withheldOf(units: bigint, { basisPoints, maximum }: TransferFee): bigint {
  const fee = (units * basisPoints + wholeBasisPoints - 1n) / wholeBasisPoints
  return fee < maximum ? fee : maximum
}

/** @throws EndpointError */
async function currentEpoch(rpc: Rpc, networkId: NetworkId): Promise<bigint> {
  const answer = await rpc.call({ networkId, method: 'getEpochInfo', params: [{ commitment }] })
  const epoch = readUnits(field(answer, 'epoch'))
  if (epoch === undefined) throw new EndpointError({ cause: answer })
  return epoch
}
