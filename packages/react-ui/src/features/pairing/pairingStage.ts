import { RequestPendingError, UserRejectedError, type Attempt, type Connection } from '@portico/core'

/** How far a pairing is, as a view shows it. */
export type PairingStage = 'preparing' | 'ready' | 'expired' | 'declined' | 'pending' | 'failed' | 'connected'

interface PairingFacts {
  /** This view has asked. */
  readonly asked: boolean
  /** The connector's attempt, if it is the current one. */
  readonly attempt: Attempt | undefined
  readonly connection: Connection | undefined
  /** The code of the attempt. */
  readonly uri: string | undefined
  /** Its time is over, and no other code has taken its place. */
  readonly late: boolean
}

/** Failures that say no more than that nobody answered in time. Those of the connector are known by name. */
const outOfTime = new Set(['ConnectionTimeoutError', 'ProposalExpiredError', 'ConnectionCancelledError', 'ConnectionSupersededError'])

/** Which of its states a view of a pairing is in. */
export function pairingStage({ asked, attempt, connection, uri, late }: PairingFacts): PairingStage {
  if (attempt?.status === 'failed') {
    if (attempt.error instanceof UserRejectedError) return 'declined'
    if (attempt.error instanceof RequestPendingError) return 'pending'
    return outOfTime.has(attempt.error.name) ? 'expired' : 'failed'
  }
  if (attempt) return uri === undefined ? 'preparing' : late ? 'expired' : 'ready'
  if (!asked) return 'preparing'
  return connection ? 'connected' : 'expired' // given up elsewhere: a new code goes on
}
