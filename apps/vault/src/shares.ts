/** Recovery shares of wallets that an earlier release split: let out as before until their owner's next login, and gone after it. */
import type { Database } from '@portico/service/database'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare } from '@portico/service/secrets'
import { type SealedFactor, sealedFactor } from '@portico/vault-wire'
import * as z from 'zod/mini'
import type { Account } from './accounts.js'

const factorList = z.array(sealedFactor)

export interface RecoveryShare {
  readonly attempt: string
  readonly walletId: string
  readonly version: number
  readonly wrapped: { readonly wrapped_key: string; readonly ciphertext: string } | undefined
  readonly factors: readonly SealedFactor[]
}

export interface VaultShares {
  /** The share in use. */
  readonly find: (db: Database, account: Account) => Promise<RecoveryShare | undefined>
  readonly open: (share: RecoveryShare) => Promise<Uint8Array | undefined>
  readonly remove: (trx: Database, account: Account) => Promise<void>
  /** Puts all shares under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

export function createVaultShares({ db, wrapper }: { db: Database; wrapper: KeyWrapper }): VaultShares {
  const contextOf = ({ walletId: wallet, attempt, version }: Pick<RecoveryShare, 'walletId' | 'attempt' | 'version'>): ShareContext => ({
    wallet,
    index: 'R',
    attempt,
    version,
  })

  return {
    find: async (at, { walletId, eip155 }) => {
      const rows = (
        await at
          .selectFrom('vault_shares')
          .selectAll()
          .where('wallet_id', '=', walletId)
          .orderBy('version', 'desc')
          .orderBy('created_at', 'desc')
          .execute()
      ).filter((row) => row.eip155.toLowerCase() === eip155)
      const valid = rows.filter((row) => row.superseded_at === null)
      const row = valid.find((each) => each.committed_at !== null) ?? valid[0] ?? rows[0]
      if (!row) return undefined
      const { attempt, version, wrapped_key, ciphertext, factors } = row
      const wrapped = wrapped_key !== null && ciphertext !== null ? { wrapped_key, ciphertext } : undefined
      return { attempt, walletId, version, wrapped, factors: factorList.parse(JSON.parse(factors)) }
    },
    open: async (share) => share.wrapped && (await unwrapShare(wrapper, share.wrapped, contextOf(share))),
    remove: async (trx, { walletId, eip155 }) => {
      const rows = await trx.selectFrom('vault_shares').select(['attempt', 'eip155']).where('wallet_id', '=', walletId).execute()
      const own = rows.filter((row) => row.eip155.toLowerCase() === eip155).map(({ attempt }) => attempt)
      if (own.length > 0) await trx.deleteFrom('vault_shares').where('attempt', 'in', own).execute()
    },
    rewrap: async () => {
      let changed = 0
      let after = ''
      for (;;) {
        const page = await db.selectFrom('vault_shares').selectAll().where('attempt', '>', after).orderBy('attempt').limit(200).execute()
        for (const { attempt, wallet_id: walletId, version, wrapped_key, ciphertext } of page) {
          after = attempt
          if (wrapped_key === null || ciphertext === null) continue
          const again = await rewrapKey(wrapper, { wrapped_key, ciphertext }, contextOf({ walletId, attempt, version }))
          if (again === undefined) continue
          const { numUpdatedRows } = await db
            .updateTable('vault_shares')
            .set({ wrapped_key: again })
            .where('attempt', '=', attempt)
            .where('wrapped_key', '=', wrapped_key)
            .executeTakeFirst()
          changed += Number(numUpdatedRows)
        }
        if (page.length === 0) return changed
      }
    },
  }
}
