import { createLog, failureOf } from '@portico/service'
import { auditMigrations, createAudit } from '@portico/service/audit'
import { type Migrations, forgetDeleted, migrate, openDatabase } from '@portico/service/database'
import { createListener, createMetricsListener, createServiceMetrics, createSignals } from '@portico/service/http'
import { createMail, mailMigrations, smtpTransport } from '@portico/service/mail'
import { createRates, rateMigrations } from '@portico/service/rates'
import { finishRestore, lastRestored } from '@portico/service/restored'
import {
  type Rotated,
  checkKeys,
  countUnder,
  createGenerations,
  createKms,
  createPassingSecrets,
  createSecrets,
  kmsKeyWrapper,
  operatorKeyWrapper,
  passingMigrations,
  randomToken,
} from '@portico/service/secrets'
import { sql } from 'kysely'
import { createVaultApp } from './app.js'
import { createAskers } from './askers.js'
import { createContacts } from './contacts.js'
import type { VaultApp, VaultServices } from './context.js'
import { createIdentityFlows } from './identities/flows.js'
import { createIdentities } from './identities/identities.js'
import { halfColumns, rotateVault, vaultColumns } from './keys.js'
import { type VaultOptions, resolveVaultOptions } from './options.js'
import { createProofs } from './proofs.js'
import { endQuestions } from './restored.js'
import { createVaultShares } from './shares.js'
import { vaultMigrations } from './tables.js'
import { createVaultWays } from './ways.js'

export interface Vault {
  /** The routes alone, for a process that listens by itself. */
  readonly app: VaultApp
  readonly services: VaultServices
  /** Resolves when the database is open and up to date. @throws DatabaseError */
  readonly ready: Promise<void>
  /** Where its numbers are, once it listens: `http://127.0.0.1:9391`. Undefined unless asked for. */
  readonly metricsUrl: string | undefined
  /** Starts to listen and tells where: `http://127.0.0.1:9302`. @throws DatabaseError, ListenError */
  readonly listen: () => Promise<string>
  /** Puts all that is stored under the newest key, and tells what is left. An older key can go when nothing is. */
  readonly rotate: () => Promise<Rotated>
  /** Milliseconds since 1970: a backup from before then opens nothing. Undefined without generations. */
  readonly backupsSince: () => Promise<number | undefined>
  /** When the backup was made that was put here and that this start has set right; undefined where there was none. */
  readonly restored: () => Promise<number | undefined>
  /** What is done every minute: drops what is over, and turns the generations. */
  readonly sweep: () => Promise<void>
  /** Ends long polls, lets requests and mails that are under way end for five seconds, and closes the database. */
  readonly close: () => Promise<void>
}

export const migrations: Migrations = { ...rateMigrations, ...auditMigrations, ...mailMigrations, ...passingMigrations, ...vaultMigrations }

/** How often is looked for mails that failed, and for what is over, in milliseconds. */
const mailEveryMs = 5000
const sweepEveryMs = 60_000

/**
 * The recovery vault: it keeps one half of ways into each wallet, and lets it out to its owner alone, whom it knows by a proof
 * of its own. It knows the auth service's public key and nothing else of it. Checks its options and listens to nothing yet.
 * @throws OptionsError, DatabaseError
 */
