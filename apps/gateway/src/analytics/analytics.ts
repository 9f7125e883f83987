import type { Log } from '@portico/service'
import { type Database, migrate, openDatabase } from '@portico/service/database'
import type { Hono } from 'hono'
import { providerMigrations } from '../providers/migrations.js'
import { createCounts } from './counts.js'
import { createOtlp } from './otlp.js'
import { errorPage } from './page.js'
import { analyticsRoutes } from './routes.js'
import type { AnalyticsSettings } from './settings.js'

/** Errors that pages tell of: counted, shown to the operator, and passed on. */
export interface Analytics {
  /** `POST /e`. */
  readonly routes: Hono
  /** `GET /errors`, for the operator's own address. */
  readonly page: Hono
  /** @throws DatabaseError */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface AnalyticsParameters {
  settings: AnalyticsSettings
  /** A `postgres://` URL or a file: the gateway's own. */
  database: string
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

const sweepMs = 3_600_000

/** @throws DatabaseError */
export function createAnalytics({ settings, database, fetch, clock, log }: AnalyticsParameters): Analytics {
  const { days, kinds, perMinute, trustProxy, otlp: collector, otlpHeaders: headers } = settings
  const db: Database = openDatabase(database)
  const counts = createCounts({ db, days, kinds, clock })
  const otlp = collector === undefined ? undefined : createOtlp({ url: collector, headers, fetch, clock, log })
  let timer: NodeJS.Timeout | undefined
  const sweep = () => void counts.sweep().catch((error: unknown) => log('error', 'analytics.sweep', { name: String(error) }))
  return {
    routes: analyticsRoutes({
      perMinute,
      trustProxy,
      add: async (event) => {
        otlp?.add(event)
        await counts.add(event)
      },
    }),
    page: errorPage(counts),
    start: async () => {
      await migrate(db, providerMigrations)
      sweep()
      timer = setInterval(sweep, sweepMs)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      await otlp?.close()
      await db.destroy()
    },
  }
}
