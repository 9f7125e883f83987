import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SecureSiteError } from '../server/errors.js'
import { readVaultOptions } from './env.js'
import { createVault } from './vault.js'

/** Runs until a signal; with `rewrap` puts all shares under the newest key and ends. */
async function main(): Promise<void> {
  const vault = createVault(readVaultOptions(process.env, { file: join(packageFolder(), 'vault.db') }))
  if (process.argv.includes('rewrap')) {
    const changed = await vault.rewrap()
    process.stdout.write(`${changed} shares are under the newest key now.\n`)
    await vault.close()
    return
  }
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void vault.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await vault.listen()
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
