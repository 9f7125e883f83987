import { InvalidEmailError } from './errors.js'

/** How long after a mail another one can be asked for, in milliseconds (S27). */
export const mailCooldown = 30_000
/**
 * How long a mailed code or link works, in milliseconds (S26, S30).
 * @example const minutes = mailLifetime / 60_000
 */
export const mailLifetime = 10 * 60_000

/** The common form, without quotes and comments. The secure site looks closer; a schema library would be most of this chunk. */
const emailAddress = /^(?!\.)(?!.*\.\.)[\w.'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** The address without the spaces around it. @throws {@link InvalidEmailError} */
export function parseEmail(email: unknown): string {
  const text = typeof email === 'string' ? email.trim() : ''
  if (text.length > 254 || !emailAddress.test(text)) throw new InvalidEmailError()
  return text
}

/** How much longer to wait for another mail, in milliseconds: what the secure site said, within 1 to 30 s; undefined where it said nothing. */
export function cooldownOf(error: Error): number | undefined {
  const said: unknown = Reflect.get(error, 'retryAfter')
  return typeof said === 'number' && Number.isFinite(said) ? Math.min(Math.max(Math.ceil(said) * 1000, 1000), mailCooldown) : undefined
}

/**
 * Seconds until another mail can be asked for, 0 to 30 whatever the visitor's clock does (R16). The state's `resendAt` is put
 * right when the time is over, so a clock that was put back holds nobody up.
 */
export const resendSeconds = ({ resendAt }: { readonly resendAt: number }, now = Date.now()): number =>
  Math.min(Math.max(Math.ceil((resendAt - now) / 1000), 0), mailCooldown / 1000)

/** What became of a code. */
export type CodeFailure = 'wrong' | 'expired' | 'tooMany'

/** What the secure site's reasons mean for a code. Every other failure leaves the code as it was: it can be typed again. */
const ofReason: Readonly<Record<string, CodeFailure>> = {
  wrong_code: 'wrong',
  invalid: 'wrong', // six digits are a code, and this was something else
  expired_code: 'expired',
  not_found: 'expired',
  conflict: 'expired', // used already, by another window
  too_many_tries: 'tooMany',
}

/** What the secure site says of a code; undefined for a failure that is none of the code's, such as a server that failed. */
export function codeFailure(error: Error): CodeFailure | undefined {
  const reason = reasonOf(error) ?? ''
  return Object.hasOwn(ofReason, reason) ? ofReason[reason] : undefined
}

/** Why the embedded wallet failed, as it says it for programs; undefined where it has no reason. */
export function reasonOf(error: Error): string | undefined {
  const reason: unknown = Reflect.get(error, 'reason')
  return typeof reason === 'string' ? reason : undefined
}

/** A request of the frame that took longer than it may: it can be asked again. */
export const isRequestTimeout = (error: Error): boolean => reasonOf(error) === 'timeout'
