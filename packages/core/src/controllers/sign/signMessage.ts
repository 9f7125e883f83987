import type { MessageProtocol, SignedMessage } from '../../adapter.js'
import { InvalidOptionError } from '../../kit/errors.js'
import type { Portico } from '../../portico/createPortico.js'
import { target, type AccountParameters } from '../account/target.js'

export interface MessageParameters extends AccountParameters {
  /** Text, or raw bytes. */
  readonly message: string | Uint8Array
  /** Where the chain knows several (Bitcoin). Default: the one that fits the address. */
  readonly protocol?: MessageProtocol
}

/**
 * Asks the wallet to sign a text or bytes. Resolves with the signature in the chain's usual form.
 * @example const signature = await signMessage(portico, { message: 'Hello' })
 * @throws UserRejectedError, InvalidOptionError for what is neither text nor bytes, and the errors of {@link target}
 */
export async function signMessage(portico: Portico, parameters: MessageParameters): Promise<string> {
  return (await signMessageWithProtocol(portico, parameters)).signature
}

/**
 * As {@link signMessage}, and says how the signature was made where the chain knows several ways.
 * @example const { signature, protocol } = await signMessageWithProtocol(portico, { namespace: 'bip122', message: 'Hello' })
 */
export async function signMessageWithProtocol(portico: Portico, asked: MessageParameters): Promise<SignedMessage> {
  const { message, protocol, ...parameters }: MessageParameters = Object(asked)
  // Of anything else there are no bytes: the visitor would sign an empty text.
  if (typeof message !== 'string' && !ArrayBuffer.isView(message))
    throw new InvalidOptionError({ option: 'message', problem: 'expected text, or bytes in a Uint8Array' })
  const { adapter, account } = await target(portico, parameters)
  const signed = await adapter.signMessage({ ...account, message, ...(protocol && { protocol }) })
  return typeof signed === 'string' ? { signature: signed } : signed
}
