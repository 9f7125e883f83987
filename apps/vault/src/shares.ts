/** Recovery shares: one row for each write, of which a ticket says which one counts. */
import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare, wrapShare } from '@portico/service/secrets'
import { type ReceiptClaims, type SealedFactor, sealedFactor } from '@portico/vault-wire'
import * as z from 'zod/mini'

const factorList = z.array(sealedFactor)

export interface RecoveryShare {
  readonly attempt: string
  readonly walletId: string
  readonly version: number
  readonly wrapped: { readonly wrapped_key: string; readonly ciphertext: string } | undefined
  readonly factors: readonly SealedFactor[]
  readonly eip155: string
  readonly committedAt: number | null
  readonly supersededAt: number | null
}

/** Which version the auth service says is in use. */
export interface Committed {
  readonly wallet: string
  readonly version: number
  readonly attempt: string | null
}

export interface VaultShares {
  /** Writes a share; the same attempt again changes nothing. @throws ApiError `conflict` */
  readonly stage: (
    staged: Pick<RecoveryShare, 'attempt' | 'walletId' | 'version' | 'factors' | 'eip155'> & { share: Uint8Array | undefined },
  ) => Promise<RecoveryShare>
  /**
   * Marks what is in use and what is void. Void shares go after the time that they are kept for; what the vault could read of
   * them goes at once when the version in use is for the owner's factors alone. Gives the rows when the version is new here.
   */
  readonly settle: (trx: Database, committed: Committed) => Promise<{ now: RecoveryShare; before: RecoveryShare | undefined } | undefined>
  /** The share of the version in use, or the newest one, where the auth service came back from a backup or this vault did. */
  readonly find: (committed: Omit<Committed, 'version'>) => Promise<RecoveryShare | undefined>
  readonly open: (share: RecoveryShare) => Promise<Uint8Array | undefined>
  /** Puts all shares under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

export interface VaultSharesParameters {
  db: Database
  clock: () => number
  wrapper: KeyWrapper
  retainSeconds: number
}

export function createVaultShares({ db, clock, wrapper, retainSeconds }: VaultSharesParameters): VaultShares {
  const contextOf = ({ walletId: wallet, attempt, version }: Pick<RecoveryShare, 'walletId' | 'attempt' | 'version'>): ShareContext => ({
    wallet,
    index: 'R',
    attempt,
    version,
  })
  const rows = async (trx: Database, walletId: string): Promise<RecoveryShare[]> =>
    (
      await trx
        .selectFrom('vault_shares')
        .selectAll()
        .where('wallet_id', '=', walletId)
        .orderBy('version', 'desc')
        .orderBy('created_at', 'desc')
        .execute()
    ).map(({ attempt, wallet_id, version, wrapped_key, ciphertext, factors, eip155, committed_at, superseded_at }) => ({
      attempt,
      walletId: wallet_id,
      version,
      wrapped: wrapped_key !== null && ciphertext !== null ? { wrapped_key, ciphertext } : undefined,
      factors: factorList.parse(JSON.parse(factors)),
      eip155,
      committedAt: committed_at,
      supersededAt: superseded_at,
    }))

  return {
    stage: async ({ share, ...staged }) => {
      const { attempt, walletId, version, factors, eip155 } = staged
      const wrapped = share ? await wrapShare(wrapper, share, contextOf(staged)) : { wrapped_key: null, ciphertext: null }
      const times = { created_at: clock(), committed_at: null, superseded_at: null }
      await db
        .insertInto('vault_shares')
        .values({ attempt, wallet_id: walletId, version, ...wrapped, factors: JSON.stringify(factors), eip155, ...times })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const stored = (await rows(db, walletId)).find((row) => row.attempt === attempt && row.version === version)
      if (!stored) throw new ApiError(409, 'conflict', 'The wallet was changed by another window.')
      return stored
    },
    settle: async (trx, { wallet, version, attempt }) => {
      if (attempt === null) return undefined
      const now = clock()
      const marked = await trx
        .updateTable('vault_shares')
        .set({ committed_at: now, superseded_at: null })
        .where('wallet_id', '=', wallet)
        .where('attempt', '=', attempt)
        .where((row) => row.or([row('committed_at', 'is', null), row('superseded_at', 'is not', null)]))
        .returning('attempt')
        .executeTakeFirst()
      const all = await rows(trx, wallet)
      const inUse = all.find((row) => row.attempt === attempt)
      // This vault came back from a backup, too old a one: nothing may go.
      if (!inUse) return undefined
      const older = trx
        .updateTable('vault_shares')
        .where('wallet_id', '=', wallet)
        .where('attempt', '!=', attempt)
        .where('version', '<=', version)
      await older.where('superseded_at', 'is', null).set({ superseded_at: now }).execute()
      if (!inUse.wrapped) await older.set({ wrapped_key: null, ciphertext: null }).execute()
      await trx
        .deleteFrom('vault_shares')
        .where('wallet_id', '=', wallet)
        .where('superseded_at', 'is not', null)
        .where('superseded_at', '<=', now - retainSeconds * 1000)
        .execute()
      const before = all.find((row) => row.attempt !== attempt && row.version < version && row.committedAt !== null)
      return marked && { now: inUse, before }
    },
    find: async ({ wallet, attempt }) => {
      const all = await rows(db, wallet)
      const valid = all.filter((row) => row.supersededAt === null)
      return valid.find((row) => row.attempt === attempt) ?? valid.find((row) => row.committedAt !== null) ?? all[0]
    },
    open: async (share) => share.wrapped && (await unwrapShare(wrapper, share.wrapped, contextOf(share))),
    rewrap: async () => {
      let changed = 0
      let after = ''
      for (;;) {
        const page = await db.selectFrom('vault_shares').selectAll().where('attempt', '>', after).orderBy('attempt').limit(200).execute()
        for (const { attempt, wallet_id: walletId, version, wrapped_key } of page) {
          after = attempt
          if (wrapped_key === null) continue
          const again = await rewrapKey(wrapper, wrapped_key, contextOf({ walletId, attempt, version }))
          if (again.split('.')[0] === wrapped_key.split('.')[0]) continue
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

/** What the vault says that it holds. */
export function receiptOf({ walletId: wallet, attempt, version, wrapped, factors }: RecoveryShare): ReceiptClaims {
  return {
    wallet,
    attempt,
    version,
    readable: wrapped !== undefined,
    factors: factors.map(({ id, kind, publicKey }) => ({ id, kind, publicKey })),
  }
}
