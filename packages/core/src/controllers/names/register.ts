import { HttpStatusError, MalformedAnswerError, NetworkFailureError } from '../../kit/http/errors.js'
import type { Portico } from '../../portico/createPortico.js'
import { NameRegistrationError } from './errors.js'
import { askSigned, type SignedBy } from './signed.js'

export interface RegisterNameParameters {
  /** Whole, in small letters: `mira.portico.eth`. */
  readonly name: string
  /** Its texts, such as `avatar` and `bio`. */
  readonly attributes?: Readonly<Record<string, string>>
}

/**
 * Registers a name for the account in use, on the network in use: the wallet signs the name, the texts and the time in seconds. Where
 * addresses of this visitor are shown, the name is from then on.
 * @example await registerName(portico, { name: 'mira.portico.id' })
 * @returns the address that it points to, and the network that it was signed on
 * @throws {@link NameRegistrationError} with the service's first reason, UserRejectedError, NameAccountError, NamesUnavailableError,
 * NetworkNotConfiguredError, InvalidChainIdError
 */
export async function registerName(portico: Portico, { name, attributes = {} }: RegisterNameParameters): Promise<SignedBy> {
  try {
    return await askSigned(portico, '/v1/profile/account', { name, attributes })
  } catch (cause) {
    throw isOfService(cause) ? new NameRegistrationError({ of: name, cause }) : cause
  }
}

/** Whether the service refused, or could not be asked. */
export const isOfService = (error: unknown): boolean =>
  error instanceof HttpStatusError || error instanceof NetworkFailureError || error instanceof MalformedAnswerError
