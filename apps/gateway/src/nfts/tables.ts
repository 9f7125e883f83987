import type { Migrations } from '@portico/service/database'

declare module '@portico/service/database' {
  interface Tables {
    /** What NFTs say of themselves. `chain` is a CAIP-2 id; a row with neither name nor picture is one that could not be read. */
    nft_metadata: { chain: string; token: string; token_id: string; name: string; picture: string; at: number }
  }
}

export const nftMigrations: Migrations = {
  nfts_001: {
    up: async (db) => {
      await db.schema
        .createTable('nft_metadata')
        .addColumn('chain', 'text', (column) => column.notNull())
        .addColumn('token', 'text', (column) => column.notNull())
        .addColumn('token_id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('picture', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('nft_metadata_key', ['chain', 'token', 'token_id'])
        .execute()
    },
  },
}
