import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { sayBackups, sayRotated } from '@portico/service/secrets'
import { readVaultOptions } from './env.js'
import { createVault } from './vault.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()

/**
 * Runs until a signal. With `rotate` puts what is stored under the newest key, says what is left, and ends; with `backups` says from
 * when on backups open anything.
 */
runProgram({
  create: () => createVault(readVaultOptions(process.env, { file: join(folder, 'vault.db') })),
  start: (vault) => vault.listen(),
  stop: (vault) => vault.close(),
  commands: {
    rotate: async (vault) => sayRotated(await vault.rotate()),
    backups: async (vault) => sayBackups(await vault.backupsSince()),
  },
})
