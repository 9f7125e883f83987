import { defineSlot } from '../kit/slot.js'

/** A portico that is mounted. */
export interface Mounting {
  /** Aborted when it is unmounted. */
  readonly signal: AbortSignal
  /** Loads the part that listens and talks. Handed in by `mount`, for that part is built on everything that may want to start it. */
  readonly load: () => Promise<typeof import('./listen.js').listen>
}

/** How a portico is mounted; undefined before it was. */
export const mountingOf = defineSlot<Mounting | undefined>('mounting', () => undefined)
