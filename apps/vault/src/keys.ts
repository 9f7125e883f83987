import { type Generations, type KeyedColumn, type Rotated, keysLeft, resealColumns } from '@portico/service/secrets'
import type { VaultServices } from './context.js'
import type { VaultShares } from './shares.js'
import type { VaultWays } from './ways.js'

/** What stands in the vault's database by one of its keys. @param wrapped whether halves are under the operator's keys, too, and not a KMS's */
export function vaultColumns({ wrapped }: { wrapped: boolean }): readonly KeyedColumn[] {
  return [
    { table: 'vault_contacts', column: 'email', what: 'addresses', sealed: { purpose: 'owner', context: 'wallet_id', id: 'id' } },
    { table: 'vault_identities', column: 'identity', what: 'accounts', sealed: { purpose: 'identity', context: 'id', id: 'id' } },
    { table: 'outbox', column: 'sealed', what: 'mails', sealed: { purpose: 'outbox', context: 'id', id: 'id' }, expires: 'expires_at' },
    { table: 'audit', column: 'hash', what: 'entries of the audit log' },
    ...(wrapped ? halfColumns : []),
  ]
}

/** What the vault lets out. */
export const halfColumns: readonly KeyedColumn[] = [
  { table: 'vault_ways', column: 'wrapped_key', what: 'halves' },
  { table: 'vault_shares', column: 'wrapped_key', what: 'shares' },
]

/** Puts all that the vault keeps under its newest key. */
export async function rotateVault(
  { db, secrets, audit, clock }: VaultServices,
  {
    shares,
    ways,
    columns,
    generations,
  }: { shares: VaultShares; ways: VaultWays; columns: readonly KeyedColumn[]; generations: Generations | undefined },
): Promise<Rotated> {
  const changed = (await resealColumns(db, secrets, columns)) + (await shares.rewrap()) + (await ways.rewrap()) + (await audit.rehash())
  const resealed = (await generations?.reseal()) ?? 0
  return { changed: changed + resealed, left: await keysLeft(db, secrets, columns, { now: clock(), others: generations?.names() }) }
}
