import { ClientClosedError } from '../errors.js'
import { RequestAbortedError } from '@portico/core/kit'
import type { Approval } from './types.js'

/** Who waits for what becomes of a proposal. */
export interface Waiters {
  /**
   * @param id of the proposal
   * @param onLeft the last one who waited has turned away
   * @throws RequestAbortedError when `signal` aborts, ClientClosedError, and what the proposal ends with
   */
  readonly wait: (id: number, onLeft: () => void, signal?: AbortSignal) => Promise<Approval>
  /** Whether anybody does. */
  readonly has: (id: number) => boolean
  /** Tells all who wait for it how a proposal has ended. */
  readonly settle: (id: number, outcome: Approval | Error) => void
  readonly close: () => void
}

/** Settles one who waits. */
type Tell = (outcome: Approval | Error) => void

export function createWaiters(): Waiters {
  const waiting = new Map<number, Set<Tell>>()

  function settle(id: number, outcome: Approval | Error) {
    for (const tell of waiting.get(id) ?? []) tell(outcome)
    waiting.delete(id)
  }

  return {
    wait: (id, onLeft, signal) =>
      new Promise((resolve, reject) => {
        const others = waiting.get(id) ?? new Set<Tell>()
        const tell: Tell = (outcome) => {
          signal?.removeEventListener('abort', turnAway)
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
        }
        const turnAway = () => {
          others.delete(tell)
          if (others.size === 0) onLeft()
          tell(new RequestAbortedError())
        }
        waiting.set(id, others.add(tell))
        if (signal?.aborted) turnAway()
        else signal?.addEventListener('abort', turnAway)
      }),
    has: (id) => (waiting.get(id)?.size ?? 0) > 0,
    settle,
    close() {
      for (const id of [...waiting.keys()]) settle(id, new ClientClosedError())
    },
  }
}
