/** The commands of a service that keeps something, the same for each: `node bin/vault.mjs backup /safe/vault.backup`. */
import { readFileSync } from 'node:fs'
import { type Audit, verifyAudit } from './audit/audit.js'
import { backupDatabase, restoreDatabase } from './database/backup.js'
import type { Migrations } from './database/database.js'
import { OptionsError } from './errors.js'
import type { Command } from './program.js'
import { type Rotated, sayRotated } from './secrets/rotation.js'
import { sayBackups } from './secrets/generations.js'

/** A service that keeps something, as its commands see it. */
export interface Kept {
  readonly services: { readonly audit: Audit; readonly config: { readonly database: string; readonly generations?: string | undefined } }
  /** Resolves when the database is open and up to date, and no key is missing. */
  readonly ready: Promise<void>
  readonly rotate: () => Promise<Rotated>
  readonly backupsSince: () => Promise<number | undefined>
  /** When the backup was made that was put here and that this start has set right, in milliseconds since 1970. */
  readonly restored: () => Promise<number | undefined>
}

/**
 * `rotate` puts what is stored under the newest key and says what is left; `backups` says from when on backups open anything;
 * `verify-audit [file]` proves the audit log, also against a line of before in a file; `backup file` writes the database to a file.
 */
export function keptCommands<Service extends Kept>(): Readonly<Record<string, Command<Service>>> {
  return {
    rotate: async (service) => sayRotated(await service.rotate()),
    backups: async (service) => sayBackups(await service.backupsSince()),
    'verify-audit': async ({ services, ready }, [file]) => {
      await ready
      return await verifyAudit(services.audit, file === undefined ? undefined : readText(file))
    },
    backup: async ({ services, ready }, args) => {
      const file = fileOf('backup', args)
      await ready
      // In it, as its last entry: so a restore knows of when it is.
      await services.audit.write('backup.written')
      await backupDatabase(services.config.database, file)
      const { generations } = services.config
      const more =
        generations === undefined ? '' : `, and the file of generations ${generations}, which is not in it and is never kept with it`
      return `${file} is written. A restore needs it, the keys${more}.`
    },
  }
}

export interface RestoreParameters<Service extends Kept> {
  /** Of the database, as the environment names it. */
  url: string
  /** Of the service's features. */
  migrations: Migrations
  create: () => Service
  stop: (service: Service) => Promise<void>
  /** What the service has ended at this start, in sentences. */
  ended: string
}

/**
 * `restore file`: puts a backup into an empty place, and sees that the service finds its keys there, ends what may have been ended since,
 * and has its audit log whole. Where it is killed, the next start of the service ends the same.
 */
export function restoreCommand<Service extends Kept>({ url, migrations, create, stop, ended }: RestoreParameters<Service>) {
  return async (args: readonly string[]): Promise<string> => {
    const file = fileOf('restore', args)
    await restoreDatabase(url, file, migrations)
    const service = create()
    try {
      const at = await service.restored()
      const [proven = ''] = (await verifyAudit(service.services.audit)).split('\n')
      const since = at === undefined ? '' : ` What owners have changed since ${new Date(at).toISOString()} is as it was then: tell them.`
      return [`${file} is restored.`, proven, `${ended}${since}`].join('\n')
    } finally {
      await stop(service)
    }
  }
}

function fileOf(command: string, [file]: readonly string[]): string {
  if (!file) throw new OptionsError(`${command} needs a file: ${command} /path/to/file`)
  return file
}

/** @throws OptionsError */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new OptionsError(`${file} can't be read.`)
  }
}
