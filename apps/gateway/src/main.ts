import { readOptions } from './env.js'
import { GatewayError } from './errors.js'
import { createGateway } from './gateway.js'

/** Runs until a signal. */
async function main(): Promise<void> {
  const gateway = createGateway(readOptions(process.env))
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void gateway.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await gateway.listen()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof GatewayError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
