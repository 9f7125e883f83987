/** What a call about names is refused with: its status, and the sentence that clients show. */
const refusals = {
  taken: [409, 'Name is already registered'],
  reserved: [400, 'Name is reserved'],
  lookalike: [409, 'Name is too much like one that is registered'],
  'too-short': [400, 'Name must have at least 4 characters'],
  characters: [400, 'Name may have letters, digits and hyphens only, at most 63 characters, and no hyphen at its ends'],
  'not-normalised': [400, 'Name is not a normalised ENS name'],
  'one-per-account': [409, 'This account has a name already'],
  rate: [429, 'Too many requests'],
  signature: [401, 'The signature is not this account’s for this message'],
  stale: [400, 'The message is older than 5 minutes, or of a time to come'],
  origin: [403, 'The message is not for a page on which visitors sign for names here'],
  used: [409, 'The message was used already'],
  'not-owner': [403, 'The name belongs to another account, or was registered on another network'],
  expired: [409, 'The name has expired'],
  zone: [400, 'Names under this parent are not registered here'],
  chain: [400, 'Invalid chainId'],
  unknown: [404, 'Name is not registered'],
  invalid: [400, 'The request is not what is expected here'],
  unavailable: [503, 'The network does not answer now'],
} as const

export type NameReason = keyof typeof refusals
export type RefusedStatus = (typeof refusals)[NameReason][0]

/** A call about names that is refused. */
export class NameRefusedError extends Error {
  override readonly name = 'NameRefusedError'
  readonly reason: NameReason
  readonly status: RefusedStatus
  /** Seconds until it may be asked again. */
  readonly retryAfter: number | undefined
  /** @param description in the place of the reason's own sentence */
  constructor(
    reason: NameReason,
    { description, status, retryAfter }: { description?: string; status?: RefusedStatus; retryAfter?: number } = {},
  ) {
    const [usual, text] = refusals[reason]
    super(description ?? text)
    this.reason = reason
    this.status = status ?? usual
    this.retryAfter = retryAfter
  }
}

/** As clients have it: `{ name, description }`. */
export interface Reason {
  readonly name: NameReason
  readonly description: string
}
export const reasonOf = ({ reason, message }: NameRefusedError): Reason => ({ name: reason, description: message })
