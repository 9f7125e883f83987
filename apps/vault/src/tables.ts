import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** Recovery shares, one row for each write: for the vault to read (wrapped), sealed to the owner's factors, or both. */
    vault_shares: {
      attempt: string
      wallet_id: string
      version: number
      wrapped_key: string | null
      ciphertext: string | null
      factors: string
      eip155: string
      created_at: number
      /** Since when it is the one in use, as a ticket told. */
      committed_at: number | null
      /** Since when it is void. */
      superseded_at: number | null
    }
    /** Whom mails go to, sealed. */
    vault_owners: {
      wallet_id: string
      email: string
      pending: string | null
      pending_digest: string | null
      pending_until: number | null
      /** HMAC of the address that the owner refused. */
      declined: string | null
    }
    /** Mailed questions and their answers. */
    vault_releases: {
      id: string
      wallet_id: string
      /** Of the share in use when it was asked. */
      attempt: string
      secret_digest: string
      token_digest: string
      frame_key: string
      match: string
      origin: string
      browser: string
      locale: string
      status: string
      not_before: number
      expires_at: number
      released_at: number | null
    }
    /** Tickets that were used, for as long as they could be used again. */
    vault_tickets: { id: string; expires_at: number }
  }
}

export const vaultMigrations: Migrations = {
  vault_001: {
    up: async (db) => {
      await db.schema
        .createTable('vault_shares')
        .addColumn('attempt', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('wrapped_key', 'text')
        .addColumn('ciphertext', 'text')
        .addColumn('factors', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('committed_at', 'bigint')
        .addColumn('superseded_at', 'bigint')
        .execute()
      await db.schema.createIndex('vault_shares_by_wallet').on('vault_shares').column('wallet_id').execute()
      await db.schema
        .createTable('vault_owners')
        .addColumn('wallet_id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('pending', 'text')
        .addColumn('pending_digest', 'text')
        .addColumn('pending_until', 'bigint')
        .addColumn('declined', 'text')
        .execute()
      await db.schema
        .createTable('vault_releases')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('attempt', 'text', (column) => column.notNull())
        .addColumn('secret_digest', 'text', (column) => column.notNull())
        .addColumn('token_digest', 'text', (column) => column.notNull().unique())
        .addColumn('frame_key', 'text', (column) => column.notNull())
        .addColumn('match', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('browser', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('not_before', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('released_at', 'bigint')
        .execute()
      await db.schema
        .createTable('vault_tickets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
