import type { SignInPart } from './message.js'

/** A text that is no sign-in message, or one that nobody could write as such. */
export class SignInMessageError extends Error {
  override readonly name = 'SignInMessageError'
  /** Where it stops being one. */
  readonly part: SignInPart

  constructor({ part }: { part: SignInPart }) {
    super(`This is no sign-in message: ${part} is missing or not as the standard has it.`)
    this.part = part
  }
}
