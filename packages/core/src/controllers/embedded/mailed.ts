import { InvalidEmailError } from './errors.js'

/** How long after a mail another one can be asked for, in milliseconds (spec point 5). */
export const mailCooldown = 30_000
/** How long a mailed code or link works, in milliseconds (S26, S30). */
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
  const told = /^Please try again after (\d+) seconds/.exec(error.message)?.[1]
  const seconds = typeof said === 'number' ? said : Number(told)
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds) * 1000, 1000), mailCooldown) : undefined
}

/**
 * Seconds until another mail can be asked for, 0 to 30 whatever the visitor's clock does (R16). The state's `resendAt` is put
 * right when the time is over, so a clock that was put back holds nobody up.
 */
export const resendSeconds = ({ resendAt }: { readonly resendAt: number }, now = Date.now()): number =>
  Math.min(Math.max(Math.ceil((resendAt - now) / 1000), 0), mailCooldown / 1000)

/** What became of a code. */
export type CodeFailure = 'wrong' | 'expired' | 'tooMany'

/** What the secure site says of a code; undefined for a failure that is none of the code's, such as a frame that does not answer. */
export function codeFailure(error: Error): CodeFailure | undefined {
  const told = error.message
  if (/iframe_/.test(told)) return undefined
  if (/expired|not_found|is over|no login to go on with/i.test(told)) return 'expired'
  if (/too.?many/i.test(told)) return 'tooMany'
  return /wrong|invalid|incorrect|code/i.test(told) ? 'wrong' : undefined
}

/** A request of the frame that took longer than it may: it can be asked again. */
export const isRequestTimeout = (error: Error): boolean => error.message.includes('iframe_request_timeout')
