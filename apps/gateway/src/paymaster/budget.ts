import type { Database } from '@portico/service/database'
import type { Hex } from 'viem'
import { notSponsored, RefusedError } from '../bundler/errors.js'
import { nonceText } from '../bundler/operation.js'
import type { Policy } from './settings.js'

export interface Grant {
  readonly policy: Policy
  readonly sender: Hex
  readonly nonce: bigint
  /** The most that it may cost, in wei. */
  readonly cost: bigint
  /** Seconds since 1970, by the chain's clock. */
  readonly validUntil: number
}

interface Spender {
  readonly policy: string
  /** UTC: 2026-11-23. */
  readonly day: string
  readonly sender: string
}

export interface BudgetParameters {
  db: Database
  chain: number
  paymaster: Hex
  /** Milliseconds since 1970. */
  clock: () => number
}

/**
 * What may be spent, in the database, so that it holds for all gateways together. What is promised counts as spent until it is known
 * what it came to.
 */
export interface Budget {
  /** Promises to pay. Of the operations with one nonce one alone can be mined, so they count once. @throws RefusedError (-32001) */
  readonly reserve: (grant: Grant) => Promise<void>
  /** It was mined, and cost this many wei. */
  readonly settle: (sender: Hex, nonce: bigint, cost: bigint) => Promise<void>
  /** What can be mined no more costs nothing. @param time of the chain's newest block, in seconds since 1970 */
  readonly release: (time: number) => Promise<void>
}

export function createBudget({ db, chain, paymaster, clock }: BudgetParameters): Budget {
  /** What all accounts and one have spent. Both rows are locked until the transaction ends, always in this order. */
  const lock = async (trx: Database, { policy, day, sender }: Spender): Promise<{ all: bigint; own: bigint }> => {
    const rows = await trx
      .insertInto('paymaster_totals')
      .values(['', sender].map((account) => ({ policy, day, account, amount: '0' })))
      .onConflict((conflict) => conflict.columns(['policy', 'day', 'account']).doUpdateSet({ day }))
      .returning(['account', 'amount'])
      .execute()
    const of = (account: string): bigint => BigInt(rows.find((each) => each.account === account)?.amount ?? 0)
    return { all: of(''), own: of(sender) }
  }
  const write = async (trx: Database, { policy, day, sender }: Spender, { all, own }: { all: bigint; own: bigint }): Promise<void> => {
    const row = (account: string, amount: bigint) => ({ policy, day, account, amount: String(amount < 0n ? 0n : amount) })
    await trx
      .insertInto('paymaster_totals')
      .values([row('', all), row(sender, own)])
      .onConflict((conflict) =>
        conflict.columns(['policy', 'day', 'account']).doUpdateSet((each) => ({ amount: each.ref('excluded.amount') })),
      )
      .execute()
  }
  const add = async (trx: Database, spender: Spender, wei: bigint): Promise<void> => {
    const { all, own } = await lock(trx, spender)
    await write(trx, spender, { all: all + wei, own: own + wei })
  }

  return {
    reserve: ({ policy, sender, nonce, cost, validUntil }) =>
      db.transaction().execute(async (trx) => {
        const today = new Date(clock()).toISOString().slice(0, 10)
        // A write first: nobody else promises anything under this policy until this is done.
        let spent = await lock(trx, { policy: policy.id, day: today, sender })
        const key = { chain, paymaster, sender, nonce: nonceText(nonce), policy: policy.id }
        const before = await trx
          .selectFrom('paymaster_grants')
          .select(['day', 'amount', 'valid_until'])
          .where('chain', '=', chain)
          .where('paymaster', '=', paymaster)
          .where('sender', '=', sender)
          .where('nonce', '=', key.nonce)
          .where('policy', '=', policy.id)
          .executeTakeFirst()
        const spender = { policy: policy.id, day: before?.day ?? today, sender }
        if (spender.day !== today) spent = await lock(trx, spender)
        const old = BigInt(before?.amount ?? 0)
        const amount = cost > old ? cost : old
        const [all, own] = [spent.all + amount - old, spent.own + amount - old]
        if (own > policy.perAccount) throw new RefusedError(notSponsored, 'The site pays no more network fees for this account today.')
        if (all > policy.perDay) throw new RefusedError(notSponsored, 'The site pays no more network fees today.')
        await write(trx, spender, { all, own })
        const until = Math.max(validUntil, before?.valid_until ?? 0)
        await trx
          .insertInto('paymaster_grants')
          .values({ ...key, day: spender.day, amount: String(amount), valid_until: until })
          .onConflict((conflict) =>
            conflict
              .columns(['chain', 'paymaster', 'sender', 'nonce', 'policy'])
              .doUpdateSet({ amount: String(amount), valid_until: until }),
          )
          .execute()
      }),
    settle: (sender, nonce, cost) =>
      db.transaction().execute(async (trx) => {
        const grants = await trx
          .deleteFrom('paymaster_grants')
          .where('chain', '=', chain)
          .where('paymaster', '=', paymaster)
          .where('sender', '=', sender)
          .where('nonce', '=', nonceText(nonce))
          .returning(['policy', 'day', 'sender', 'amount'])
          .execute()
        // Where two policies have promised it, both have paid: it is not known whose promise was used.
        for (const grant of grants) await add(trx, grant, cost - BigInt(grant.amount))
      }),
    release: (time) =>
      db.transaction().execute(async (trx) => {
        const grants = await trx
          .deleteFrom('paymaster_grants')
          .where('chain', '=', chain)
          .where('paymaster', '=', paymaster)
          .where('valid_until', '<', time)
          .returning(['policy', 'day', 'sender', 'amount'])
          .execute()
        for (const grant of grants) await add(trx, grant, -BigInt(grant.amount))
      }),
  }
}
