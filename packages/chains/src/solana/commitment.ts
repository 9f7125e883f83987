/** How sure a cluster is of a slot. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/**
 * Slots that come after one before it has a commitment. A cluster takes about 31 to finalize; four keep the order of things
 * and a test from waiting 13 seconds.
 */
export const depths: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 4 }

/** The commitment of what happened `age` slots ago. */
export function commitmentAt(age: number): Commitment {
  if (age >= depths.finalized) return 'finalized'
  return age >= depths.confirmed ? 'confirmed' : 'processed'
}
