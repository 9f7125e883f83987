import type { Database } from '@portico/service/database'
import { RefusedError, bundlerCodes } from './errors.js'

/** Of ERC-7562, for bundlers: one of ten operations has to be mined, and there is some slack. */
const inclusionRate = 10
const throttlingSlack = 10
const banSlack = 50
/** Operations that a sender may have waiting at a time, and anybody who is throttled. */
export const mostOfOne = 4
/** What a transaction that fails on the chain costs whoever made it fail. */
const failurePenalty = 10_000
const hourMs = 3_600_000

export type Standing = 'ok' | 'throttled' | 'banned'

export interface ReputationParameters {
  db: Database
  chain: number
  /** Milliseconds since 1970. */
  now: number
}

/** By how many were seen and how many of them were mined. */
export function standingOf({ seen, included }: { seen: number; included: number }): Standing {
  const expected = Math.floor(seen / inclusionRate)
  if (expected > included + banSlack) return 'banned'
  return expected > included + throttlingSlack ? 'throttled' : 'ok'
}

/** A 24th is forgotten each hour. */
export function faded(count: number, hours: number): number {
  let left = count
  for (let hour = 0; hour < hours && left > 0; hour += 1) left = Math.floor((left * 23) / 24)
  return left
}

/** What is to be counted of an address. */
export interface Counted {
  readonly seen: number
  readonly included: number
}

/**
 * Counts events of addresses. Within a transaction it stands or falls with the rest of it; the rows are locked until then, always in the
 * same order, so that two never wait for each other.
 */
export async function countReputation({ db, chain, now }: ReputationParameters, counted: ReadonlyMap<string, Counted>): Promise<void> {
  const addresses = [...counted.keys()].toSorted()
  if (addresses.length === 0) return
  const rows = await db
    .insertInto('bundler_reputation')
    .values(addresses.map((address) => ({ chain, address, seen: 0, included: 0, updated_at: now })))
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet({ chain }))
    .returning(['address', 'seen', 'included', 'updated_at'])
    .execute()
  const next = rows.map(({ address, seen, included, updated_at }) => {
    const hours = Math.max(0, Math.floor((now - updated_at) / hourMs))
    const more = counted.get(address)
    return {
      chain,
      address,
      seen: Math.max(0, faded(seen, hours) + (more?.seen ?? 0)),
      included: faded(included, hours) + (more?.included ?? 0),
      updated_at: hours > 0 ? updated_at + hours * hourMs : updated_at,
    }
  })
  await db
    .insertInto('bundler_reputation')
    .values(next)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'address']).doUpdateSet((row) => ({
        seen: row.ref('excluded.seen'),
        included: row.ref('excluded.included'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Somebody made a transaction fail: ten thousand operations would not have. */
export async function punish(parameters: ReputationParameters, address: string): Promise<void> {
  await countReputation(parameters, new Map([[address, { seen: failurePenalty, included: 0 }]]))
}

/**
 * Lets an operation pass by who is behind it: nobody who is banned, and four at a time of a sender and of whoever is throttled.
 * @throws RefusedError (-32504)
 */
export async function checkReputation({ db, chain, now }: ReputationParameters, entities: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(entities).filter(([, address]) => address !== '')
  const rows = await db
    .selectFrom('bundler_reputation')
    .selectAll()
    .where('chain', '=', chain)
    .where(
      'address',
      'in',
      named.map(([, address]) => address),
    ) // prettier-ignore
    .execute()
  for (const [kind, address] of named) {
    const row = rows.find((each) => each.address === address)
    const hours = row ? Math.max(0, Math.floor((now - row.updated_at) / hourMs)) : 0
    const standing = row ? standingOf({ seen: faded(row.seen, hours), included: faded(row.included, hours) }) : 'ok'
    if (standing === 'banned') {
      throw new RefusedError(
        bundlerCodes.reputation,
        `The ${kind} ${address} is banned for now: too few of its operations could be mined.`,
        {
          [kind]: address,
        },
      )
    }
    if (kind !== 'sender' && standing === 'ok') continue
    const column = kind === 'sender' ? 'sender' : kind === 'paymaster' ? 'paymaster' : 'factory'
    const { count } = await db
      .selectFrom('bundler_operations')
      .select((each) => each.fn.countAll<number | string>().as('count'))
      .where('chain', '=', chain)
      .where('state', 'in', ['queued', 'sent'])
      .where(column, '=', address)
      .executeTakeFirstOrThrow()
    if (Number(count) < mostOfOne) continue
    const why = standing === 'ok' ? `has ${mostOfOne} operations waiting` : 'is throttled for now: few of its operations could be mined'
    throw new RefusedError(bundlerCodes.reputation, `The ${kind} ${address} ${why}.`, { [kind]: address })
  }
}
