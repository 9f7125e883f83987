import type { Migrations } from '@portico/service/database'
import { sql } from 'kysely'

/** `queued`: accepted; `sent`: in a transaction that is signed; `mined` and `refused`: the end. */
export type OperationState = 'queued' | 'sent' | 'mined' | 'refused'

declare module '@portico/service/database' {
  interface Tables {
    /** Every operation that was accepted, by the number of EIP-155 and its hash. */
    bundler_operations: {
      chain: number
      hash: string
      sender: string
      /** 32 bytes in hex, so that texts sort as numbers do. */
      nonce: string
      /** Empty where there is none, as the factory. */
      paymaster: string
      factory: string
      /** JSON, as ERC-7769 writes it. */
      operation: string
      /** Wei that it may cost at most, as text. */
      cost: string
      /** Wei for a unit of gas: 32 bytes in hex, as the nonce. */
      max_fee: string
      state: OperationState
      /** The executor whose transaction holds it, and that transaction's nonce; null unless it is `sent`. */
      executor: string | null
      executor_nonce: number | null
      /** The transaction that it was mined in. */
      transaction_hash: string | null
      /** Why it was refused. */
      reason: string | null
      /** Transactions that held it and failed. */
      failures: number
      /** The chain's height when it was accepted: its event can't be below. */
      from_block: number
      accepted_at: number
      ended_at: number | null
    }
    /** Keys that send bundles: each is used by one gateway at a time. */
    bundler_executors: { chain: number; address: string; holder: string | null; held_until: number }
    /** Signed transactions that are not known to be mined: written down before they are sent. Several of a nonce where fees were raised. */
    bundler_transactions: {
      chain: number
      executor: string
      nonce: number
      hash: string
      raw: string
      /** Wei, as text. */
      max_fee: string
      priority_fee: string
      sent_at: number
    }
    /** How many operations of a sender, paymaster or factory were accepted, and how many of them were mined (ERC-7562). */
    bundler_reputation: { chain: number; address: string; seen: number; included: number; updated_at: number }
  }
}

export const bundlerMigrations: Migrations = {
  bundler_001: {
    up: async (db) => {
      const statements = [
        sql`create table bundler_operations (chain bigint not null, hash text not null, sender text not null, nonce text not null,
          paymaster text not null, factory text not null, operation text not null, state text not null, executor text,
          executor_nonce bigint, transaction_hash text, reason text, failures integer not null, from_block bigint not null,
          accepted_at bigint not null, ended_at bigint, primary key (chain, hash))`,
        sql`create unique index bundler_operations_by_nonce on bundler_operations (chain, sender, nonce) where state in ('queued', 'sent')`,
        // One of a sender at a time: no other executor can send its next one first.
        sql`create unique index bundler_operations_sent on bundler_operations (chain, sender) where state = 'sent'`,
        sql`create index bundler_operations_queued on bundler_operations (chain, accepted_at) where state = 'queued'`,
        sql`create index bundler_operations_by_executor on bundler_operations (chain, executor) where state = 'sent'`,
        sql`create index bundler_operations_by_end on bundler_operations (ended_at) where ended_at is not null`,
        sql`create table bundler_executors (chain bigint not null, address text not null, holder text, held_until bigint not null,
          primary key (chain, address))`,
        sql`create table bundler_transactions (chain bigint not null, executor text not null, nonce bigint not null, hash text not null,
          raw text not null, max_fee text not null, priority_fee text not null, sent_at bigint not null,
          primary key (chain, executor, nonce, hash))`,
        sql`create table bundler_reputation (chain bigint not null, address text not null, seen integer not null,
          included integer not null, updated_at bigint not null, primary key (chain, address))`,
      ]
      for (const statement of statements) await statement.execute(db)
    },
  },
  bundler_002: {
    up: async (db) => void (await sql`alter table bundler_operations add column cost text not null default '0'`.execute(db)),
  },
  bundler_003: {
    // Of what waits already it is not known: it is looked at as before.
    up: async (db) =>
      void (await sql`alter table bundler_operations add column max_fee text not null default ${sql.lit(`0x${'f'.repeat(64)}`)}`.execute(
        db,
      )),
  },
}
