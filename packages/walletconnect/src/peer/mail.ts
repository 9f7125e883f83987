import { seal } from '../crypto/envelope.js'
import { createHandlers, type HandlersOptions } from './handlers.js'
import { createInbox, type InboxOptions } from './inbox.js'

/** What seals messages, and takes those that come. A code needs neither: it is a chunk that comes beside it. */
export interface Mail {
  readonly seal: typeof seal
  /** The promise resolves when the message has been dealt with. */
  readonly take: ReturnType<typeof createInbox>
}

export const createMail = (options: HandlersOptions & InboxOptions): Mail => ({ seal, take: createInbox(createHandlers(options), options) })
