import { type KeyedColumn, type Rotated, keysLeft, resealColumns } from '@portico/service/secrets'
import type { Services } from './context.js'
import { rewrapWallets } from './wallet/index.js'

/** What stands in the database by one of the service's keys. @param wrapped whether halves are under the operator's keys, too, and not a KMS's */
export function siteColumns({ wrapped }: { wrapped: boolean }): readonly KeyedColumn[] {
  const own = (purpose: string) => ({ purpose, context: 'id', id: 'id' })
  const expires = 'expires_at'
  return [
    { table: 'users', column: 'email', what: 'addresses', sealed: own('email') },
    { table: 'users', column: 'email_index', what: 'addresses to be found by' },
    { table: 'devices', column: 'email_index', what: 'browsers that have proven an address' },
    { table: 'outbox', column: 'sealed', what: 'mails', sealed: own('outbox'), expires },
    { table: 'email_flows', column: 'email', what: 'logins by mail', sealed: own('flow'), expires },
    { table: 'email_flows', column: 'code', what: 'codes', expires },
    { table: 'social_flows', column: 'challenge', what: 'social logins', sealed: own('social'), expires },
    { table: 'social_flows', column: 'identity', what: 'social logins', sealed: own('social'), expires },
    { table: 'farcaster_flows', column: 'channel', what: 'Farcaster logins', sealed: own('farcaster'), expires },
    { table: 'wallet_exports', column: 'code_mac', what: 'codes for the words', expires: 'code_expires_at' },
    { table: 'audit', column: 'hash', what: 'entries of the audit log' },
    ...(wrapped ? halfColumns : []),
  ]
}

/** What the service lets out. */
export const halfColumns: readonly KeyedColumn[] = [
  { table: 'wallet_ways', column: 'wrapped_key', what: 'halves' },
  { table: 'wallet_shares', column: 'wrapped_key', what: 'shares' },
]

/** Puts all that the service keeps under its newest key. */
export async function rotateSite(services: Services, columns: readonly KeyedColumn[]): Promise<Rotated> {
  const { db, secrets, generations, audit, users, clock } = services
  // Addresses are found anew by what is sealed, so in this order.
  const sealed = await resealColumns(db, secrets, columns)
  const changed = sealed + (await users.reindex()) + (await rewrapWallets(services)) + (await audit.rehash())
  const resealed = (await generations?.reseal()) ?? 0
  return { changed: changed + resealed, left: await keysLeft(db, secrets, columns, { now: clock(), others: generations?.names() }) }
}
