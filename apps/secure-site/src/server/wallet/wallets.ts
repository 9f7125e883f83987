/** Wallets: one for each account, with its ways in. */
import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { prepared } from '@portico/service/prepared'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare } from '@portico/service/secrets'
import { together } from '@portico/service/together'
import { type AuthStatement, type ShareDevice, type WalletMode, sealed, shareDevice, walletMode } from '@portico/vault-wire'
import * as z from 'zod/mini'
import { type WayChange, type Ways, createWays } from './ways.js'

const shareDevices = z.array(z.extend(shareDevice, { sealed }))

export interface WalletRow {
  readonly id: string
  readonly userId: string
  /** Undefined before it is made. */
  readonly made: MadeWallet | undefined
}

export interface MadeWallet {
  readonly addresses: { readonly eip155: string; readonly solana: string }
  readonly check: string
  readonly mode: WalletMode
  readonly version: number
  /** Names the share of a wallet that an earlier release split. */
  readonly attempt: string | null
}

/** Who keeps what of a split wallet: browsers with their shares, sealed to their own keys. */
export type SharesHolder = ShareDevice & { readonly sealed: string }

export interface Wallets {
  readonly ways: Ways
  /** The account's wallet; the row is made at the first call, its addresses when the wallet is. */
  readonly ofUser: (userId: string) => Promise<WalletRow>
  /**
   * What the owner has signed: makes the wallet, or adds and ends ways. Shares of an earlier release go with it.
   * @throws ApiError `conflict` when something else came first
   */
  readonly write: (
    wallet: WalletRow,
    change: WayChange & Pick<AuthStatement, 'follows' | 'addresses' | 'check'>,
    note: (trx: Database, version: number) => Promise<void>,
  ) => Promise<void>
  /** The share of a split wallet. @throws ApiError `no_wallet` */
  readonly share: (wallet: WalletRow) => Promise<{ attempt: string; version: number; share: Uint8Array }>
  readonly shareDevices: (made: MadeWallet) => Promise<readonly SharesHolder[]>
  /** Puts all halves and shares under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

export interface WalletsParameters {
  db: Database
  clock: () => number
  wrapper: KeyWrapper
  /** What a wallet with an assisted way is called. */
  recovery: 'progressive' | 'assisted'
}

const walletsOf = prepared((at, { userIds }: { userIds: readonly string[] }) =>
  at.selectFrom('wallets').selectAll().where('user_id', 'in', userIds),
)

export function createWallets({ db, clock, wrapper, recovery }: WalletsParameters): Wallets {
  const ways = createWays({ db, clock, wrapper })
  const read = together(async (userIds: readonly string[]) => {
    const rows = await walletsOf(db, { userIds })
    const byUser = new Map(rows.map((row) => [row.user_id, row]))
    return userIds.map((userId) => byUser.get(userId))
  })
  const ofUser = async (userId: string): Promise<WalletRow | undefined> => {
    const row = await read(userId)
    if (!row) return undefined
    const { id, version, attempt, eip155, solana, check_value: check, mode } = row
    if (version === 0 || eip155 === null || solana === null || check === null) return { id, userId, made: undefined }
    return { id, userId, made: { addresses: { eip155, solana }, check, mode: walletMode.parse(mode), version, attempt } }
  }
  const contextOf = (wallet: string, attempt: string, version: number): ShareContext => ({ wallet, index: 'A', attempt, version })

  return {
    ways,
    ofUser: async (userId) => {
      const found = await ofUser(userId)
      if (found) return found
      const nothing = { attempt: null, eip155: null, solana: null, check_value: null, mode: null }
      await db
        .insertInto('wallets')
        .values({ id: crypto.randomUUID(), user_id: userId, version: 0, factors: '[]', created_at: clock(), ...nothing })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()
      const made = await ofUser(userId)
      if (!made) throw new Error('The wallet was not made.')
      return made
    },
    write: async ({ id }, { follows, addresses: { eip155, solana }, check, ...change }, note) => {
      const version = follows + 1
      await db.transaction().execute(async (trx) => {
        const counted = await trx
          .updateTable('wallets')
          .set({ version, attempt: null, eip155, solana, check_value: check, mode: recovery, factors: '[]' })
          .where('id', '=', id)
          .where('version', '=', follows)
          .where((row) =>
            row.or([
              row('version', '=', 0),
              row.and([row('eip155', '=', eip155), row('solana', '=', solana), row('check_value', '=', check)]),
            ]),
          )
          .returning('id')
          .executeTakeFirst()
        if (!counted) throw new ApiError(409, 'conflict', 'The wallet was changed by another window.')
        await ways.write(trx, id, change)
        const kinds = (await ways.list(trx, id)).map(({ kind }) => kind)
        if (!kinds.includes('assisted')) {
          if (!kinds.some((kind) => kind !== 'device')) throw new ApiError(400, 'invalid', 'Nobody could recover this wallet.')
          await trx.updateTable('wallets').set({ mode: 'user' }).where('id', '=', id).execute()
        }
        await trx.deleteFrom('wallet_shares').where('wallet_id', '=', id).execute()
        await note(trx, version)
      })
    },
    share: async ({ id, made }) => {
      const attempt = made?.attempt
      const row =
        attempt &&
        (await db
          .selectFrom('wallet_shares')
          .select(['wrapped_key', 'ciphertext', 'version'])
          .where('attempt', '=', attempt)
          .executeTakeFirst())
      if (!attempt || !row) throw new ApiError(409, 'no_wallet', 'This wallet has no shares.')
      return { attempt, version: row.version, share: await unwrapShare(wrapper, row, contextOf(id, attempt, row.version)) }
    },
    shareDevices: async ({ attempt }) => {
      if (attempt === null) return []
      const row = await db.selectFrom('wallet_shares').select('devices').where('attempt', '=', attempt).executeTakeFirst()
      return row ? shareDevices.parse(JSON.parse(row.devices)) : []
    },
    rewrap: async () => {
      let changed = await ways.rewrap()
      let after = ''
      for (;;) {
        const rows = await db.selectFrom('wallet_shares').selectAll().where('attempt', '>', after).orderBy('attempt').limit(200).execute()
        for (const { attempt, wallet_id, version, wrapped_key, ciphertext } of rows) {
          after = attempt
          const again = await rewrapKey(wrapper, { wrapped_key, ciphertext }, contextOf(wallet_id, attempt, version))
          if (again === undefined) continue
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