export function createVault(options: VaultOptions): Vault {
  const config = resolveVaultOptions(options)
  const clock = options.clock ?? Date.now
  const log = createLog({ quiet: config.quiet, service: 'vault', ...(options.writeLog && { write: options.writeLog }) })
  const secrets = createSecrets({ keys: config.keys, indexKey: config.indexKey })
  const db = openDatabase(config.database)
  const transport = 'send' in options.mail ? options.mail : smtpTransport({ url: options.mail.smtpUrl, from: options.mail.from })
  const newId = () => randomToken(16)
  const metrics = createServiceMetrics()
  const signals = createSignals()
  const services: VaultServices = {
    config,
    db,
    clock,
    log,
    secrets,
    rates: createRates({ db, clock, newId }),
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
    signals,
    fetch: options.fetch ?? fetch,
  }
  const { generations: file, generationSeconds } = config
  const generations = file === undefined ? undefined : createGenerations({ file, secrets, clock, seconds: generationSeconds })
  const before = generations?.wrapper ?? operatorKeyWrapper(secrets)
  const kms = config.kms && createKms(config.kms, { fetch: options.fetch ?? fetch })
  const wrapper = options.wrapper ?? (kms ? kmsKeyWrapper(kms, before) : before)
  const passing = createPassingSecrets({ db, clock, wrapper })
  const shares = createVaultShares({ db, wrapper })
  const ways = createVaultWays({ db, clock, wrapper })
  const contacts = createContacts(services)
  const identities = createIdentities({ services, contacts, ways })
  const flows = createIdentityFlows(services)
  const askers = createAskers(services)
  const proofs = createProofs({ services, askers, shares, ways, contacts })

  let open = true
  let restoredAt: number | undefined
  const ping = async () => void (await sql`select 1`.execute(db))
  const app = createVaultApp({
    services,
    askers,
    shares,
    ways,
    contacts,
    identities,
    flows,
    proofs,
    wrapper,
    passing,
    metrics,
    restoredAt: () => restoredAt,
    isOpen: () => open,
    ping,
  })
  const listener = createListener({ app, host: config.host, port: config.port })
  const numbers = config.metrics && createMetricsListener(metrics, config.metrics)
  let metricsUrl: string | undefined
  const timers: NodeJS.Timeout[] = []

  /** Generations of the keys that halves are under. */
  const turn = async (): Promise<void> => {
    const rewrap = async () => (await shares.rewrap()) + (await ways.rewrap())
    await generations?.turn({ rewrap, count: (name) => countUnder(db, halfColumns, name) })
  }
  const columns = vaultColumns({ wrapped: options.wrapper === undefined && !kms })
  let backedUpAt: number | undefined
  const ready = migrate(db, migrations).then(async () => {
    await checkKeys(db, secrets, columns, { now: clock(), others: generations?.names() })
    backedUpAt = await finishRestore(db, services.audit, (trx, at) => endQuestions(trx, { now: clock(), backedUpAt: at }))
    restoredAt = await lastRestored(db)
    await turn()
    // Where another process is at the file, the next sweep does it.
    await forgetDeleted(db).catch(() => {})
  })
  // Whoever waits for it is told; without anybody waiting it must not end the process.
  ready.catch(() => {})

  /** One that fails keeps none of the others from being done: what nobody may have any more goes also while a key service is away. */
  const sweeps: (() => Promise<unknown>)[] = [
    services.rates.sweep,
    () => db.deleteFrom('vault_tickets').where('expires_at', '<=', clock()).execute(),
    () =>
      db
        .deleteFrom('vault_releases')
        .where('expires_at', '<=', clock() - 86_400_000)
        .execute(),
    proofs.sweep,
    askers.sweep,
    flows.sweep,
    passing.sweep,
    () => {
      const old = clock() - config.retainSeconds * 1000
      return db.deleteFrom('vault_shares').where('superseded_at', 'is not', null).where('superseded_at', '<=', old).execute()
    },
    turn,
    () => forgetDeleted(db),
  ]
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
      log('info', 'listening', { url, publicUrl: config.publicUrl, ...(metricsUrl && { metricsUrl }) })
      return url
    },
    rotate: async () => {
      await ready
      return await rotateVault(services, { shares, ways, columns, generations })
    },
    backupsSince: async () => {
      await ready
      return generations?.since()
    },
    restored: async () => {
      await ready
      return backedUpAt
    },
    sweep,
    close: async () => {
      if (!open) return
      open = false
      for (const timer of timers) clearInterval(timer)
      signals.close()
      await listener.close()
      if (metricsUrl) await numbers?.close()
      await services.mail.close()
      await ready.catch(() => {})
      await kms?.close()
      await db.destroy()
      log('info', 'closed')
    },
  }
}
