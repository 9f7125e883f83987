import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** What accounts let sites do by themselves (ERC-7715). By hash of the delegation. */
    permissions: {
      id: string
      user_id: string
      project_id: string
      origin: string
      account: string
      network_id: string
      /** As ERC-7715 writes it. */
      request: string
      keeper: string
      /** Decimal: larger than what a database counts in. */
      salt: string
      /** Seconds since 1970. */
      begins: number
      signature: string | null
      granted_at: number | null
      stopped_at: number | null
      /** Milliseconds since 1970: of the offer while it is not granted. */
      expires_at: number
      /** How often it was used: whoever counts a use finds the number that was read. */
      uses: number
      /** The period that `spent` is of, and what was let out in it, in the smallest unit. */
      period: number
      spent: string
    }
  }
}

export const permissionMigrations: Migrations = {
  permissions_001: {
    up: async (db) => {
      await db.schema
        .createTable('permissions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('network_id', 'text', (column) => column.notNull())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('keeper', 'text', (column) => column.notNull())
        .addColumn('salt', 'text', (column) => column.notNull())
        .addColumn('begins', 'bigint', (column) => column.notNull())
        .addColumn('signature', 'text')
        .addColumn('granted_at', 'bigint')
        .addColumn('stopped_at', 'bigint')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('uses', 'bigint', (column) => column.notNull())
        .addColumn('period', 'bigint', (column) => column.notNull())
        .addColumn('spent', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('permissions_by_user').on('permissions').column('user_id').execute()
      await db.schema.createIndex('permissions_by_time').on('permissions').column('expires_at').execute()
    },
  },
}
