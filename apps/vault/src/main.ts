import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { readVaultOptions } from './env.js'
import { createVault } from './vault.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()

/** Runs until a signal; with `rewrap` puts all shares under the newest key and ends. */
runProgram({
  create: () => createVault(readVaultOptions(process.env, { file: join(folder, 'vault.db') })),
  start: (vault) => vault.listen(),
  stop: (vault) => vault.close(),
  commands: { rewrap: async (vault) => `${await vault.rewrap()} shares are under the newest key now.` },
})
