/** Wallets and the auth service's share of each: what is staged, what counts, and what is void. */
import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare, wrapShare } from '@portico/service/secrets'
import { type Device, type WalletMode, receiptClaims, sealed, stageRequest, walletMode } from '@portico/vault-wire'
import * as z from 'zod/mini'

const factors = receiptClaims.shape.factors
type StoredFactors = z.infer<typeof factors>
const devices = stageRequest.shape.devices

export interface WalletRow {
  readonly id: string
  readonly userId: string
  /** Undefined before the first commit. */
  readonly made: MadeWallet | undefined
}

export interface MadeWallet {
  readonly addresses: { readonly eip155: string; readonly solana: string }
  readonly check: string
  readonly mode: WalletMode
  readonly version: number
  readonly attempt: string
  readonly factors: StoredFactors
}

export interface StagedShare {
  readonly attempt: string
  readonly walletId: string
  readonly version: number
  readonly share: Uint8Array
  readonly addresses: MadeWallet['addresses']
  readonly check: string
  readonly mode: WalletMode
  readonly factors: StoredFactors
  readonly devices: z.infer<typeof devices>
}

export interface Wallets {
  /** The account's wallet; the row is made at the first call, its addresses at the first commit. */
  readonly ofUser: (userId: string) => Promise<WalletRow>
  readonly find: (walletId: string) => Promise<WalletRow | undefined>
  /** Writes a share that does not count yet; the same attempt again changes nothing. @throws ApiError `conflict` */
  readonly stage: (staged: StagedShare) => Promise<void>
  /**
   * Makes a staged version the one in use, if it follows the one that is, and drops all others: they are void from here on. The
   * same attempt again is no error. @throws ApiError `conflict`
   */
  readonly commit: (wallet: WalletRow, attempt: string, note: (trx: Database, version: number) => Promise<void>) => Promise<void>
  /** The share in use. @throws ApiError `no_wallet` */
  readonly share: (wallet: WalletRow) => Promise<{ made: MadeWallet; share: Uint8Array }>
  /** Browsers with a share of the version in use; `sealed` opens with that browser's key alone. */
  readonly devices: (made: MadeWallet) => Promise<readonly (Device & { sealed: string })[]>
  /** Puts all shares under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

/** How long a staged version can be committed, in milliseconds. */
const stagedMs = 30 * 60_000

export interface WalletsParameters {
  db: Database
  clock: () => number
  wrapper: KeyWrapper
}

export function createWallets({ db, clock, wrapper }: WalletsParameters): Wallets {
  const find = async (column: 'id' | 'user_id', value: string): Promise<WalletRow | undefined> => {
    const row = await db.selectFrom('wallets').selectAll().where(column, '=', value).executeTakeFirst()
    if (!row) return undefined
    const { id, user_id: userId, version, attempt, eip155, solana, check_value: check, mode } = row
    if (version === 0 || attempt === null || eip155 === null || solana === null || check === null) {
      return { id, userId, made: undefined }
    }
    const made = {
      addresses: { eip155, solana },
      check,
      mode: walletMode.parse(mode),
      version,
      attempt,
      factors: factors.parse(JSON.parse(row.factors)),
    }
    return { id, userId, made }
  }
  const contextOf = (wallet: string, attempt: string, version: number): ShareContext => ({ wallet, index: 'A', attempt, version })

  return {
    find: (walletId) => find('id', walletId),
    ofUser: async (userId) => {
      const found = await find('user_id', userId)
      if (found) return found
      const nothing = { attempt: null, eip155: null, solana: null, check_value: null, mode: null }
      await db
        .insertInto('wallets')
        .values({ id: crypto.randomUUID(), user_id: userId, version: 0, factors: '[]', created_at: clock(), ...nothing })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()
      const made = await find('user_id', userId)
      if (!made) throw new Error('The wallet was not made.')
      return made
    },
    stage: async ({ attempt, walletId, version, share, addresses, check, mode, factors: stagedFactors, devices: stagedDevices }) => {
      const wrapped = await wrapShare(wrapper, share, contextOf(walletId, attempt, version))
      const now = clock()
      await db
        .insertInto('wallet_shares')
        .values({
          attempt,
          wallet_id: walletId,
          version,
          ...wrapped,
          ...addresses,
          check_value: check,
          mode,
          factors: JSON.stringify(stagedFactors),
          devices: JSON.stringify(stagedDevices),
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await db.selectFrom('wallet_shares').select(['wallet_id', 'version']).where('attempt', '=', attempt).executeTakeFirst()
      if (row?.wallet_id !== walletId || row.version !== version) throw conflicted()
      // What was begun and left: it can't be committed any more. The version in use is never newer than `version`.
      await db
        .deleteFrom('wallet_shares')
        .where('wallet_id', '=', walletId)
        .where('version', '=', version)
        .where('created_at', '<', now - 2 * stagedMs)
        .where('attempt', 'not in', (inUse) =>
          inUse
            .selectFrom('wallets')
            .select((row) => row.fn.coalesce('wallets.attempt', row.val('')).as('attempt'))
            .where('id', '=', walletId),
        )
        .execute()
    },
    commit: async ({ id }, attempt, note) => {
      await db.transaction().execute(async (trx) => {
        const staged = await trx
          .selectFrom('wallet_shares')
          .selectAll()
          .where('attempt', '=', attempt)
          .where('wallet_id', '=', id)
          .executeTakeFirst()
        if (!staged) throw conflicted()
        const { version, eip155, solana, check_value, mode, factors: stagedFactors } = staged
        const committed = await trx
          .updateTable('wallets')
          .set({ version, attempt, eip155, solana, check_value, mode, factors: stagedFactors })
          .where('id', '=', id)
          .where('version', '=', version - 1)
          .where((row) => row.or([row('version', '=', 0), row.and([row('eip155', '=', eip155), row('solana', '=', solana)])]))
          .$if(staged.created_at < clock() - stagedMs, (query) => query.where('id', 'is', null))
          .returning('id')
          .executeTakeFirst()
        if (!committed) {
          const current = await trx.selectFrom('wallets').select('attempt').where('id', '=', id).executeTakeFirst()
          if (current?.attempt === attempt) return
          throw conflicted()
        }
        await trx.deleteFrom('wallet_shares').where('wallet_id', '=', id).where('attempt', '!=', attempt).execute()
        await note(trx, version)
      })
    },
    share: async ({ id, made }) => {
      const row =
        made &&
        (await db.selectFrom('wallet_shares').select(['wrapped_key', 'ciphertext']).where('attempt', '=', made.attempt).executeTakeFirst())
      if (!made || !row) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
      return { made, share: await unwrapShare(wrapper, row, contextOf(id, made.attempt, made.version)) }
    },
    devices: async ({ attempt }) => {
      const row = await db.selectFrom('wallet_shares').select('devices').where('attempt', '=', attempt).executeTakeFirst()
      return row ? z.array(z.extend(devices.def.element, { sealed })).parse(JSON.parse(row.devices)) : []
    },
    rewrap: async () => {
      let changed = 0
      let after = ''
      for (;;) {
        const rows = await db.selectFrom('wallet_shares').selectAll().where('attempt', '>', after).orderBy('attempt').limit(200).execute()
        for (const { attempt, wallet_id, version, wrapped_key } of rows) {
          after = attempt
          const again = await rewrapKey(wrapper, wrapped_key, contextOf(wallet_id, attempt, version))
          if (again.split('.')[0] === wrapped_key.split('.')[0]) continue
          const { numUpdatedRows } = await db
            .updateTable('wallet_shares')
            .set({ wrapped_key: again })
            .where('attempt', '=', attempt)
            .where('wrapped_key', '=', wrapped_key)
            .executeTakeFirst()
          changed += Number(numUpdatedRows)
        }
        if (rows.length === 0) return changed
      }
    },
  }
}

function conflicted(): ApiError {
  return new ApiError(409, 'conflict', 'The wallet was changed by another window.')
}
