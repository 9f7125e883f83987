import type { Database, Migrations } from '@portico/service/database'
import { ownerOf } from '@portico/siwx/server'
import { type Generated, sql } from 'kysely'

declare module '@portico/service/database' {
  interface Tables {
    /** What the site knows of its members. `owner` is one on all chains. */
    members: { owner: string; number: Generated<number>; visits: number; since: number }
  }
}

export const memberMigrations: Migrations = {
  members_001: {
    up: async (db) => {
      await db.schema
        .createTable('members')
        .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('owner', 'text', (column) => column.notNull().unique())
        .addColumn('visits', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

/** A member, counted from 1 in the order of their first visits. `since` is in milliseconds since 1970. */
export interface Member {
  readonly number: number
  readonly visits: number
  readonly since: number
}

/** Counts a visit, and says which member it is. @param account CAIP-10 */
export async function addVisit(db: Database, account: string): Promise<Member> {
  return db
    .insertInto('members')
    .values({ owner: ownerOf(account), visits: 1, since: Date.now() })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ visits: sql<number>`members.visits + 1` }))
    .returning(['number', 'visits', 'since'])
    .executeTakeFirstOrThrow()
}
