import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migrations, migrate, openDatabase } from '../database/database.js'
import { createDatabase, postgresUrl } from './postgres.js'

export { hasHsm, testHsm } from './hsm.js'
export { testHttpKms } from './httpKms.js'

export interface TestDatabases {
  readonly name: 'SQLite' | 'Postgres'
  /** URL of a database that nobody has used, each time. Two processes or services may open the same one. */
  readonly fresh: () => Promise<string>
  /** Removes all of them. Services on them are closed before. */
  readonly drop: () => Promise<void>
}

/**
 * The databases that a suite runs on: SQLite always, Postgres where there is one.
 * @param migrations what all of them have behind them: made once and copied, which takes a tenth of the time. None: they are empty
 * @example describe.each(await databases(migrations))('on $name', ({ fresh, drop }) => { afterAll(drop) … })
 */
export async function databases(migrations?: Migrations): Promise<TestDatabases[]> {
  const server = await postgresUrl()
  return [sqlite(migrations), ...(server ? [postgres(server, migrations)] : [])]
}

/** Files of SQLite's alone, for a suite that has to do with no other database. @example const { fresh, drop } = sqlite(migrations) */
export function sqlite(migrations?: Migrations): TestDatabases {
  // In memory where the system has a place for it: nobody has to wait for a disk that these tests do not look at.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'portico-service-'))
  let template: ReturnType<typeof openDatabase> | undefined
  let count = 0
  return {
    name: 'SQLite',
    fresh: async () => {
      const file = join(folder, `${++count}.db`)
      if (!migrations) return file
      if (!template) {
        template = openDatabase(':memory:')
        await migrate(template, migrations)
      }
      await sql`VACUUM INTO ${file}`.execute(template)
      return file
    },
    drop: async () => {
      await template?.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function postgres(server: string, migrations: Migrations | undefined): TestDatabases {
  const made: (() => Promise<void>)[] = []
  const create = async (template?: string): Promise<string> => {
    const { url, drop } = await createDatabase(server, template)
    made.push(drop)
    return url
  }
  let template: Promise<string> | undefined
  const prepare = async (steps: Migrations): Promise<string> => {
    const url = await create()
    const db = openDatabase(url)
    await migrate(db, steps)
    // A template is copied only while nobody is connected to it.
    await db.destroy()
    return new URL(url).pathname.slice(1)
  }
  return {
    name: 'Postgres',
    fresh: async () => {
      if (!migrations) return create()
      template ??= prepare(migrations)
      return create(await template)
    },
    drop: async () => {
      for (const drop of made.splice(0)) await drop()
    },
  }
}
