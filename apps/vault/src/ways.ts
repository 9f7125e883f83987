/** The vault's halves of ways in. */
import type { Database } from '@portico/service/database'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare, wrapShare } from '@portico/service/secrets'
import { type Factor, type ReceiptClaims, factor, receiptClaims } from '@portico/vault-wire'
import type { Account } from './accounts.js'

const kindOf = receiptClaims.shape.ways.def.element.shape.kind

export interface VaultWay {
  readonly id: string
  readonly kind: ReceiptClaims['ways'][number]['kind']
  readonly factor: Factor | undefined
  readonly wrapped: { readonly wrapped_key: string; readonly ciphertext: string }
  readonly confirmed: boolean
}

export interface VaultWays {
  readonly list: (db: Database, account: Account) => Promise<readonly VaultWay[]>
  /** The same again changes nothing. */
  readonly add: (trx: Database, account: Account, added: NewWay & { readonly confirmed: boolean }) => Promise<void>
  /** Ends all others. @returns whether what the owner recovers by is another than before */
  readonly keep: (trx: Database, account: Account, ids: readonly string[]) => Promise<boolean>
  readonly open: (account: Account, way: VaultWay) => Promise<Uint8Array>
  /** Puts all halves under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

export interface NewWay {
  readonly id: string
  /** None for the assisted way. */
  readonly factor: Factor | undefined
  readonly wrapped: VaultWay['wrapped']
}

export interface VaultWaysParameters {
  db: Database
  clock: () => number
  wrapper: KeyWrapper
}

/** Encrypted for the database, before a transaction is open: a wrapper may be another machine. */
export function wrapHalf(wrapper: KeyWrapper, account: Account, id: string, half: Uint8Array) {
  return wrapShare(wrapper, half, contextOf(account, id))
}

export function createVaultWays({ db, clock, wrapper }: VaultWaysParameters): VaultWays {
  const list: VaultWays['list'] = async (at, { walletId, eip155 }) => {
    const rows = await at
      .selectFrom('vault_ways')
      .selectAll()
      .where('wallet_id', '=', walletId)
      .where('eip155', '=', eip155)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      kind: kindOf.parse(row.kind),
      factor: row.factor === null ? undefined : factor.parse(JSON.parse(row.factor)),
      wrapped: { wrapped_key: row.wrapped_key, ciphertext: row.ciphertext },
      confirmed: row.confirmed_at !== null,
    }))
  }

  return {
    list,
    add: async (trx, { walletId, eip155 }, { id, factor: made, wrapped, confirmed }) => {
      const now = clock()
      const values = {
        id,
        wallet_id: walletId,
        eip155,
        kind: made?.kind ?? 'assisted',
        factor: made ? JSON.stringify(made) : null,
        ...wrapped,
        created_at: now,
        confirmed_at: confirmed ? now : null,
      }
      await trx
        .insertInto('vault_ways')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    keep: async (trx, account, ids) => {
      const before = await list(trx, account)
      const own = trx.updateTable('vault_ways').where('wallet_id', '=', account.walletId).where('eip155', '=', account.eip155)
      await own
        .set({ confirmed_at: clock() })
        .where('confirmed_at', 'is', null)
        .where('id', 'in', [...ids, ''])
        .execute()
      await trx
        .deleteFrom('vault_ways')
        .where('wallet_id', '=', account.walletId)
        .where('eip155', '=', account.eip155)
        .where('id', 'not in', [...ids, ''])
        .execute()
      const counted = before.filter(({ confirmed }) => confirmed)
      const after = before.filter(({ id }) => ids.includes(id))
      return counted.length > 0 && textOf(counted) !== textOf(after)
    },
    open: (account, { id, wrapped }) => unwrapShare(wrapper, wrapped, contextOf(account, id)),
    rewrap: async () => {
      let changed = 0
      const rows = await db.selectFrom('vault_ways').select(['id', 'wallet_id', 'eip155']).execute()
      for (const { id, wallet_id: walletId, eip155 } of rows) {
        const mine = () => db.selectFrom('vault_ways').where('id', '=', id).where('wallet_id', '=', walletId).where('eip155', '=', eip155)
        const row = await mine().select(['wrapped_key', 'ciphertext']).executeTakeFirst()
        if (!row) continue
        const again = await rewrapKey(wrapper, row, contextOf({ walletId, eip155 }, id))
        if (again === undefined) continue
        const { numUpdatedRows } = await db
          .updateTable('vault_ways')
          .set({ wrapped_key: again })
          .where('id', '=', id)
          .where('wallet_id', '=', walletId)
          .where('eip155', '=', eip155)
          .where('wrapped_key', '=', row.wrapped_key)
          .executeTakeFirst()
        changed += Number(numUpdatedRows)
      }
      return changed
    },
  }
}

function contextOf({ walletId, eip155 }: Account, id: string): ShareContext {
  return { wallet: `${walletId}/${eip155}`, index: 'way', attempt: id, version: 1 }
}

/** What the owner recovers by, to compare. */
function textOf(ways: readonly VaultWay[]): string {
  return ways
    .map(({ kind, factor: made }) => `${kind} ${made?.publicKey ?? ''}`)
    .toSorted()
    .join('\n')
}
