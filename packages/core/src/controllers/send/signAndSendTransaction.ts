import { InvalidOptionError } from '../../kit/errors.js'
import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import { preflightCommitments, type SendOptions } from './capability.js'

export interface SignAndSendParameters extends AccountParameters {
  /** A serialised Solana transaction, legacy or v0. */
  readonly transaction: Uint8Array
  readonly options?: SendOptions
}

/**
 * Asks the wallet to sign a serialised Solana transaction, and has it sent. Resolves with its signature in base58.
 * @example const signature = await signAndSendTransaction(portico, { namespace: 'solana', transaction })
 * @throws InvalidOptionError for a preflightCommitment that is none of the eight
 */
export async function signAndSendTransaction(portico: Portico, asked: SignAndSendParameters): Promise<string> {
  const { transaction, options, ...parameters }: SignAndSendParameters = Object(asked)
  const { preflightCommitment } = options ?? {}
  if (preflightCommitment !== undefined && !preflightCommitments.includes(preflightCommitment)) {
    throw new InvalidOptionError({ option: 'preflightCommitment', problem: `expected one of ${preflightCommitments.join(', ')}` })
  }
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signAndSendTransaction', namespace)({ ...account, transaction, ...(options && { options }) })
}
