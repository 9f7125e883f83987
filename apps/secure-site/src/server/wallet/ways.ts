/** Ways into wallets, as the auth service keeps them. */
import type { Database, Tables } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { prepared } from '@portico/service/prepared'
import { type KeyWrapper, type ShareContext, rewrapKey, unwrapShare, wrapShare } from '@portico/service/secrets'
import { type AuthStatement, type Factor, type Way, factor } from '@portico/vault-wire'

/** Browsers with a way into one wallet; the one that was not used for the longest time falls out. */
const maxDevices = 50
/** Pages of browsers that store nothing, and how long one of them can sign, in milliseconds. */
const maxPages = 8
const pageMs = 86_400_000
/** The time of the last use is noted once a day. */
const usedMs = 86_400_000

export interface StoredWay {
  readonly id: string
  readonly kind: 'device' | 'assisted' | Factor['kind']
  readonly version: number
  readonly sealed: string
  readonly device: string | null
  readonly left: string | null
  readonly factor: Factor | undefined
  readonly enclosed: string | null
  readonly wrapped: Wrapped
  readonly browser: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Milliseconds since 1970; noted once a day. */
  readonly usedAt: number
}

export interface Wrapped {
  readonly wrapped_key: string | null
  readonly ciphertext: string | null
}

export interface Ways {
  readonly list: (db: Database, walletId: string) => Promise<readonly StoredWay[]>
  readonly find: (db: Database, walletId: string, id: string) => Promise<StoredWay | undefined>
  /** This service's half, wrapped for the database. */
  readonly wrap: (walletId: string, way: Pick<Way, 'id' | 'version'>, half: Uint8Array) => Promise<Wrapped>
  /**
   * A way and this service's half of it. Fill the half with zeros when done.
   * @param browser what the one that asks calls itself: one that another made the way for is called so from now on
   * @param found the way, where it has just been looked up
   * @throws ApiError `no_way`
   */
  readonly open: (
    walletId: string,
    id: string,
    browser?: string,
    found?: StoredWay,
  ) => Promise<{ way: StoredWay; half: Uint8Array | undefined }>
  /** Adds and ends ways, as part of the transaction that counts the wallet's version up. */
  readonly write: (trx: Database, walletId: string, change: WayChange) => Promise<void>
  readonly sweep: () => Promise<void>
  /** Puts all halves under the operator's newest key. Gives how many were changed. */
  readonly rewrap: () => Promise<number>
}

export interface WayChange {
  readonly add: readonly { readonly way: Way; readonly wrapped: Wrapped }[]
  readonly remove: AuthStatement['remove']
  /** How the browser that writes calls itself. */
  readonly browser: string
}

export interface WaysParameters {
  db: Database
  clock: () => number
  wrapper: KeyWrapper
}

function openIn(at: Database, walletId: string, now: number) {
  return at
    .selectFrom('wallet_ways')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
}

const openWay = prepared((at, { walletId, id, now }: { walletId: string; id: string; now: number }) =>
  openIn(at, walletId, now).where('id', '=', id),
)

