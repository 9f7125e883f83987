import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './env.js'
import { SecureSiteError } from './errors.js'
import { createSecureSite } from './secureSite.js'

/** Runs until a signal; with `rewrap` puts what is stored under the newest key and ends. */
async function main(): Promise<void> {
  const site = createSecureSite(readOptions(process.env, { file: join(packageFolder(), 'secure-site.db') }))
  if (process.argv.includes('rewrap')) {
    process.stdout.write(`${await site.rewrap()} entries are under the newest key now.\n`)
    await site.close()
    return
  }
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void site.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await site.listen()
}

function packageFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return process.cwd()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SecureSiteError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
