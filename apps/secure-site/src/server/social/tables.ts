import type { SocialProvider } from '@portico/core/embedded'
import type { Migrations } from '@portico/service/database'

/** How far a social login is. Each step is one conditional update, so it is taken once. */
export type FlowStatus =
  /** Its window has not been opened. */
  | 'started'
  /** The browser of the window is at the provider. */
  | 'opened'
  /** It came back, and its code is being redeemed. */
  | 'returned'
  /** The provider has said who it is. Whoever holds the result may finish. */
  | 'answered'
  /** The visitor has pressed 'Continue' in the window: the device that started may finish. */
  | 'confirmed'
  | 'cancelled'
  | 'failed'
  | 'used'

export interface SocialFlow {
  id: string
  provider: SocialProvider
  mode: 'popup' | 'page'
  status: FlowStatus
  project_id: string
  /** Of the host page. */
  origin: string
  /** Thumbprint of the device key that may finish. */
  thumbprint: string
  return_to: string | null
  /** The user that the social account is added to. */
  link_user_id: string | null
  match: string
  /** Digest of the `state` that the provider has to bring back. */
  state_hash: string | null
  /** Digest of the cookie in the window's browser. */
  browser_hash: string | null
  /** Sealed: code verifier and nonce. */
  challenge: string | null
  /** Digest of a cookie in the frame's browser, for a frame that was loaded anew and has nothing stored. */
  frame_hash: string
  /** Digest of the result that the window reports. */
  result_hash: string | null
  /** Sealed: who the provider says it is. */
  identity: string | null
  expires_at: number
}

export interface FarcasterFlow {
  id: string
  status: 'started' | 'used'
  project_id: string
  origin: string
  thumbprint: string
  nonce: string
  /** Sealed: the relay's channel token. */
  channel: string
  expires_at: number
}

declare module '@portico/service/database' {
  interface Tables {
    /** Accounts elsewhere, by who vouches for them. An e-mail address is never an identity here (S31). */
    identities: { issuer: string; subject: string; user_id: string; created_at: number }
    social_flows: SocialFlow
    farcaster_flows: FarcasterFlow
  }
}

export const socialMigrations: Migrations = {
  social_001: {
    up: async (db) => {
      await db.schema
        .createTable('identities')
        .addColumn('issuer', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
        .execute()
      await db.schema
        .createTable('social_flows')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('return_to', 'text')
        .addColumn('link_user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('match', 'text', (column) => column.notNull())
        .addColumn('state_hash', 'text')
        .addColumn('browser_hash', 'text')
        .addColumn('challenge', 'text')
        .addColumn('frame_hash', 'text', (column) => column.notNull())
        .addColumn('result_hash', 'text')
        .addColumn('identity', 'text')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('social_flows_by_time').on('social_flows').column('expires_at').execute()
      await db.schema
        .createTable('farcaster_flows')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('channel', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('farcaster_flows_by_time').on('farcaster_flows').column('expires_at').execute()
    },
  },
}
