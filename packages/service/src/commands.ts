/** The commands of a service that keeps something, the same for each: `node bin/vault.mjs backup /safe/vault.backup`. */
import { readFileSync } from 'node:fs'
import { type Audit, verifyAudit } from './audit/audit.js'
import { backupDatabase, restoreDatabase } from './database/backup.js'
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
      return await verifyAudit(services.audit, file === undefined ? '' : readText(file))
    },
    backup: async ({ services, ready }, args) => {
      const file = fileOf('backup', args)
      await ready
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
  create: () => Service
  stop: (service: Service) => Promise<void>
  /** What has to be done before anybody comes. Gives a sentence about it. */
  finish?: (service: Service) => Promise<string>
}

/** `restore file`: puts a backup into an empty place, and sees that the service finds its keys there and its audit log whole. */
export function restoreCommand<Service extends Kept>({ url, create, stop, finish }: RestoreParameters<Service>) {
  return async (args: readonly string[]): Promise<string> => {
    const file = fileOf('restore', args)
    await restoreDatabase(url, file)
    const service = create()
    try {
      await service.ready
      const finished = await finish?.(service)
      const [proven = ''] = (await verifyAudit(service.services.audit)).split('\n')
      return [`${file} is restored.`, proven, ...(finished ? [finished] : [])].join('\n')
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
