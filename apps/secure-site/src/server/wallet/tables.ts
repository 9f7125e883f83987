import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /**
     * One for each account. `version` 0 and nulls until the wallet is made. `attempt` names the row of wallet_shares in use, for a
     * wallet that an earlier release split and that nobody has opened since.
     */
    wallets: {
      id: string
      user_id: string
      version: number
      attempt: string | null
      eip155: string | null
      solana: string | null
      check_value: string | null
      mode: string | null
      factors: string
      created_at: number
    }
    /** Ways in: the root under both halves, and this service's half, wrapped, of those that it has one of. */
    wallet_ways: {
      id: string
      wallet_id: string
      kind: string
      version: number
      sealed: string
      wrapped_key: string | null
      ciphertext: string | null
      /** Name of the browser. */
      device: string | null
      /** The browser's half, sealed to its key, until it has fetched it. */
      left_half: string | null
      factor: string | null
      enclosed: string | null
      created_at: number
      used_at: number
      /** How the browser called itself that got its way, or that added the factor; null for one that another made, and of earlier releases. */
      browser: string | null
      /** Of the way of a browser that stores nothing. */
      expires_at: number | null
    }
    /** What an earlier release kept: this service's share, wrapped, and the browsers' shares, sealed to their own keys. */
    wallet_shares: {
      attempt: string
      wallet_id: string
      version: number
      wrapped_key: string
      ciphertext: string
      eip155: string
      solana: string
      check_value: string
      mode: string
      factors: string
      devices: string
      created_at: number
    }
    /** The owner asked to see the words. Codes and secrets as digests. */
    wallet_exports: {
      wallet_id: string
      not_before: number
      expires_at: number
      cancel_digest: string
      code_mac: string | null
      code_device: string | null
      code_tries: number
      code_expires_at: number
      proof_digest: string | null
      proof_expires_at: number
    }
  }
}

export const walletMigrations: Migrations = {
  wallet_001: {
    up: async (db) => {
      await db.schema
        .createTable('wallets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().unique())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('attempt', 'text')
        .addColumn('eip155', 'text')
        .addColumn('solana', 'text')
        .addColumn('check_value', 'text')
        .addColumn('mode', 'text')
        .addColumn('factors', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('wallet_shares')
        .addColumn('attempt', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('wrapped_key', 'text', (column) => column.notNull())
        .addColumn('ciphertext', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('solana', 'text', (column) => column.notNull())
        .addColumn('check_value', 'text', (column) => column.notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('factors', 'text', (column) => column.notNull())
        .addColumn('devices', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('wallet_shares_by_wallet').on('wallet_shares').column('wallet_id').execute()
      await db.schema
        .createTable('wallet_exports')
        .addColumn('wallet_id', 'text', (column) => column.primaryKey())
        .addColumn('not_before', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('cancel_digest', 'text', (column) => column.notNull())
        .addColumn('code_mac', 'text')
        .addColumn('code_device', 'text')
        .addColumn('code_tries', 'integer', (column) => column.notNull())
        .addColumn('code_expires_at', 'bigint', (column) => column.notNull())
        .addColumn('proof_digest', 'text')
        .addColumn('proof_expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  wallet_002_ways: {
    up: async (db) => {
      await db.schema
        .createTable('wallet_ways')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('wrapped_key', 'text')
        .addColumn('ciphertext', 'text')
        .addColumn('device', 'text')
        .addColumn('left_half', 'text')
        .addColumn('factor', 'text')
        .addColumn('enclosed', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('used_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addPrimaryKeyConstraint('wallet_ways_key', ['wallet_id', 'id'])
        .execute()
    },
  },
  wallet_003_browsers: {
    up: async (db) => {
      await db.schema.alterTable('wallet_ways').addColumn('browser', 'text').execute()
    },
  },
}
