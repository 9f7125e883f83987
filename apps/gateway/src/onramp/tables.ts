import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** Purchases and sales. Of a visitor there is the account alone: no name, no card, no address on the internet. */
    onramp_sessions: {
      /** 32 random bytes: who knows it may read it. */
      id: string
      kind: 'buy' | 'sell'
      status: string
      provider: string
      /** What the provider calls it; empty where it goes by our id. */
      reference: string
      /** CAIP-2. */
      network: string
      /** As it was given. */
      address: string
      /** As its chain writes it, to be looked up by. */
      account: string
      symbol: string
      decimals: number
      /** Of the token; empty for the chain's own coin. */
      token: string
      payment_amount: string | null
      payment_currency: string | null
      purchase_amount: string | null
      hash: string | null
      reason: string | null
      deposit_address: string | null
      created_at: number
      updated_at: number
      /** When its provider is asked next; null where nothing more is to come. */
      poll_at: number | null
    }
    /** What stands for having shown that an account is one's own. */
    onramp_grants: {
      /** Digest of it. */
      grant: string
      origin: string
      account: string
      namespace: string
      /** The one chain that it counts on, CAIP-2; empty where it is all of its namespace. */
      chain: string
      expires_at: number
    }
    onramp_nonces: { nonce: string; expires_at: number }
  }
}

export const onrampMigrations: Migrations = {
  onramp_001: {
    up: async (db) => {
      const text = ['kind', 'status', 'provider', 'reference', 'network', 'address', 'account', 'symbol', 'token'] as const
      const maybe = ['payment_amount', 'payment_currency', 'purchase_amount', 'hash', 'reason', 'deposit_address'] as const
      let sessions = db.schema.createTable('onramp_sessions').addColumn('id', 'text', (column) => column.primaryKey())
      for (const name of text) sessions = sessions.addColumn(name, 'text', (column) => column.notNull())
      for (const name of maybe) sessions = sessions.addColumn(name, 'text')
      await sessions
        .addColumn('decimals', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('poll_at', 'bigint')
        .execute()
      await db.schema.createIndex('onramp_sessions_by_time').on('onramp_sessions').column('poll_at').execute()
      await db.schema.createIndex('onramp_sessions_by_account').on('onramp_sessions').columns(['account', 'created_at']).execute()
      await db.schema.createIndex('onramp_sessions_by_reference').on('onramp_sessions').columns(['provider', 'reference']).execute()
      let grants = db.schema.createTable('onramp_grants').addColumn('grant', 'text', (column) => column.primaryKey())
      for (const name of ['origin', 'account', 'namespace', 'chain'] as const)
        grants = grants.addColumn(name, 'text', (column) => column.notNull())
      await grants.addColumn('expires_at', 'bigint', (column) => column.notNull()).execute()
      await db.schema
        .createTable('onramp_nonces')
        .addColumn('nonce', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      for (const table of ['onramp_grants', 'onramp_nonces'] as const)
        await db.schema.createIndex(`${table}_by_time`).on(table).column('expires_at').execute()
    },
  },
}
