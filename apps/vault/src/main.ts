import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { keptCommands, restoreCommand } from '@portico/service/commands'
import { prefix, readVaultOptions, variableNames } from './env.js'
import { type Vault, createVault, migrations } from './vault.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()
const options = () => readVaultOptions(process.env, { file: join(folder, 'vault.db') })
const create = () => createVault(options())
const stop = (vault: Vault) => vault.close()
const ended =
  'Questions to owners are over: they ask again. Addresses and accounts that were not agreed to yet are gone: they add them again.'

/** Runs until a signal, or does what its first argument says: README.md lists the commands. */
runProgram({
  create,
  start: (vault) => vault.listen(),
  stop,
  commands: keptCommands<Vault>(),
  offline: { restore: (args) => restoreCommand({ url: options().database ?? ':memory:', migrations, create, stop, ended })(args) },
  variables: { prefix, names: variableNames },
})
