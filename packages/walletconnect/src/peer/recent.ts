import { hashText } from '../crypto/agreement.js'

/** Messages that are remembered. */
const limit = 2_000

/** Tells messages apart from their repetitions, and one's own from those of the other side. */
export interface Recent {
  /** Whether the message is new; from then on it is not. */
  readonly isNew: (topic: string, message: string) => boolean
  /** It could not be taken, and is new when it comes again. */
  readonly forget: (topic: string, message: string) => void
}

export function createRecent(): Recent {
  const prints = new Set<string>()
  const printOf = (topic: string, message: string) => hashText(`${topic}${message}`)
  return {
    isNew(topic, message) {
      const print = printOf(topic, message)
      if (prints.has(print)) return false
      prints.add(print)
      const [oldest] = prints
      if (prints.size > limit && oldest) prints.delete(oldest)
      return true
    },
    forget: (topic, message) => void prints.delete(printOf(topic, message)),
  }
}
