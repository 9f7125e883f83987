import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** What chains name as a picture. An address of ours is given for these alone: nobody fetches what they like through a gateway. */
    gateway_pictures: { id: string; source: string }
  }
}

export const pictureMigrations: Migrations = {
  pictures_001: {
    up: async (db) => {
      await db.schema
        .createTable('gateway_pictures')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('source', 'text', (column) => column.notNull())
        .execute()
    },
  },
}
