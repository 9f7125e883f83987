import { EmailCooldownError, FrameRequestError } from '../errors.js'

/** Time between two mails, in milliseconds. The server keeps it; here it saves a question. */
const cooldown = 30_000

/** Milliseconds until another mail may be asked for; 0 when it may. A clock that was put back does not lengthen it (R16). */
export function cooldownLeft(last: number | undefined, now: number): number {
  const passed = now - (last ?? -Infinity)
  return passed >= 0 && passed < cooldown ? cooldown - passed : 0
}

/** The moment of a mail after which the next one may follow in so many seconds. */
export const mailedAt = (now: number, seconds: number): number => now - cooldown + Math.min(cooldown, Math.max(0, seconds * 1_000))

/** What the server says of too many mails, in the words that visitors know from the client; longer waits in its own. */
export const asCooldown = (error: unknown): unknown =>
  error instanceof FrameRequestError && error.retryAfter !== undefined && error.retryAfter <= 30
    ? new EmailCooldownError({ seconds: error.retryAfter })
    : error
