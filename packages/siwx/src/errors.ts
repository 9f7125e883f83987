import type { SignInPart } from './message.js'

/**
 * A text that is no sign-in message, or one that nobody could write as such.
 * @example
 * try {
 *   const message = parseSignInMessage(text)
 * } catch (error) {
 *   if (!(error instanceof SignInMessageError)) throw error
 *   refuse(`the ${error.part} is not as the standard has it`)
 * }
 */
export class SignInMessageError extends Error {
  override readonly name = 'SignInMessageError'
  /** Where it stops being one. */
  readonly part: SignInPart

  constructor({ part }: { part: SignInPart }) {
    super(`This is no sign-in message: ${part} is missing or not as the standard has it.`)
    this.part = part
  }
}
