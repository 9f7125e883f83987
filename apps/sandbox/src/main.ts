import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions } from './env.js'
import { SandboxError, SandboxOptionsError } from './errors.js'
import { createSandbox } from './sandbox.js'

/** Runs until a signal, or until the process that started it is gone. */
async function main(): Promise<void> {
  const sandbox = createSandbox(readOptions(process.env, readArguments()))

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void sandbox.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)

  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 500).unref()

  await sandbox.ready
}

/** `--persist` is relative to where the person typed it, which is not where the package manager runs this. */
function readArguments(): { persist?: string; quiet?: boolean } {
  try {
    const { values } = parseArgs({ options: { persist: { type: 'string' }, quiet: { type: 'boolean' } } })
    const { persist, ...rest } = values
    return persist === undefined ? rest : { ...rest, persist: resolve(process.env['INIT_CWD'] ?? '', persist) }
  } catch (error) {
    throw new SandboxOptionsError(error instanceof Error ? error.message : String(error))
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SandboxError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
