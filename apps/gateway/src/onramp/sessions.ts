import type { Database, Tables } from '@portico/service/database'
import { addressOn, namespaceOf } from '../chains/address.js'
import type { OnrampAsset, OnrampMoney, OnrampNews, OnrampProgress, OnrampStatus } from './types.js'

/** A purchase or a sale. */
export interface OnrampSession {
  readonly id: string
  readonly kind: 'buy' | 'sell'
  readonly status: OnrampStatus
  readonly provider: string
  readonly reference: string
  readonly network: string
  readonly address: string
  readonly asset: Pick<OnrampAsset, 'symbol' | 'decimals' | 'address'>
  readonly paymentTotal: OnrampMoney | undefined
  readonly purchaseAmount: OnrampMoney | undefined
  readonly hash: string | undefined
  readonly reason: string | undefined
  readonly depositAddress: string | undefined
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

export type NewOnrampSession = Omit<OnrampSession, 'status' | 'hash' | 'reason' | 'depositAddress' | 'createdAt' | 'updatedAt'>

/**
 * From where a session may come to each state: it never goes back. Money that was paid outweighs a clock, so a page that was paid on
 * at the last moment is not forgotten; and what was settled or failed may still be given back.
 */
const before: Readonly<Record<OnrampStatus, readonly OnrampStatus[]>> = {
  created: [],
  paid: ['created', 'expired'],
  processing: ['created', 'paid', 'expired'],
  settled: ['created', 'paid', 'processing', 'expired'],
  failed: ['created', 'paid', 'processing', 'expired'],
  expired: ['created'],
  refunded: ['created', 'paid', 'processing', 'settled', 'failed', 'expired'],
}

export interface Sessions {
  readonly add: (session: NewOnrampSession) => Promise<void>
  readonly find: (id: string) => Promise<OnrampSession | undefined>
  /** The session that news are about. */
  readonly about: (provider: string, news: OnrampNews) => Promise<OnrampSession | undefined>
  /** Takes what a provider says, as far as it leads on. @returns whether anything is different now */
  readonly apply: (session: OnrampSession, progress: OnrampProgress) => Promise<boolean>
  /** Of an account, as its chain writes it, that were paid for: the newest first, at most 50. */
  readonly ofAccount: (account: string, network: string | undefined) => Promise<readonly OnrampSession[]>
  /** Those whose provider is to be asked now: each for one caller, whatever number of gateways there is. */
  readonly due: (most: number) => Promise<readonly OnrampSession[]>
  /** Takes one for asking now, unless it was asked a moment ago, or somebody else is asking. */
  readonly claim: (session: OnrampSession) => Promise<boolean>
  /** Was asked, and is to be asked again in its time; not before `waitMs`. */
  readonly release: (session: OnrampSession, waitMs?: number) => Promise<void>
  /** Drops what nobody paid for a month. */
  readonly sweep: () => Promise<void>
}

type Row = Tables['onramp_sessions']

/** Milliseconds. Whoever asks a provider has this long before somebody else does. */
const leaseMs = 20_000
const minute = 60_000
const day = 86_400_000

/**
 * Milliseconds until a provider is asked about a session again. Those that are young are looked at often, and what nobody has paid for
 * a day is given up; what is settled is still looked at for three days, because it may be refunded.
 */
export function nextLook({ status, age, pollMs }: { status: OnrampStatus; age: number; pollMs: number }): number | undefined {
  if (status === 'failed' || status === 'refunded' || status === 'expired') return undefined
  if (status === 'settled') return age < 3 * day ? day / 4 : undefined
  return Math.min(Math.max(pollMs, age / 20), 10 * minute)
}

export function createSessions({ db, clock, pollMs }: { db: Database; clock: () => number; pollMs: number }): Sessions {
  const lookAt = (status: OnrampStatus, createdAt: number): number | null => {
    const wait = nextLook({ status, age: clock() - createdAt, pollMs })
    return wait === undefined ? null : clock() + wait
  }
  const waitOf = ({ status, createdAt }: Pick<OnrampSession, 'status' | 'createdAt'>): number =>
    nextLook({ status, age: clock() - createdAt, pollMs }) ?? 0
  const take = async (id: string, pollAt: number, wait: number): Promise<OnrampSession | undefined> => {
    const row = await db
      .updateTable('onramp_sessions')
      .set({ poll_at: clock() + wait + leaseMs })
      .where('id', '=', id)
      .where('poll_at', '=', pollAt)
      .returningAll()
      .executeTakeFirst()
    return row && sessionOf(row)
  }
  const find: Sessions['find'] = async (id) => {
    // What is no id of ours may be no text to Postgres either (U+0000).
    if (!/^[\w-]+$/.test(id)) return undefined
    const row = await db.selectFrom('onramp_sessions').selectAll().where('id', '=', id).executeTakeFirst()
    return row && sessionOf(row)
  }
  return {
    find,
    add: async ({ id, kind, provider, reference, network, address, asset, paymentTotal, purchaseAmount }) => {
      const now = clock()
      await db
        .insertInto('onramp_sessions')
        .values({
          id,
          kind,
          status: 'created',
          provider,
          reference,
          network,
          address,
          account: addressOn(namespaceOf(network), address) ?? address,
          symbol: asset.symbol,
          decimals: asset.decimals,
          token: asset.address,
          payment_amount: paymentTotal?.amount ?? null,
          payment_currency: paymentTotal?.currency ?? null,
          purchase_amount: purchaseAmount?.amount ?? null,
          hash: null,
          reason: null,
          deposit_address: null,
          created_at: now,
          updated_at: now,
          poll_at: now + pollMs,
        })
        .execute()
    },
    about: async (provider, { session, reference }) => {
      const found = session === undefined ? undefined : await find(session)
      if (found) return found.provider === provider ? found : undefined
      if (!reference) return undefined
      const row = await db
        .selectFrom('onramp_sessions')
        .selectAll()
        .where('provider', '=', provider)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return row && sessionOf(row)
    },
    apply: async ({ id, createdAt }, { status, hash, reason, depositAddress, purchaseAmount }) => {
      const facts = {
        ...(hash !== undefined && { hash }),
        ...(reason !== undefined && { reason }),
        ...(depositAddress !== undefined && { deposit_address: depositAddress }),
        ...(purchaseAmount !== undefined && { purchase_amount: purchaseAmount }),
      }
      const pollAt = lookAt(status, createdAt)
      const moved = await db
        .updateTable('onramp_sessions')
        .set({ ...facts, status, updated_at: clock(), poll_at: pollAt })
        .where('id', '=', id)
        .where('status', 'in', [...before[status], '-'])
        .returning('id')
        .executeTakeFirst()
      if (moved) return true
      // The same again: what was not known yet may have come with it.
      const { hash: known, deposit_address: deposit } = facts
      const added = await db
        .updateTable('onramp_sessions')
        .set({ ...facts, updated_at: clock() })
        .where('id', '=', id)
        .where('status', '=', status)
        .where((row) =>
          row.or([
            ...(known === undefined ? [] : [row('hash', 'is', null)]),
            ...(deposit === undefined ? [] : [row('deposit_address', 'is', null)]),
          ]),
        )
        .returning('id')
        .executeTakeFirst()
      await db.updateTable('onramp_sessions').set({ poll_at: pollAt }).where('id', '=', id).where('status', '=', status).execute()
      return added !== undefined
    },
    ofAccount: async (account, network) => {
      let query = db
        .selectFrom('onramp_sessions')
        .selectAll()
        .where('account', '=', account)
        .where('status', 'not in', ['created', 'expired'])
      if (network !== undefined) query = query.where('network', '=', network)
      return (await query.orderBy('created_at', 'desc').limit(50).execute()).map(sessionOf)
    },
    due: async (most) => {
      const rows = await db
        .selectFrom('onramp_sessions')
        .selectAll()
        .where('poll_at', '<=', clock())
        .orderBy('poll_at')
        .limit(most)
        .execute()
      const taken = await Promise.all(rows.map(async (row) => await take(row.id, row.poll_at ?? 0, waitOf(sessionOf(row)))))
      return taken.filter((session) => session !== undefined)
    },
    claim: async (session) => {
      const row = await db.selectFrom('onramp_sessions').select('poll_at').where('id', '=', session.id).executeTakeFirst()
      const wait = waitOf(session)
      if (!row || row.poll_at === null || row.poll_at > clock() + wait - pollMs) return false
      return (await take(session.id, row.poll_at, wait)) !== undefined
    },
    release: async (session, waitMs = 0) => {
      await db
        .updateTable('onramp_sessions')
        .set({ poll_at: clock() + Math.max(waitMs, waitOf(session)) })
        .where('id', '=', session.id)
        .where('status', '=', session.status)
        .where('poll_at', 'is not', null)
        .execute()
    },
    sweep: async () => {
      await db
        .deleteFrom('onramp_sessions')
        .where('status', 'in', ['created', 'expired'])
        .where('created_at', '<', clock() - 30 * day)
        .execute()
    },
  }
}

const sessionOf = (row: Row): OnrampSession => ({
  id: row.id,
  kind: row.kind,
  // Nothing but a state is ever written.
  status: row.status as OnrampStatus,
  provider: row.provider,
  reference: row.reference,
  network: row.network,
  address: row.address,
  asset: { symbol: row.symbol, decimals: row.decimals, address: row.token },
  paymentTotal:
    row.payment_amount === null || row.payment_currency === null
      ? undefined
      : { amount: row.payment_amount, currency: row.payment_currency },
  purchaseAmount: row.purchase_amount === null ? undefined : { amount: row.purchase_amount, currency: row.symbol },
  hash: row.hash ?? undefined,
  reason: row.reason ?? undefined,
  depositAddress: row.deposit_address ?? undefined,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})
