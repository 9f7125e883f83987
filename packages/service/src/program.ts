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
  /** How the environment names the options of the service: in capitals behind a prefix, unless told by `names`, without the prefix. */
  readonly variables?: { readonly prefix: string; readonly names?: Readonly<Record<string, string>> }
  /** A second signal ends the process at once, with 1. Otherwise it changes nothing. */
  readonly secondSignalEnds?: boolean
}

/**
 * Runs until SIGINT or SIGTERM. What can't start says why on stderr, an {@link OperatorError} in its own words alone, and the
 * process ends with 1.
 */
export function runProgram<Service>(program: Program<Service>): void {
  run(program).catch((error: unknown) => {
    const said = error instanceof OperatorError ? sayTo(error, program.variables) : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${said}\n`)
    process.exitCode = 1
  })
}

/** An error for whoever set the variables: it names the one that it is about. */
export function sayTo(error: OperatorError, variables: Program<unknown>['variables']): string {
  if (error instanceof OptionsError) return inVariables(error.message, variables)
  return variables && error.option !== undefined ? inVariables(`${error.option}: ${error.message}`, variables) : error.message
}

/**
 * What is wrong with options in the words of who set the variables: `publicUrl: not an origin` is of PORTICO_…_PUBLIC_URL.
 * @example inVariables('publicUrl: not an origin', { prefix: 'PORTICO_VAULT_' })
 */
export function inVariables(message: string, variables: Program<unknown>['variables']): string {
  if (!variables) return message
  const { prefix, names = {} } = variables
  const nameOf = (option: string, first: string, rest: string): string => {
    if (Object.hasOwn(names, option)) return `${prefix}${names[option]}`
    const name = Object.hasOwn(names, first) ? names[first] : first.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
    return `${prefix}${name}${rest}`
  }
  // A schema of the whole says where behind each problem, one of a part within it.
  const isOfAll = message.startsWith('✖')
  return message
    .split('\n')
    .map((line) =>
      line.replace(/^([a-z]\w*)((?:\.\w+)*)(?=:|\[| is )/, nameOf).replace(isOfAll ? /(?<=^  → at )([a-z]\w*)(\S*)$/ : /$^/, nameOf),
    )
    .join('\n')
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
