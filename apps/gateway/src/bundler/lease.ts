import type { Database } from '@portico/service/database'
import { isGone } from '../holder.js'

/** Milliseconds that a gateway on another machine may be silent before another one uses its keys. */
export const executorLeaseMs = 15_000

export interface ExecutorLease {
  db: Database
  chain: number
  address: string
  holder: string
  /** Milliseconds since 1970. */
  now: number
}

/** Whether this gateway may use the key from now on: one at a time does. */
export async function takeExecutor({ db, chain, address, holder, now }: ExecutorLease): Promise<boolean> {
  const take = (from?: string) =>
    db
      .updateTable('bundler_executors')
      .set({ holder, held_until: now + executorLeaseMs })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where((row) =>
        from === undefined
          ? row.or([row('holder', 'is', null), row('holder', '=', holder), row('held_until', '<', now)])
          : row('holder', '=', from),
      )
      .returning('address')
      .executeTakeFirst()
  if (await take()) return true
  const row = await db
    .selectFrom('bundler_executors')
    .select('holder')
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst()
  if (row) return row.holder !== null && isGone(row.holder) && (await take(row.holder)) !== undefined
  const free = { chain, address, holder: null, held_until: 0 }
  await db
    .insertInto('bundler_executors')
    .values(free)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await take()) !== undefined
}

/** Lets another gateway go on at once. */
export async function dropExecutor({ db, chain, address, holder }: Omit<ExecutorLease, 'now'>): Promise<void> {
  await db
    .updateTable('bundler_executors')
    .set({ holder: null, held_until: 0 })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('holder', '=', holder)
    .execute()
}
