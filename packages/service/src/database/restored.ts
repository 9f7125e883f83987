/** What a restored database is marked by, until the service has ended what must not go on in it. */
import { SqliteAdapter, sql } from 'kysely'
import type { Audit } from '../audit/audit.js'
import type { Database } from './database.js'

/** No table of a service: it is in no dump, so that it can be there before one is restored. */
export const restoredTable = 'restored'

export async function markRestored(db: Database): Promise<void> {
  await sql`create table if not exists ${sql.table(restoredTable)} (restored integer not null)`.execute(db)
  await sql`insert into ${sql.table(restoredTable)} (restored) values (1)`.execute(db)
}

/**
 * Ends, at the first start after a restore, what may have been ended since the backup. All of it or nothing: a start that was killed
 * leaves the mark, and of several processes one does it.
 * @param finish gets the time of the backup's last entry in the audit log, in milliseconds since 1970
 * @returns that time; undefined where nothing was restored, or another process was first
 */
export async function finishRestore(
  db: Database,
  audit: Audit,
  finish: (trx: Database, backedUpAt: number) => Promise<void>,
): Promise<number | undefined> {
  if (!(await isMarked(db))) return undefined
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql`delete from ${sql.table(restoredTable)} returning restored`.execute(trx)
    if (rows.length === 0) return undefined
    const last = await trx
      .selectFrom('audit')
      .select((row) => row.fn.max('at').as('at'))
      .executeTakeFirst()
    const at = Number(last?.at ?? 0)
    await finish(trx, at)
    await audit.write('backup.restored', { of: at }, trx)
    return at
  })
}

/** When this database was last restored, in milliseconds since 1970; undefined where it never was. */
export async function lastRestored(db: Database): Promise<number | undefined> {
  const last = await db
    .selectFrom('audit')
    .select((row) => row.fn.max('at').as('at'))
    .where('event', '=', 'backup.restored')
    .executeTakeFirst()
  return last?.at === null || last?.at === undefined ? undefined : Number(last.at)
}

async function isMarked(db: Database): Promise<boolean> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const { rows } = isSqlite
    ? await sql`select name from sqlite_master where name = ${restoredTable}`.execute(db)
    : await sql`select 1 from information_schema.tables where table_name = ${restoredTable} and table_schema = current_schema()`.execute(db)
  if (rows.length === 0) return false
  return (await sql`select restored from ${sql.table(restoredTable)} limit 1`.execute(db)).rows.length > 0
}
