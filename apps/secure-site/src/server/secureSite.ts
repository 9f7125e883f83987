import { join } from 'node:path'
import { createLog, failureOf, folderWith } from '@portico/service'
import { createAudit } from '@portico/service/audit'
import { type Database, forgetDeleted, migrate, openDatabase } from '@portico/service/database'
import { createListener, createMetricsListener, createServiceMetrics, createSignals, createUnderWay } from '@portico/service/http'
import { createMail, smtpTransport } from '@portico/service/mail'
import { createRates } from '@portico/service/rates'
import { finishRestore } from '@portico/service/restored'
import {
  type Rotated,
  checkKeys,
  countUnder,
  createGenerations,
  createSecrets,
  randomToken,
  createKms,
  kmsKeyWrapper,
  operatorKeyWrapper,
} from '@portico/service/secrets'
import { sql } from 'kysely'
import { createApp, migrations } from './app.js'
import type { App, Services } from './context.js'
import { PageBuildError } from './errors.js'
import { readPage } from './frame/page.js'
import { halfColumns, rotateSite, siteColumns } from './keys.js'
import { type SecureSiteOptions, resolveOptions } from './options.js'
import { createProjects } from './projects/projects.js'
import { createSessions } from './sessions/sessions.js'
import { createUsers } from './users/users.js'
import { createUsedProofs } from './device/proof.js'
import { createProofKeys } from './device/proofKeys.js'
import { readWalletOptions, rewrapWallets } from './wallet/index.js'

export interface SecureSite {
  /** The routes alone, for a process that listens by itself. */
  readonly app: App
  readonly services: Services
  /** Resolves when the database is open and up to date. @throws DatabaseError */
  readonly ready: Promise<void>
  /** Where its numbers are, once it listens: `http://127.0.0.1:9391`. Undefined unless asked for. */
  readonly metricsUrl: string | undefined
  /** Starts to listen and tells where: `http://127.0.0.1:9301`. @throws DatabaseError, ListenError */
  readonly listen: () => Promise<string>
  /** Puts all that is stored under the newest key, and tells what is left. An older key can go when nothing is. */
  readonly rotate: () => Promise<Rotated>
  /** Milliseconds since 1970: a backup from before then opens nothing. Undefined without generations. */
  readonly backupsSince: () => Promise<number | undefined>
  /** When the backup was made that was put here and that this start has set right; undefined where there was none. */
  readonly restored: () => Promise<number | undefined>
  /** Ends every login there is, and those on their way. Gives how many there were. Visitors log in again, and their wallets are as they were. */
  readonly endSessions: () => Promise<number>
  /** What is done every minute: drops what is over, and turns the generations. */
  readonly sweep: () => Promise<void>
  /** Ends long polls, lets requests and mails that are under way end for five seconds, and closes the database. */
  readonly close: () => Promise<void>
}

/** How often is looked for mails that failed, and for what is over, in milliseconds. */
const mailEveryMs = 5000
const sweepEveryMs = 60_000
/** How long requests that are under way may take to end, in milliseconds. */
const grace = 5000

/**
 * The auth service of the embedded wallet, which also serves its page. Checks its options and listens to nothing yet.
 * @throws OptionsError, PageBuildError, DatabaseError
 */
