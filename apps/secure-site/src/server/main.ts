import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { readOptions } from './env.js'
import { createSecureSite } from './secureSite.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()

/** Runs until a signal; with `rewrap` puts what is stored under the newest key and ends. */
runProgram({
  create: () => createSecureSite(readOptions(process.env, { file: join(folder, 'secure-site.db') })),
  start: (site) => site.listen(),
  stop: (site) => site.close(),
  commands: { rewrap: async (site) => `${await site.rewrap()} entries are under the newest key now.` },
})
