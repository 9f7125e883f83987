import type { Migrations } from '@portico/service/database'
import { sql } from 'kysely'

declare module '@portico/service/database' {
  interface Tables {
    /** Operations that were agreed to be paid for, until they are mined or can be no more. */
    paymaster_grants: {
      chain: number
      paymaster: string
      sender: string
      /** 32 bytes in hex. Of the operations with it one can be mined. */
      nonce: string
      policy: string
      /** Day of UTC that it counts for: `2026-11-23`. */
      day: string
      /** The most that one of them may cost, in wei, as text. */
      amount: string
      /** Seconds since 1970, by the chain's clock: from then on none of them can be mined. */
      valid_until: number
    }
    /** What is spent and promised, in wei, as text: of a policy on a day, and of an account under it. */
    paymaster_totals: { policy: string; day: string; account: string; amount: string }
    /** Up to which block a paymaster's operations are counted. */
    paymaster_blocks: { chain: number; paymaster: string; number: number }
  }
}

export const paymasterMigrations: Migrations = {
  paymaster_001: {
    up: async (db) => {
      const statements = [
        sql`create table paymaster_grants (chain bigint not null, paymaster text not null, sender text not null, nonce text not null,
          policy text not null, day text not null, amount text not null, valid_until bigint not null,
          primary key (chain, paymaster, sender, nonce, policy))`,
        sql`create index paymaster_grants_by_time on paymaster_grants (chain, paymaster, valid_until)`,
        sql`create table paymaster_totals (policy text not null, day text not null, account text not null, amount text not null,
          primary key (policy, day, account))`,
        sql`create table paymaster_blocks (chain bigint not null, paymaster text not null, number bigint not null,
          primary key (chain, paymaster))`,
      ]
      for (const statement of statements) await statement.execute(db)
    },
  },
}