export function createSecureSite(options: SecureSiteOptions): SecureSite {
  const config = resolveOptions(options)
  const page = typeof options.page === 'object' ? options.page : readPage(options.page ?? ownPage())
  const clock = options.clock ?? Date.now
  const log = createLog({ quiet: config.quiet, service: 'secure-site', ...(options.writeLog && { write: options.writeLog }) })
  const secrets = createSecrets({ keys: config.keys, indexKey: config.indexKey })
  const db = openDatabase(config.database)
  const transport = 'send' in options.mail ? options.mail : smtpTransport({ url: options.mail.smtpUrl, from: options.mail.from })
  const newId = () => randomToken(16)
  const metrics = createServiceMetrics()
  const rates = createRates({ db, clock, newId })
  const users = createUsers({ db, clock, secrets })
  const signals = createSignals()
  const sweeps: (() => Promise<void>)[] = [
    rates.sweep,
    async () => void (await db.deleteFrom('proofs').where('expires_at', '<=', clock()).execute()),
    async () => void (await db.deleteFrom('sessions').where('expires_at', '<=', clock()).execute()),
    async () => void (await db.deleteFrom('resumes').where('expires_at', '<=', clock()).execute()),
  ]
  const endings: ((trx: Database) => Promise<unknown>)[] = []
  const restorings: typeof endings = []
  const { generations: file, generationSeconds } = config
  const generations = file === undefined ? undefined : createGenerations({ file, secrets, clock, seconds: generationSeconds })
  const before = generations?.wrapper ?? operatorKeyWrapper(secrets)
  const kms = config.kms && createKms(config.kms, { fetch: options.fetch ?? fetch })
  const { wrapper: given } = readWalletOptions(config)
  const services: Services = {
    config,
    db,
    clock,
    log,
    secrets,
    generations,
    wrapper: given ?? (kms ? kmsKeyWrapper(kms, before) : before),
    rates,
    audit: createAudit({ db, clock, secrets }),
    mail: createMail({
      db,
      clock,
      secrets,
      transport,
      log,
      newId,
      onOutcome: (outcome) => metrics.add('portico_mails_total', { outcome }),
    }),
    projects: createProjects(config.projects),
    users,
    sessions: createSessions({ db, clock, users, seconds: config.sessionDays * 86_400 }),
    proofKeys: createProofKeys(),
    usedProofs: createUsedProofs({ db, clock }),
    signals,
    onSweep: (work) => void sweeps.push(work),
    onEndSessions: (work) => void endings.push(work),
    onRestore: (work) => void restorings.push(work),
    fetch: options.fetch ?? fetch,
  }

  let open = true
  const ping = async () => void (await sql`select 1`.execute(db))
  const underWay = createUnderWay()
  const app = createApp({ services, page, metrics, isOpen: () => open, underWay, ping })
  const listener = createListener({ app, host: config.host, port: config.port })
  const numbers = config.metrics && createMetricsListener(metrics, config.metrics)
  let metricsUrl: string | undefined
  const timers: NodeJS.Timeout[] = []

  /** Generations of the keys that halves are under. */
  const turn = async (): Promise<void> => {
    await generations?.turn({ rewrap: () => rewrapWallets(services), count: (name) => countUnder(db, halfColumns, name) })
  }
  services.onSweep(turn)
  services.onSweep(() => forgetDeleted(db))
  const endSessions = async (trx: Database): Promise<number> => {
    // Before the sessions that come of them.
    for (const work of endings) await work(trx)
    const ended = await services.sessions.endAll(trx)
    await services.audit.write('sessions.ended', { sessions: ended }, trx)
    return ended
  }
  const columns = siteColumns({ wrapped: !given && !kms })
  let backedUpAt: number | undefined
  const ready = migrate(db, migrations).then(async () => {
    await checkKeys(db, secrets, columns, { now: clock(), others: generations?.names() })
    backedUpAt = await finishRestore(db, services.audit, async (trx) => {
      await endSessions(trx)
      for (const work of restorings) await work(trx)
    })
    await turn()
    // Where another process is at the file, the next sweep does it.
    await forgetDeleted(db).catch(() => {})
  })
  // Whoever waits for it is told; without anybody waiting it must not end the process.
  ready.catch(() => {})

  const sweep = async (): Promise<void> => {
    for (const work of sweeps) {
      await work().catch((error: unknown) => {
        metrics.add('portico_sweeps_failed_total')
        log('error', 'sweep.failed', failureOf(error))
      })
    }
  }

  return {
    app,
    services,
    ready,
    get metricsUrl() {
      return metricsUrl
    },
    listen: async () => {
      await ready
      metricsUrl = await numbers?.listen()
      const url = await listener.listen()
      void services.mail.flush()
      timers.push(setInterval(() => void services.mail.flush(), mailEveryMs).unref())
      timers.push(setInterval(() => void sweep(), sweepEveryMs).unref())
      log('info', 'listening', { url, publicUrl: config.publicUrl, projects: config.projects.length, ...(metricsUrl && { metricsUrl }) })
      return url
    },
    rotate: async () => {
      await ready
      return await rotateSite(services, columns)
    },
    backupsSince: async () => {
      await ready
      return generations?.since()
    },
    restored: async () => {
      await ready
      return backedUpAt
    },
    endSessions: async () => {
      await ready
      return await db.transaction().execute(endSessions)
    },
    sweep,
    close: async () => {
      if (!open) return
      open = false
      for (const timer of timers) clearInterval(timer)
      signals.close()
      await listener.close()
      if (metricsUrl) await numbers?.close()
      await underWay.drained(grace)
      await services.mail.close()
      await ready.catch(() => {})
      await kms?.close()
      await db.destroy()
      log('info', 'closed')
    },
  }
}

/** `dist/page` of this package. */
function ownPage(): string {
  const folder = folderWith('dist/page/manifest.json', import.meta.url)
  if (!folder) throw new PageBuildError('The page is not built: run the build of this package, or name the folder it was built to.')
  return join(folder, 'dist/page')
}
