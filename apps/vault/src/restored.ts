import type { Database } from '@portico/service/database'

/**
 * Ends, at the start after a restore, what owners may have said no to since the backup: recoveries that were asked for or whose waiting
 * time ran, and addresses and accounts that did not count yet. Who asked, or added one, does it again, and the owner is told again.
 * @param backedUpAt in milliseconds since 1970
 */
export async function endQuestions(trx: Database, { now, backedUpAt }: { now: number; backedUpAt: number }): Promise<void> {
  await trx.updateTable('vault_releases').set({ expires_at: now }).where('expires_at', '>', now).execute()
  await trx.deleteFrom('vault_identity_flows').execute()
  await trx.deleteFrom('vault_challenges').execute()
  for (const table of ['vault_contacts', 'vault_identities'] as const) {
    await trx.deleteFrom(table).where('answer_digest', 'is not', null).where('counts_from', '>', backedUpAt).execute()
  }
}
