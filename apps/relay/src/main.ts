import { resolve } from 'node:path'
import { readOptions } from './env.js'
import { RelayError } from './errors.js'
import { createRelay } from './relay.js'

/** Runs until a signal. A second one ends it at once. */
async function main(): Promise<void> {
  // Where the person typed it, which is not where the package manager runs this.
  const file = resolve(process.env['INIT_CWD'] ?? '', 'portico-relay.db')
  const relay = createRelay(readOptions(process.env, { file }))

  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    void relay.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  await relay.ready
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof RelayError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
