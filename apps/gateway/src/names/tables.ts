import type { Migrations } from '@portico/service/database'
import { rateMigrations } from '@portico/service/rates'

declare module '@portico/service/database' {
  interface Tables {
    names: {
      /** Whole, as `mira.portico.eth`. */
      name: string
      zone: string
      /** What labels that look alike have in common: one name of them is registered. */
      skeleton: string
      /** Address in lower case. An account has one name. */
      owner: string
      /** Coin type of the chain on which the owner signs, where it is a contract. */
      coin_type: number
      /** Whether the owner has signed for it: a name that was only sent to an address is not shown as its own. */
      claimed: number
      /** JSON: texts by key. */
      texts: string
      /** Milliseconds since 1970. */
      registered_at: number
      updated_at: number | null
      /** None: it does not end. */
      expires_at: number | null
    }
    name_addresses: {
      name: string
      coin_type: number
      /** With its checksum. */
      address: string
      created_at: number
    }
    /** Messages that were used, by digest, for as long as they would count. */
    name_messages: { digest: string; until: number }
  }
}

export const nameMigrations: Migrations = {
  ...rateMigrations,
  names_001: {
    up: async (db) => {
      await db.schema
        .createTable('names')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('zone', 'text', (column) => column.notNull())
        .addColumn('skeleton', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull().unique())
        .addColumn('coin_type', 'bigint', (column) => column.notNull())
        .addColumn('claimed', 'integer', (column) => column.notNull())
        .addColumn('texts', 'text', (column) => column.notNull())
        .addColumn('registered_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint')
        .addColumn('expires_at', 'bigint')
        .addUniqueConstraint('names_by_look', ['zone', 'skeleton'])
        .execute()
      await db.schema
        .createTable('name_addresses')
        .addColumn('name', 'text', (column) => column.notNull().references('names.name').onDelete('cascade'))
        .addColumn('coin_type', 'bigint', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('name_addresses_key', ['name', 'coin_type'])
        .execute()
      await db.schema
        .createTable('name_messages')
        .addColumn('digest', 'text', (column) => column.primaryKey())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
