import type { Migrations, Tables } from '@portico/service/database'
import { type Selectable, sql } from 'kysely'

declare module '@portico/service/database' {
  interface Tables {
    /** Wallets, each by the address that its owner signs with: nobody else can change what is kept for it. */
    vault_accounts: { wallet_id: string; eip155: string; created_at: number }
    /** The vault's halves of ways in, wrapped. */
    vault_ways: {
      id: string
      wallet_id: string
      eip155: string
      kind: string
      /** What proves a factor (JSON); null for the assisted way. */
      factor: string | null
      wrapped_key: string
      ciphertext: string
      created_at: number
      /** Since when the owner says that it is in use. */
      confirmed_at: number | null
    }
    /** Addresses of the owner, sealed. */
    vault_contacts: {
      id: string
      wallet_id: string
      eip155: string
      email: string
      /** From when on it is one that recovers; until then it can be refused. */
      counts_from: number
      /** Of the link in the mails to the known addresses. */
      answer_digest: string | null
      created_at: number
    }
    /** What an earlier release kept: recovery shares, for the vault to read (wrapped), sealed to factors, or both. */
    vault_shares: {
      attempt: string
      wallet_id: string
      version: number
      wrapped_key: string | null
      ciphertext: string | null
      factors: string
      eip155: string
      created_at: number
      committed_at: number | null
      superseded_at: number | null
    }
    /** Mailed questions and their answers. */
    vault_releases: {
      id: string
      wallet_id: string
      eip155: string
      /** Of the way, or of the share of an earlier release. */
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
      /** What the owner shows: `mail`, or an account elsewhere. */
      shown_by: string
    }
    /** Accounts elsewhere that an owner is known by, sealed. */
    vault_identities: {
      id: string
      wallet_id: string
      eip155: string
      kind: string
      /** Issuer and subject (JSON), sealed. */
      identity: string
      /** From when on it is one that recovers; until then it can be refused. */
      counts_from: number
      /** Of the link in the mails to the known addresses. */
      answer_digest: string | null
      created_at: number
    }
    /** Questions for such an account. */
    vault_identity_flows: {
      id: string
      purpose: string
      wallet_id: string
      eip155: string
      kind: string
      status: string
      secret_digest: string | null
      state_digest: string | null
      browser_digest: string | null
      nonce: string
      /** At Farcaster's relay. Who reads it has what the phone signed for this question, which is good once. */
      channel: string | null
      locale: string
      expires_at: number
    }
    /** Secrets that factors have to open. */
    vault_challenges: {
      id: string
      wallet_id: string
      eip155: string
      proof_digest: string
      frame_key: string
      /** 1 where the share of an earlier release is asked for. */
      split: number
      origin: string
      browser: string
      locale: string
      expires_at: number
    }
    /** Browsers that have signed with a wallet's key, by the thumbprints of their device keys. */
    vault_devices: { wallet_id: string; eip155: string; device: string; seen_at: number }
    /** Tickets that were used, for as long as they could be used again. */
    vault_tickets: { id: string; expires_at: number }
  }
}

export type IdentityFlow = Selectable<Tables['vault_identity_flows']>

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
  vault_002_ways: {
    up: async (db) => {
      await db.schema
        .createTable('vault_accounts')
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('vault_accounts_key', ['wallet_id', 'eip155'])
        .execute()
      await db.schema
        .createTable('vault_ways')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('factor', 'text')
        .addColumn('wrapped_key', 'text', (column) => column.notNull())
        .addColumn('ciphertext', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('confirmed_at', 'bigint')
        .addPrimaryKeyConstraint('vault_ways_key', ['wallet_id', 'eip155', 'id'])
        .execute()
      await db.schema
        .createTable('vault_contacts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('counts_from', 'bigint', (column) => column.notNull())
        .addColumn('answer_digest', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('vault_contacts_by_wallet').on('vault_contacts').columns(['wallet_id', 'eip155']).execute()
      await db.schema
        .createTable('vault_challenges')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('proof_digest', 'text', (column) => column.notNull())
        .addColumn('frame_key', 'text', (column) => column.notNull())
        .addColumn('split', 'integer', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('browser', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      // Questions that nobody has answered yet are asked again.
      await db.deleteFrom('vault_releases').execute()
      await db.schema
        .alterTable('vault_releases')
        .addColumn('eip155', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      // Wallets of shares: the address stands beside each share. Whom mails go to is kept; an address that only a ticket told, and
      // that its owner has not agreed to, is not.
      await sql`insert into vault_accounts (wallet_id, eip155, created_at)
        select wallet_id, lower(eip155), min(created_at) from vault_shares group by wallet_id, lower(eip155)`.execute(db)
      await sql`insert into vault_contacts (id, wallet_id, eip155, email, counts_from, answer_digest, created_at)
        select account.wallet_id || '/' || account.eip155, account.wallet_id, account.eip155, owner.email, 0, null, account.created_at
        from vault_accounts account join vault_owners owner on owner.wallet_id = account.wallet_id`.execute(db)
      await db.schema.dropTable('vault_owners').execute()
    },
  },
  vault_003_identities: {
    up: async (db) => {
      await db.schema
        .createTable('vault_identities')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('identity', 'text', (column) => column.notNull())
        .addColumn('counts_from', 'bigint', (column) => column.notNull())
        .addColumn('answer_digest', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('vault_identities_by_wallet').on('vault_identities').columns(['wallet_id', 'eip155']).execute()
      await db.schema
        .createTable('vault_identity_flows')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('secret_digest', 'text')
        .addColumn('state_digest', 'text')
        .addColumn('browser_digest', 'text')
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('channel', 'text')
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .alterTable('vault_releases')
        .addColumn('shown_by', 'text', (column) => column.notNull().defaultTo('mail'))
        .execute()
    },
  },
  vault_004_devices: {
    up: async (db) => {
      await db.schema
        .createTable('vault_devices')
        .addColumn('wallet_id', 'text', (column) => column.notNull())
        .addColumn('eip155', 'text', (column) => column.notNull())
        .addColumn('device', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('vault_devices_key', ['wallet_id', 'eip155', 'device'])
        .execute()
    },
  },
}
