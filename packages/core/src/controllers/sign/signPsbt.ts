import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import type { PsbtInput } from './capability.js'

export interface PsbtParameters extends AccountParameters {
  /** BIP-174, as base64. */
  readonly psbt: string
  /** Default: every input that is the wallet's. */
  readonly inputs?: readonly PsbtInput[]
  /** Finalises and sends it. Default false. */
  readonly broadcast?: boolean
}

/**
 * Asks the wallet to sign inputs of a PSBT. Resolves with it as base64, and with the transaction's id when it was sent.
 * @example const { hash } = await signPsbt(portico, { namespace: 'bip122', psbt, broadcast: true })
 * @throws UnsupportedMethodError
 */
export async function signPsbt(portico: Portico, asked: PsbtParameters): Promise<{ readonly psbt: string; readonly hash?: string }> {
  const { psbt, inputs, broadcast, ...parameters }: PsbtParameters = Object(asked)
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(
    adapter,
    'signPsbt',
    namespace,
  )({ ...account, psbt, ...(inputs && { inputs }), ...(broadcast !== undefined && { broadcast }) })
}