export function createWays({ db, clock, wrapper }: WaysParameters): Ways {
  const list: Ways['list'] = async (at, walletId) => (await openIn(at, walletId, clock()).orderBy('created_at').execute()).map(stored)

  const find: Ways['find'] = async (at, walletId, id) => {
    const [row] = await openWay(at, { walletId, id, now: clock() })
    return row && stored(row)
  }

  const insert = async (
    trx: Database,
    walletId: string,
    { way, wrapped }: WayChange['add'][number],
    { browser, before }: { readonly browser: string; readonly before: StoredWay | undefined },
  ): Promise<void> => {
    const now = clock()
    const device = way.kind === 'device' ? way : undefined
    const owned = way.kind === 'factor' ? way : undefined
    // A browser has one way in, and what it had before ends.
    if (device) await trx.deleteFrom('wallet_ways').where('wallet_id', '=', walletId).where('device', '=', device.device).execute()
    const made = await trx
      .insertInto('wallet_ways')
      .values({
        id: way.id,
        wallet_id: walletId,
        kind: owned?.factor.kind ?? way.kind,
        version: way.version,
        sealed: way.sealed,
        ...wrapped,
        device: device?.device ?? null,
        left_half: device?.left ?? null,
        factor: owned ? JSON.stringify(owned.factor) : null,
        enclosed: owned?.enclosed ?? null,
        created_at: before?.createdAt ?? now,
        used_at: now,
        // Not the one that made it for another browser, or anew while the factor was not at hand.
        browser: before ? before.browser : device?.left || owned?.enclosed || way.kind === 'assisted' ? null : browser,
        expires_at: device && !device.lasting ? now + pageMs : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new ApiError(409, 'conflict', 'There is such a way in already.')
  }

  const prune = async (trx: Database, walletId: string): Promise<void> => {
    for (const [lasting, most] of [
      [true, maxDevices],
      [false, maxPages],
    ] as const) {
      const rows = await trx
        .selectFrom('wallet_ways')
        .select('id')
        .where('wallet_id', '=', walletId)
        .where('device', 'is not', null)
        .where('expires_at', lasting ? 'is' : 'is not', null)
        .orderBy('used_at', 'desc')
        .orderBy('created_at', 'desc')
        .execute()
      const over = rows.slice(most).map(({ id }) => id)
      if (over.length > 0) await trx.deleteFrom('wallet_ways').where('wallet_id', '=', walletId).where('id', 'in', over).execute()
    }
  }

  return {
    list,
    find,
    wrap: (walletId, { id, version }, half) => wrapShare(wrapper, half, contextOf(walletId, id, version)),
    open: async (walletId, id, browser, found) => {
      const way = found ?? (await find(db, walletId, id))
      if (!way) throw new ApiError(409, 'no_way', 'This way into the wallet has ended.')
      const now = clock()
      if (way.left !== null || way.usedAt <= now - usedMs) {
        await db
          .updateTable('wallet_ways')
          .set({
            used_at: now,
            left_half: null,
            ...(way.kind === 'device' && way.browser === null && browser !== undefined && { browser }),
          })
          .where('wallet_id', '=', walletId)
          .where('id', '=', id)
          .execute()
      }
      const { wrapped_key, ciphertext } = way.wrapped
      const half =
        wrapped_key !== null && ciphertext !== null
          ? await unwrapShare(wrapper, { wrapped_key, ciphertext }, contextOf(walletId, id, way.version))
          : undefined
      return { way, half }
    },
    write: async (trx, walletId, { add, remove, browser }) => {
      const ended = remove.length > 0 ? (await list(trx, walletId)).filter(({ id }) => remove.includes(id)) : []
      // A factor's way that is made anew is still the one that the owner added then.
      const beforeOf = (way: Way) =>
        way.kind === 'factor' ? ended.find(({ factor: made }) => made?.publicKey === way.factor.publicKey) : undefined
      if (remove.length > 0) {
        await trx
          .deleteFrom('wallet_ways')
          .where('wallet_id', '=', walletId)
          .where('id', 'in', [...remove])
          .execute()
      }
      for (const added of add) await insert(trx, walletId, added, { browser, before: beforeOf(added.way) })
      await prune(trx, walletId)
    },
    sweep: async () => {
      await db.deleteFrom('wallet_ways').where('expires_at', '<=', clock()).execute()
    },
    rewrap: async () => {
      let changed = 0
      let after = { wallet: '', id: '' }
      for (;;) {
        // By both: a way is named by its browser, and a name may stand in many wallets.
        const { wallet, id: last } = after
        const rows = await db
          .selectFrom('wallet_ways')
          .selectAll()
          .where((row) => row.or([row('wallet_id', '>', wallet), row.and([row('wallet_id', '=', wallet), row('id', '>', last)])]))
          .orderBy('wallet_id')
          .orderBy('id')
          .limit(200)
          .execute()
        for (const { id, wallet_id, version, wrapped_key, ciphertext } of rows) {
          after = { wallet: wallet_id, id }
          if (wrapped_key === null || ciphertext === null) continue
          const again = await rewrapKey(wrapper, { wrapped_key, ciphertext }, contextOf(wallet_id, id, version))
          if (again === undefined) continue
          const { numUpdatedRows } = await db
            .updateTable('wallet_ways')
            .set({ wrapped_key: again })
            .where('wallet_id', '=', wallet_id)
            .where('id', '=', id)
            .where('wrapped_key', '=', wrapped_key)
            .executeTakeFirst()
          changed += Number(numUpdatedRows)
        }
        if (rows.length === 0) return changed
      }
    },
  }
}

function stored(row: Tables['wallet_ways']): StoredWay {
  return {
    id: row.id,
    kind: kindOf(row.kind),
    version: row.version,
    sealed: row.sealed,
    device: row.device,
    left: row.left_half,
    factor: row.factor === null ? undefined : factor.parse(JSON.parse(row.factor)),
    enclosed: row.enclosed,
    wrapped: { wrapped_key: row.wrapped_key, ciphertext: row.ciphertext },
    browser: row.browser,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}

function contextOf(wallet: string, attempt: string, version: number): ShareContext {
  return { wallet, index: 'way', attempt, version }
}

function kindOf(text: string): StoredWay['kind'] {
  if (text === 'device' || text === 'assisted' || text === 'passkey' || text === 'recoveryCode' || text === 'passphrase') return text
  throw new Error('There is no such way in.')
}
