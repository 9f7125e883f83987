/** One topic of one connection. Messages go out in the order of their seq; `cursor` is the last that did, or was looked at. */
export interface Subscription {
  readonly topic: string
  /** SHA-256 of topic and client id, in hex: clients work it out themselves and expect it with every push. */
  readonly id: string
  /**
   * `opening`: the client has no answer yet and gets nothing. `behind`: the mailbox is to be read from the cursor.
   * `held`: the next message is not announced yet, and the mailbox is read again when it is. `live`: nothing waits, and what
   * is published goes straight out.
   */
  state: 'opening' | 'behind' | 'held' | 'live'
  cursor: number
  /** Something was published while the mailbox was read: read once more. */
  again: boolean
}
