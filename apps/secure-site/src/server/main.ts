import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { sayBackups, sayRotated } from '@portico/service/secrets'
import { readOptions } from './env.js'
import { createSecureSite } from './secureSite.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()

/**
 * Runs until a signal. With `rotate` puts what is stored under the newest key, says what is left, and ends; with `backups` says from
 * when on backups open anything.
 */
runProgram({
  create: () => createSecureSite(readOptions(process.env, { file: join(folder, 'secure-site.db') })),
  start: (site) => site.listen(),
  stop: (site) => site.close(),
  commands: {
    rotate: async (site) => sayRotated(await site.rotate()),
    backups: async (site) => sayBackups(await site.backupsSince()),
  },
})
