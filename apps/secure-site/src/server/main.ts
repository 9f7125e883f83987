import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { keptCommands, restoreCommand } from '@portico/service/commands'
import { migrations } from './app.js'
import { prefix, readOptions, variableNames } from './env.js'
import { type SecureSite, createSecureSite } from './secureSite.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()
const options = () => readOptions(process.env, { file: join(folder, 'secure-site.db') })
const create = () => createSecureSite(options())
const stop = (site: SecureSite) => site.close()
const endSessions = async (site: SecureSite) => `${await site.endSessions()} sessions are ended: visitors log in again.`
const ended = 'All sessions are ended: visitors log in again. Permissions of sites are stopped: sites ask for them again.'

/** Runs until a signal, or does what its first argument says: README.md lists the commands. */
runProgram({
  create,
  start: (site) => site.listen(),
  stop,
  commands: { ...keptCommands<SecureSite>(), 'end-sessions': endSessions },
  offline: { restore: (args) => restoreCommand({ url: options().database ?? ':memory:', migrations, create, stop, ended })(args) },
  variables: { prefix, names: variableNames },
})
