import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError, OptionsError } from './errors.js'

/** What a program does instead of starting when its name is the first argument. The text is for the person at the terminal. */
export type Command<Service> = (service: Service, args: readonly string[]) => Promise<string>

/** A service as a process of its own. */
export interface Program<Service> {
  /** Makes the service from the environment. */
  readonly create: () => Service
  /** Starts to take requests. */
  readonly start: (service: Service) => Promise<unknown>
  /** Lets what is under way end. */
  readonly stop: (service: Service) => Promise<void>
  /** By name. A service may run beside them. */
  readonly commands?: Readonly<Record<string, Command<Service>>>
  /** As `commands`, before a service is made: for what has to be done while its database is not open. */
  readonly offline?: Readonly<Record<string, (args: readonly string[]) => Promise<string>>>
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

async function run<Service>(program: Program<Service>): Promise<void> {
  const { create, start, stop, secondSignalEnds = false } = program
  const [name, ...args] = process.argv.slice(2)
  if (name !== undefined) {
    process.stdout.write(`${await perform(program, name, args)}\n`)
    return
  }
  const service = create()
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

/** @throws OptionsError for a name that is not one of its commands */
async function perform<Service>(
  { create, stop, commands = {}, offline = {} }: Program<Service>,
  name: string,
  args: readonly string[],
): Promise<string> {
  const alone = Object.hasOwn(offline, name) ? offline[name] : undefined
  if (alone) return await alone(args)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const names = [...Object.keys(commands), ...Object.keys(offline)]
    throw new OptionsError(`There is no command ${name}.${names.length > 0 ? ` There are: ${names.join(', ')}.` : ''}`)
  }
  const service = create()
  try {
    return await command(service, args)
  } finally {
    await stop(service)
  }
}

/** The nearest folder above a module that has this file: a bundle lies deeper in its package than the source. @param url `import.meta.url` */
export function folderWith(file: string, url: string): string | undefined {
  for (let folder = dirname(fileURLToPath(url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, file))) return folder
  }
  return undefined
}
