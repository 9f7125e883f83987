import { createHash } from 'node:crypto'

/** What tells two messages of a topic apart. */
export function digestOf(message: string): string {
  return createHash('sha256').update(message).digest('base64url')
}
