import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from './errors.js'

/** A service as a process of its own. */
export interface Program<Service> {
  /** Makes the service from the environment. */
  readonly create: () => Service
  /** Starts to take requests. */
  readonly start: (service: Service) => Promise<unknown>
  /** Lets what is under way end. */
  readonly stop: (service: Service) => Promise<void>
  /** What it does instead of starting when its name is an argument; the text is for the person at the terminal. */
  readonly commands?: Readonly<Record<string, (service: Service) => Promise<string>>>
  /** A second signal ends the process at once, with 1. Otherwise it changes nothing. */
  readonly secondSignalEnds?: boolean
}

/**
 * Runs until SIGINT or SIGTERM. What can't start says why on stderr, an {@link OperatorError} in its own words alone, and the
 * process ends with 1.
 */
export function runProgram<Service>(program: Program<Service>): void {
  run(program).catch((error: unknown) => {
    process.stderr.write(`${error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  })
}

async function run<Service>({ create, start, stop, commands = {}, secondSignalEnds = false }: Program<Service>): Promise<void> {
  const service = create()
  const command = Object.keys(commands).find((name) => process.argv.includes(name))
  const perform = command === undefined ? undefined : commands[command]
  if (perform) {
    process.stdout.write(`${await perform(service)}\n`)
    await stop(service)
    return
  }
  let stopping = false
  const end = (): void => {
    if (stopping && secondSignalEnds) process.exit(1)
    if (stopping) return
    stopping = true
    void stop(service).then(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  await start(service)
}

/** The nearest folder above a module that has this file: a bundle lies deeper in its package than the source. @param url `import.meta.url` */
export function folderWith(file: string, url: string): string | undefined {
  for (let folder = dirname(fileURLToPath(url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, file))) return folder
  }
  return undefined
}
