import type { Database, Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    email_flows: EmailFlows
  }
}

/**
 * Logins by e-mail and changes of an address. `id` is the digest of the flow's id. A login goes `device` → `code` → `done`, or
 * begins with `code`; a change goes `primary` → `secondary` → `done`. `closed`: declined, or another one took its place.
 */
export interface EmailFlows {
  id: string
  purpose: 'login' | 'change'
  status: 'device' | 'code' | 'primary' | 'secondary' | 'done' | 'closed'
  thumbprint: string
  project_id: string
  origin: string
  locale: string
  /** Of a change: its user. */
  user_id: string | null
  /** The address that logs in, or the new one: HMAC, and sealed with the flow's id. */
  email_index: string
  email: string
  /** HMAC of the code that was mailed last. */
  code: string | null
  tries: number
  /** 1 when the owner of the mailbox has confirmed this browser. */
  linked: number
  /** Digest of the mailed link, until it was used. */
  link: string | null
  match: string | null
  /** What the browser calls itself, in a few words. */
  browser: string
  expires_at: number
}

export const emailMigrations: Migrations = {
  email_001: {
    up: async (db) => {
      await db.schema
        .createTable('email_flows')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('email_index', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('code', 'text')
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('linked', 'integer', (column) => column.notNull())
        .addColumn('link', 'text', (column) => column.unique())
        .addColumn('match', 'text')
        .addColumn('browser', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('email_flows_by_device').on('email_flows').columns(['thumbprint', 'email_index']).execute()
      await db.schema.createIndex('email_flows_by_time').on('email_flows').column('expires_at').execute()
    },
  },
}

/** Earlier logins of this browser with this address are over: only the newest mail counts. */
export async function closeLogins(trx: Database, device: string, emailIndex: string): Promise<void> {
  await trx
    .updateTable('email_flows')
    .set({ status: 'closed', link: null })
    .where('thumbprint', '=', device)
    .where('email_index', '=', emailIndex)
    .where('purpose', '=', 'login')
    .where('status', 'in', ['device', 'code'])
    .execute()
}

/** Logins and changes of all visitors that are on their way are over. */
export async function closeAll(trx: Database): Promise<void> {
  await trx
    .updateTable('email_flows')
    .set({ status: 'closed', link: null })
    .where('status', 'in', ['device', 'code', 'primary', 'secondary'])
    .execute()
}
