import type { Database, Migrations } from '@portico/service/database'
import { SqliteAdapter, sql } from 'kysely'

/** What a transfer moved: coins at the top or inside of a transaction, tokens by their standard, or a right given by an approval. */
export type TransferKind = 'native' | 'internal' | 'erc20' | 'erc721' | 'erc1155' | 'approval'

declare module '@portico/service/database' {
  interface Tables {
    /** How far each chain is read, and by which gateway: one at a time. `chain` is the number of EIP-155 everywhere. */
    indexer_chains: {
      chain: number
      start: number
      /** The newest block that is held; start - 1 while there is none. */
      number: number
      hash: string | null
      /** 1 where the node tells of transfers inside of transactions. */
      internal: number
      holder: string | null
      held_until: number
    }
    indexer_blocks: { chain: number; number: number; hash: string; parent: string; time: number }
    indexer_transactions: {
      chain: number
      block: number
      position: number
      hash: string
      sender: string
      /** Null for a deployment. */
      recipient: string | null
      created: string | null
      nonce: number
      /** The first four bytes of the data, empty where there are none. */
      method: string
      value: string
      /** In the chain's own coin, in its smallest unit. */
      fee: string
      status: number
    }
    indexer_transfers: {
      chain: number
      block: number
      position: number
      /** Its place within the transaction. */
      sub: number
      kind: TransferKind
      /** Empty for the chain's own coin. */
      token: string
      sender: string
      recipient: string
      token_id: string
      amount: string
      /** How many addresses got the same token in this transaction. */
      spread: number
    }
    /** One range of this table is a page of an address's history. */
    indexer_touched: { chain: number; address: string; block: number; position: number }
    /** Tokens that an address was seen with: what to ask the chain about. */
    indexer_held: { chain: number; address: string; token: string; token_id: string; kind: TransferKind; block: number }
    /** Accounts whose rows below the first block are wanted, with the newest block that is not read for them. */
    indexer_older: { chain: number; address: string; unread: number }
    /** What contracts say of themselves. */
    indexer_tokens: { chain: number; address: string; name: string; symbol: string; decimals: number; at: number }
  }
}

export const indexerMigrations: Migrations = {
  indexer_001: {
    up: async (db) => {
      const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
      // The primary key is the table; Postgres keeps each chain in a part of its own.
      const form = isSqlite ? sql`without rowid` : sql`partition by list (chain)`
      const statements = [
        sql`create table indexer_chains (chain bigint primary key, start bigint not null, number bigint not null, hash text,
          internal integer not null, holder text, held_until bigint not null)`,
        sql`create table indexer_tokens (chain bigint not null, address text not null, name text not null, symbol text not null,
          decimals integer not null, at bigint not null, primary key (chain, address))`,
        sql`create table indexer_blocks (chain bigint not null, number bigint not null, hash text not null, parent text not null,
          time bigint not null, primary key (chain, number)) ${form}`,
        sql`create table indexer_transactions (chain bigint not null, block bigint not null, position integer not null,
          hash text not null, sender text not null, recipient text, created text, nonce bigint not null, method text not null,
          value text not null, fee text not null, status integer not null, primary key (chain, block, position)) ${form}`,
        sql`create table indexer_transfers (chain bigint not null, block bigint not null, position integer not null,
          sub bigint not null, kind text not null, token text not null, sender text not null, recipient text not null,
          token_id text not null, amount text not null, spread integer not null, primary key (chain, block, position, sub)) ${form}`,
        sql`create table indexer_touched (chain bigint not null, address text not null, block bigint not null,
          position integer not null, primary key (chain, address, block, position)) ${form}`,
        sql`create table indexer_held (chain bigint not null, address text not null, token text not null, token_id text not null,
          kind text not null, block bigint not null, primary key (chain, address, token, token_id)) ${form}`,
      ]
      for (const statement of statements) await statement.execute(db)
    },
  },
  indexer_002: {
    up: async (db) => {
      await sql`create table indexer_older (chain bigint not null, address text not null, unread bigint not null,
        primary key (chain, address))`.execute(db)
    },
  },
}

/** What a chain fills. */
export const chainTables = ['indexer_held', 'indexer_touched', 'indexer_transfers', 'indexer_transactions', 'indexer_blocks'] as const

/** Makes a chain's parts of the tables, where the database has parts. */
export async function preparePartitions(db: Database, chain: number): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  for (const table of chainTables) {
    const part = sql.table(`${table}_${chain}`)
    await sql`create table if not exists ${part} partition of ${sql.table(table)} for values in (${sql.lit(chain)})`.execute(db)
  }
}
