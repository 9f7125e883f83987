import { hashText } from '../crypto/agreement.js'

/** Messages that are remembered. */
const limit = 2_000

/**
 * Tells messages apart from their repetitions, and one's own from those of the other side.
 * @returns whether the message is new; from then on it is not
 */
export function createRecent(): (topic: string, message: string) => boolean {
  const prints = new Set<string>()
  return (topic, message) => {
    const print = hashText(`${topic}${message}`)
    if (prints.has(print)) return false
    prints.add(print)
    const [oldest] = prints
    if (prints.size > limit && oldest) prints.delete(oldest)
    return true
  }
}
