import type { Database } from '@portico/service/database'
import { isGone } from '../holder.js'

/** Milliseconds that a gateway on another machine may be silent before another one reads its chains. */
export const leaseMs = 15_000

export interface ChainState {
  readonly start: number
  readonly number: number
  readonly hash: string | null
}

export interface LeaseParameters {
  db: Database
  chain: number
  holder: string
  /** Milliseconds since 1970. */
  now: number
}

/** How far a chain is read, if this gateway is the one that reads it; undefined while another does. */
export async function takeLease({ db, chain, holder, now }: LeaseParameters): Promise<ChainState | undefined> {
  const take = (from?: string) =>
    db
      .updateTable('indexer_chains')
      .set({ holder, held_until: now + leaseMs })
      .where('chain', '=', chain)
      .where((row) =>
        from === undefined
          ? row.or([row('holder', 'is', null), row('holder', '=', holder), row('held_until', '<', now)])
          : row('holder', '=', from),
      )
      .returning(['start', 'number', 'hash'])
      .executeTakeFirst()
  const taken = await take()
  if (taken) return taken
  const other = await db.selectFrom('indexer_chains').select('holder').where('chain', '=', chain).executeTakeFirst()
  return other?.holder && isGone(other.holder) ? await take(other.holder) : undefined
}

/** Lets another gateway go on at once. */
export async function dropLease({ db, chain, holder }: Omit<LeaseParameters, 'now'>): Promise<void> {
  await db
    .updateTable('indexer_chains')
    .set({ holder: null, held_until: 0 })
    .where('chain', '=', chain)
    .where('holder', '=', holder)
    .execute()
}
