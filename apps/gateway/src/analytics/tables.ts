import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** How often an error came on a day, of each kind and version. Nothing of any visitor: see `redact` of core. */
    error_counts: {
      /** Days since 1970, in UTC. */
      day: number
      /** Digest of what tells errors apart: all texts after it but the stack. */
      kind: string
      project: string
      /** `st` and `sv` of the client. */
      sdk: string
      version: string
      event: string
      type: string
      message: string
      /** Of the first one. */
      stack: string
      domain: string
      count: number
      /** Milliseconds since 1970. */
      first_at: number
      last_at: number
    }
  }
}

export const analyticsMigrations: Migrations = {
  analytics_001: {
    up: async (db) => {
      const text = ['project', 'sdk', 'version', 'event', 'type', 'message', 'stack', 'domain'] as const
      let table = db.schema
        .createTable('error_counts')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
      for (const name of text) table = table.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['count', 'first_at', 'last_at'] as const) table = table.addColumn(name, 'bigint', (column) => column.notNull())
      await table.addPrimaryKeyConstraint('error_counts_key', ['day', 'kind']).execute()
    },
  },
}
